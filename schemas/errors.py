"""Everything that can go wrong, by name.

DocmillError
├── WrongUse                     the caller asked for something that cannot be (exit 2)
│   ├── SettingsError            docmill.toml, a flag or a manifest does not hold
│   └── UnknownName              a registry has no such entry
├── ParseError                   a file could not be read; the batch goes on
│   ├── SourceUnreadable         (Transient) the bytes could not be had
│   ├── Encrypted                (Terminal)  a password is needed
│   ├── Damaged                  (Terminal)  the structure is broken
│   ├── EmptyFile                (Terminal)  no bytes, or no pages
│   ├── EmptyResult              (Terminal)  a file that is not empty gave no text
│   ├── TooLarge                 (Terminal)  over a limit of the settings, a bomb included
│   ├── DeadlineExceeded         (Terminal)  the child was killed at its deadline
│   ├── MemoryExceeded           (Terminal)  the child was killed at its memory limit
│   └── ChildCrashed             (Terminal)  the child died by itself
├── Skipped                      not an error: a rule says that this file is not read
├── EmbedError
│   ├── EmbedderMissing          (Terminal)  a package, a folder or a key is not there
│   ├── EmbedderUnavailable      (Transient) the endpoint did not answer
│   ├── EmbedderMismatch         (Terminal)  the index was built with another embedder
│   └── ChunkTooLong             (Terminal)  a chunk exceeds the embedder's window
├── Defect                       (Terminal)  a fault in docmill itself
└── StoreError
    ├── LeaseHeld                (Transient) another run holds this document
    ├── LeaseLost                (Transient) another run took this document over
    └── IndexBroken              (Terminal)  an index does not hold what it should

`Terminal` failures repeat from the catalog until the bytes or the pipeline change; `Transient` ones are tried again.
"""

from __future__ import annotations


class Terminal:
    """Mix-in: trying again with the same input gives the same failure."""


class Transient:
    """Mix-in: trying again may succeed."""


class DocmillError(Exception):
    """The root. `message` is one sentence that names what was expected and what to do."""

    def __init__(self, message: str, *, document: str = "", stage: str = "", page: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.document = document
        self.stage = stage
        self.page = page

    def __str__(self) -> str:
        """Return the message with its document, stage and page in front, where they are known."""
        place = ", ".join(p for p in (self.document, self.stage, f"page {self.page}" if self.page else "") if p)
        return f"{place}: {self.message}" if place else self.message


class WrongUse(DocmillError):
    """The caller asked for something that cannot be."""


class SettingsError(WrongUse):
    """A setting, a flag or a manifest does not hold."""


class UnknownName(WrongUse):
    """A registry has no such entry; the message lists what is known."""


class ParseError(DocmillError):
    """A file could not be read."""


class SourceUnreadable(ParseError, Transient):
    """The bytes of a file could not be had."""


class Encrypted(ParseError, Terminal):
    """A file needs a password."""


class Damaged(ParseError, Terminal):
    """A file's structure is broken."""


class EmptyFile(ParseError, Terminal):
    """A file has no bytes, no pages or nothing but white space."""


class EmptyResult(ParseError, Terminal):
    """A file that is not empty gave no text."""


class TooLarge(ParseError, Terminal):
    """A file, or what it expands to, is over a limit."""


class DeadlineExceeded(ParseError, Terminal):
    """Reading a file took longer than its deadline; the child was killed."""


class MemoryExceeded(ParseError, Terminal):
    """Reading a file took more memory than allowed; the child was killed."""


class ChildCrashed(ParseError, Terminal):
    """The parsing child died by itself."""


class Skipped(DocmillError):
    """A rule says that this file is not read; `rule` is its name."""

    def __init__(self, message: str, *, rule: str, document: str = "", stage: str = "route") -> None:
        super().__init__(message, document=document, stage=stage)
        self.rule = rule


class EmbedError(DocmillError):
    """A text could not be embedded."""


class EmbedderMissing(EmbedError, Terminal):
    """A package, a model folder or a key is not there."""


class EmbedderUnavailable(EmbedError, Transient):
    """The embedding endpoint did not answer."""


class EmbedderMismatch(EmbedError, Terminal):
    """The index was built with another embedder."""


class ChunkTooLong(EmbedError, Terminal):
    """A chunk exceeds the embedder's window."""


class Defect(DocmillError, Terminal):
    """A fault in docmill itself. The message names the place in the code, never what the document says."""


class StoreError(DocmillError):
    """The catalog or an index could not do what was asked."""


class LeaseHeld(StoreError, Transient):
    """Another run holds this document."""


class LeaseLost(StoreError, Transient):
    """Another run took this document over while this one worked on it."""


class IndexBroken(StoreError, Terminal):
    """An index does not hold what it should."""


def error_types() -> dict[str, type[DocmillError]]:
    """Return every error class by name, for errors that crossed a process border."""
    known: dict[str, type[DocmillError]] = {}
    pending: list[type[DocmillError]] = [DocmillError]
    while pending:
        cls = pending.pop()
        known[cls.__name__] = cls
        pending += cls.__subclasses__()
    return known
