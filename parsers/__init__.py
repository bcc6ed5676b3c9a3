"""From a file's bytes to a `Document`: sniffing, routing, and one parser per kind, each behind the same protocol."""

STAGE_VERSION = "1"
"""Bumped by hand when parsing changes what it returns; part of every version's fingerprint."""
