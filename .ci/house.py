"""Holds the house rules that no linter knows: line caps, and no installed package that shadows one of ours."""

from __future__ import annotations

import statistics
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = ("schemas", "models", "language", "parsers", "normalizers", "chunkers", "indexes", "reports", "flows")
BESIDE = ("tests", "fixtures", "benchmarks")
MOST_LINES = 400
MOST_MEDIAN = 150


def line_counts() -> dict[str, int]:
    """Return the number of lines of every tracked or new Python file."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    paths = [name for name in listing.stdout.split("\n") if name and (ROOT / name).exists()]
    return {name: len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in paths}


def shadowing() -> list[str]:
    """Return every installed distribution that brings a top-level name of ours."""
    found = []
    for dist in distributions():
        name = dist.metadata["Name"]
        if name == "docmill":
            continue
        tops = {Path(str(f)).parts[0] for f in dist.files or [] if Path(str(f)).parts}
        found += [f"{name} brings {top}/" for top in sorted(tops & {*OURS, *BESIDE})]
    return found


def main() -> int:
    """Print every broken rule and return 1 if there is one."""
    counts = line_counts()
    broken = [f"{name}: {n} lines, the cap is {MOST_LINES}" for name, n in sorted(counts.items()) if n > MOST_LINES]
    sizes = [n for name, n in counts.items() if n and name.split("/")[0] in OURS]
    if sizes and statistics.median(sizes) >= MOST_MEDIAN:
        broken.append(f"the median file has {statistics.median(sizes)} lines, the cap is {MOST_MEDIAN}")
    broken += shadowing()
    for line in broken:
        print(f"house: {line}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
