"""What a call through eagertyped costs: `python -m benchmarks`."""
