"""The mypy plugin: `plugins = ["eagertyped.mypy_plugin"]`. Nothing else in eagertyped imports mypy."""

from __future__ import annotations

from mypy.plugin import Plugin

# The folder is linked into the package. Under its bare name it would be a second copy, with classes that are not the first copy's.
if __name__ == "mypy_plugin":
    raise ImportError("import eagertyped.mypy_plugin; the folder's bare name is no module of its own")

from eagertyped.mypy_plugin.plugin import EagertypedPlugin

__all__ = ["EagertypedPlugin", "plugin"]


def plugin(version: str) -> type[Plugin]:
    """mypy's entry point; `version` is mypy's own."""
    return EagertypedPlugin
