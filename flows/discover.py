"""What is there: files below folders, with size and time stamp, in a fixed order."""

from __future__ import annotations

import errno
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


def find_files(paths: Iterable[Path], faults: list[str] | None = None) -> list[Found]:
    """Return the files that are named or lie below the folders named, each once, sorted.

    What cannot be read on the way is added to `faults`. Raises WrongUse for a path that is missing, or is a pipe, a socket or a
    device.
    """
    faults = [] if faults is None else faults
    found: dict[str, Found] = {}
    for path in paths:
        root = Path(os.path.abspath(path))  # noqa: PTH100
        if not root.exists():
            raise WrongUse(f"{printable(str(path))} does not exist")
        if not (root.is_dir() or root.is_file()):
            raise WrongUse(f"{printable(str(path))} is neither a file nor a folder")
        files = _walk(root, faults) if root.is_dir() else [root]
        for file in files:
            if entry := _found(file, None, faults):
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
            entry = _found(file, scan.root, scan.faults)
            scan.found += [entry] if entry else []
    scan.found.sort(key=lambda f: f.uri)
    return scan


def hash_file(uri: str) -> str:
    """Return the SHA-256 of a file's bytes. Raises SourceUnreadable, also where the name cannot be kept in a catalog."""
    if printable(uri) != uri:
        raise SourceUnreadable("the name of the file or of a folder above it is not UTF-8; rename it", stage="discover")
    digest = hashlib.sha256()
    try:
        with Path(uri).open("rb") as file:
            while block := file.read(BLOCK):
                digest.update(block)
    except OSError as error:
        raise SourceUnreadable(f"the file cannot be read: {error.strerror}; check its permissions", stage="discover") from error
    return digest.hexdigest()


def printable(path: str) -> str:
    r"""Return a path with each byte that is not UTF-8 shown as `\\xNN`."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _walk(root: Path, faults: list[str]) -> Iterator[Path]:
    def note(error: OSError) -> None:
        faults.append(f"folder {printable(str(error.filename))} cannot be read: {error.strerror}")

    for folder, folders, names in os.walk(root, onerror=note):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(folder) / name


def _found(file: Path, source: str | None, faults: list[str]) -> Found | None:
    """Return the file, or None where there is none; what cannot be looked at counts as a fault, not as gone."""
    try:
        stat = file.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == errno.ELOOP:  # a link to itself leads to no file
            return None
        faults.append(f"{printable(str(file))} cannot be looked at: {error.strerror}")
        return None
    return Found(file.as_posix(), stat.st_size, stat.st_mtime_ns, source) if file.is_file() else None


def _matches(path: PurePosixPath, patterns: Iterable[str]) -> bool:
    return any(_matches_one(path, pattern.removeprefix("**/")) for pattern in patterns)


def _matches_one(path: PurePosixPath, pattern: str) -> bool:
    """Return whether a path matches; `drafts/**` takes everything below drafts, however deep."""
    if pattern in ("*", "**"):
        return True
    return any(part.match(pattern[:-3]) for part in path.parents) if pattern.endswith("/**") else path.match(pattern)
