"""Speed and quality, ours beside others': `python -m benchmarks [name...]` prints one table each. A module with `run()` is one."""
