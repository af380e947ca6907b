"""The `eagertyped` command: ``eagertyped mypy [--plugin NAME]... ARGS`` is mypy with the user's own configuration, plus our plugin."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

__all__ = ["main"]

PLUGIN = "eagertyped.mypy_plugin"
USAGE = """usage: eagertyped mypy [--plugin NAME]... [MYPY ARGUMENTS]

Runs mypy with your own configuration, found as mypy finds it, and the plugin eagertyped.mypy_plugin; --plugin adds others.
Exit status and output are mypy's. mypy itself has no --plugin option; in its configuration the plugin is one line:

    [tool.mypy]
    plugins = ["eagertyped.mypy_plugin"]
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] != ["mypy"]:
        print(USAGE, file=sys.stdout if arguments[:1] in (["-h"], ["--help"]) else sys.stderr, end="")
        return 0 if arguments[:1] in (["-h"], ["--help"]) else 2
    if importlib.util.find_spec("mypy") is None:
        print("eagertyped mypy: mypy is not installed. Cure: pip install 'eagertyped[mypy]'.", file=sys.stderr)
        return 2
    try:
        plugins, rest = split_plugins(arguments[1:])
    except ValueError as error:
        print(f"eagertyped mypy: {error}", file=sys.stderr)
        return 2
    return run_mypy([PLUGIN, *plugins], rest)


def split_plugins(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Our ``--plugin NAME`` and ``--plugin=NAME``, and what is left for mypy.

    Raises
    ------
    ValueError
        If a name is missing.
    """
    plugins, rest = [], []
    remaining = iter(arguments)
    for argument in remaining:
        if argument == "--plugin":
            name = next(remaining, "")
        elif argument.startswith("--plugin="):
            name = argument.removeprefix("--plugin=")
        else:
            rest.append(argument)
            continue
        if not name or name.startswith("-"):
            raise ValueError("--plugin needs the name of a module or file. Cure: write --plugin=NAME.")
        plugins.append(name)
    return plugins, rest


def run_mypy(plugins: list[str], arguments: list[str]) -> int:
    """What mypy's own main does, with plugins added between its reading of options and its build."""
    import time

    from mypy import util
    from mypy.defaults import RECURSION_LIMIT
    from mypy.fscache import FileSystemCache
    from mypy.main import process_options, run_build

    sys.setrecursionlimit(RECURSION_LIMIT)
    cache = FileSystemCache()
    sources, options = process_options(arguments, stdout=sys.stdout, stderr=sys.stderr, fscache=cache)
    options.plugins = [*(name for name in plugins if name not in options.plugins), *options.plugins]
    options.config_file = options.config_file or os.devnull  # mypy loads no plugins without a file to blame
    if importlib.util.find_spec("tensorflow-stubs") is None:
        options.mypy_path = [*options.mypy_path, str(Path(__file__).parent / "_stubs")]
    _, messages, blockers = run_build(sources, options, cache, time.time(), sys.stdout, sys.stderr)
    errors, notes, files = util.count_stats(messages)
    if options.error_summary:
        formatter = util.FancyFormatter(sys.stdout, sys.stderr, options.hide_error_codes)
        if errors:
            print(formatter.format_error(errors, files, len(sources), blockers=blockers, use_color=options.color_output))
        elif not messages or notes == len(messages):
            print(formatter.format_success(len(sources), options.color_output))
    return (2 if blockers else 1) if messages and notes < len(messages) else 0


if __name__ == "__main__":
    sys.exit(main())
