"""Run the benchmarks named on the command line, or all of them."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module

import benchmarks


def main(names: list[str]) -> int:
    """Return the exit status: 2 where a name is not known, with the list of those that are."""
    modules = {
        m.name: import_module(f"benchmarks.{m.name}") for m in pkgutil.iter_modules(benchmarks.__path__) if m.name != "__main__"
    }
    known = {name: module for name, module in modules.items() if hasattr(module, "run")}
    if unknown := [name for name in names if name not in known]:
        print(f"no benchmark {', '.join(unknown)}; known are {', '.join(sorted(known))}", file=sys.stderr)
        return 2
    for name in names or sorted(known):
        print(f"== {name}: {(known[name].__doc__ or '').splitlines()[0]}", flush=True)
        known[name].run()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
