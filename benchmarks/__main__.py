"""All benchmarks: ``python -m benchmarks [--quick]``."""

from __future__ import annotations

import argparse

from . import import_time, overhead

parser = argparse.ArgumentParser(prog="python -m benchmarks", description="The time of an import and of single calls: README.md says how.")
overhead.add_arguments(parser)
args = parser.parse_args()
import_time.main()
print()
overhead.run(args)
