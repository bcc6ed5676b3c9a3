"""The one truth for what should be live: documents, versions, files, runs, leases and intents, in SQLite or Postgres."""

from indexes.catalog.store import Catalog

__all__ = ["Catalog"]
