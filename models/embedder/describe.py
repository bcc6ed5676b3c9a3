"""What identifies an embedder, and what every text must pass before it reaches one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from models.embedder.base import EmbedderInfo, Side
from schemas.errors import ChunkTooLong, EmbedderMissing, SettingsError
from schemas.settings import EmbedderSettings


def describe(settings: EmbedderSettings, *, name: str, dimension: int, window: int, parts: Mapping[str, str]) -> EmbedderInfo:
    """Return what identifies a model: `parts` is everything that decides its vectors (weights, versions, prefixes).

    `max_tokens` of the settings may narrow the window. Raises SettingsError where the settings expect another dimension.
    """
    if settings.dimension not in (None, dimension):
        raise SettingsError(
            f"[embedder] dimension is {settings.dimension}, but {name} gives {dimension}; set it to {dimension} or leave it out"
        )
    digest = hashlib.sha256("\x1f".join(f"{key}={parts[key]}" for key in sorted(parts)).encode()).hexdigest()
    return EmbedderInfo(
        name=name,
        dimension=dimension,
        window=min(window, settings.max_tokens or window),
        fingerprint=f"{settings.provider}-{digest[:16]}",
    )


def refuse_long(counts: Iterable[int], info: EmbedderInfo, side: Side) -> None:
    """Return nothing where every token count fits the window; raises ChunkTooLong naming the first that does not."""
    for position, count in enumerate(counts):
        if count > info.window:
            what = "the query" if side is Side.QUERY else f"text {position + 1} of the call"
            raise ChunkTooLong(
                f"{what} has {count} tokens and {info.name} reads {info.window}; make it shorter (chunking size, title path)",
                stage="embed",
            )


def well_formed(text: str) -> str:
    """Return the text without what native code cannot take: NUL, at which C strings end, and lone surrogates, as spaces."""
    if "\x00" in text:
        text = text.replace("\x00", " ")
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def verified_sha256(path: Path, expected: str, package: str) -> str:
    """Return the SHA-256 of a weights file, in hex; raises EmbedderMissing where it is absent or not the pinned one."""
    if not path.is_file():
        raise EmbedderMissing(f"{package} is installed without {path.name}; reinstall it from the lock file", stage="embed")
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != expected:
        raise EmbedderMissing(
            f"{path.name} of {package} has SHA-256 {found[:12]}, expected {expected[:12]}; reinstall it from the lock file",
            stage="embed",
        )
    return found
