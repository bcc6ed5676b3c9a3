"""What is there: files below folders, with size and time stamp, in a fixed order."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from schemas.errors import SourceUnreadable, WrongUse
from schemas.settings import Source

BLOCK = 1 << 20


@dataclass(frozen=True)
class Found:
    """A file on disk. `uri` is its absolute POSIX path, `source` the configured root it was found under, if any."""

    uri: str
    size: int
    mtime_ns: int
    source: str | None = None


@dataclass
class Scan:
    """The files of one configured source. `complete` is False where a folder could not be read: then nothing is withdrawn."""

    root: str
    found: list[Found] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether every folder could be read."""
        return not self.faults


def find_files(paths: Iterable[Path]) -> list[Found]:
    """Return the files that are named or lie below the folders named, each once, sorted. Raises WrongUse for a missing path."""
    found: dict[str, Found] = {}
    for path in paths:
        root = Path(os.path.abspath(path))  # noqa: PTH100
        if not root.exists():
            raise WrongUse(f"{path} does not exist")
        files = _walk(root, []) if root.is_dir() else [root]
        for file in files:
            if entry := _found(file, None):
                found[entry.uri] = entry
    return [found[uri] for uri in sorted(found)]


def scan_source(source: Source) -> Scan:
    """Return the files of a configured source that its patterns take."""
    root = Path(os.path.abspath(source.path))  # noqa: PTH100
    scan = Scan(root.as_posix())
    if not root.is_dir():
        scan.faults.append(f"source {root} is not a folder that can be read")
        return scan
    for file in _walk(root, scan.faults):
        below = PurePosixPath(file.relative_to(root).as_posix())
        if _matches(below, source.include) and not _matches(below, source.exclude):
            entry = _found(file, scan.root)
            scan.found += [entry] if entry else []
    scan.found.sort(key=lambda f: f.uri)
    return scan


def hash_file(uri: str) -> str:
    """Return the SHA-256 of a file's bytes. Raises SourceUnreadable."""
    digest = hashlib.sha256()
    try:
        with Path(uri).open("rb") as file:
            while block := file.read(BLOCK):
                digest.update(block)
    except OSError as error:
        raise SourceUnreadable(f"the file cannot be read: {error.strerror}; check its permissions", stage="discover") from error
    return digest.hexdigest()


def _walk(root: Path, faults: list[str]) -> Iterator[Path]:
    def note(error: OSError) -> None:
        faults.append(f"folder {error.filename} cannot be read: {error.strerror}")

    for folder, folders, names in os.walk(root, onerror=note):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(folder) / name


def _found(file: Path, source: str | None) -> Found | None:
    try:
        stat = file.stat()
    except OSError:
        return None
    return Found(file.as_posix(), stat.st_size, stat.st_mtime_ns, source) if file.is_file() else None


def _matches(path: PurePosixPath, patterns: Iterable[str]) -> bool:
    return any(pattern in ("**/*", "**") or path.match(pattern.removeprefix("**/")) for pattern in patterns)
