"""A registry of named classes with their options, open to other packages through an entry-point group."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Generic, TypeVar

from pydantic import BaseModel

from schemas.errors import SettingsError, UnknownName

T = TypeVar("T")
C = TypeVar("C")


class Registry(Generic[T]):
    """Names to classes. Registering a name twice raises; asking for an unknown one lists what is known.

    >>> readers: Registry[object] = Registry("reader", "docmill.readers")
    >>> @readers.register("plain")
    ... class Plain: ...
    >>> readers.get("plain").__name__
    'Plain'
    """

    def __init__(self, noun: str, entry_point_group: str) -> None:
        self._noun = noun
        self._group = entry_point_group
        self._entries: dict[str, tuple[type[T], type[BaseModel] | None]] = {}
        self._loaded = False

    def register(self, name: str, options: type[BaseModel] | None = None) -> Callable[[type[C]], type[C]]:
        """Return a class decorator that enters the class under `name`, with the options class it takes."""

        def enter(cls: type[C]) -> type[C]:
            if name in self._entries:
                raise SettingsError(f"{self._noun} {name!r} is registered twice: {self._entries[name][0]} and {cls}")
            self._entries[name] = (cls, options)  # type: ignore[assignment]
            return cls

        return enter

    def get(self, name: str) -> type[T]:
        """Return the class registered under `name`; raises UnknownName."""
        return self._entry(name)[0]

    def options(self, name: str) -> type[BaseModel] | None:
        """Return the options class registered with `name`, or None."""
        return self._entry(name)[1]

    def names(self) -> list[str]:
        """Return every known name, sorted."""
        self._load_plugins()
        return sorted(self._entries)

    def _entry(self, name: str) -> tuple[type[T], type[BaseModel] | None]:
        self._load_plugins()
        if name not in self._entries:
            raise UnknownName(f"no {self._noun} {name!r}; known are {', '.join(sorted(self._entries))}")
        return self._entries[name]

    def _load_plugins(self) -> None:
        if not self._loaded:
            self._loaded = True
            for point in entry_points(group=self._group):
                point.load()
