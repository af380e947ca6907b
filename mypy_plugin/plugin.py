"""The plugin class: which hook for which full name, and the guard around every hook."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from mypy.nodes import OverloadedFuncDef, TypeInfo
from mypy.options import Options as MypyOptions
from mypy.plugin import FunctionContext, MethodContext, Plugin, ReportConfigContext
from mypy.types import Type
from mypy.version import __version__ as mypy_version

import eagertyped
from eagertyped._rules import ops as rules
from eagertyped._version import __version__

from . import names
from .hooks import Call, infer_call
from .options import OptionsError, read_options

__all__ = ["EagertypedPlugin"]

C = TypeVar("C", MethodContext, FunctionContext)


class EagertypedPlugin(Plugin):
    """Infers backends and dtypes through every operation. Without state: what a hook answers depends on its arguments and options only."""

    def __init__(self, options: MypyOptions) -> None:
        super().__init__(options)
        try:
            self._options = read_options(options.config_file)
        except OptionsError as error:  # mypy would take any other exception for a crash
            print(f"error: {error}", file=sys.stderr)  # noqa: T201  # mypy cannot report before it has its plugins
            raise SystemExit(2) from None

    def report_config_data(self, ctx: ReportConfigContext) -> object:
        """What a cached result depends on, for modules that can see us: options, version, rules."""
        if ctx.id.partition(".")[0] in _WITHOUT_US:
            return None
        return [__version__, str(self._options), _SOURCES]

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """For a method of ours, whatever class the receiver has."""
        owner, _, name = fullname.rpartition(".")
        op = names.METHODS.get(name) or names.NORM_METHODS.get(name)
        if op is None:
            return None
        symbol = self.lookup_fully_qualified(owner)
        if symbol is None or not isinstance(symbol.node, TypeInfo):
            return None
        defined = symbol.node.get_containing_type_info(name)
        if defined is None or not defined.fullname.startswith("eagertyped._tensor."):
            return None  # foreign, or the user's own override
        if defined.fullname == names.NORMS:
            op = names.NORM_METHODS[name]
        elif name not in names.METHODS:
            return None
        overloaded = isinstance(defined.names[name].node, OverloadedFuncDef)
        return partial(_guarded, partial(_method, op=op, name=name, overloaded=overloaded, plugin=self), op)

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """For the free functions."""
        if not fullname.startswith(names.FUNCTION_MODULES):
            return None
        module, _, name = fullname.rpartition(".")
        op = f"norms.{name}" if module.endswith(".norms") else name
        if op not in rules.OPS and op not in rules.COMPOSED:
            return None
        symbol = self.lookup_fully_qualified(fullname)
        overloaded = symbol is not None and isinstance(symbol.node, OverloadedFuncDef)
        return partial(_guarded, partial(_function, op=op, overloaded=overloaded, plugin=self), op)


_WITHOUT_US = frozenset({"builtins", "typing", "typing_extensions", "numpy", "torch", "tensorflow", "jax", "jaxlib", "ml_dtypes", "scipy"})
"""Frameworks, whose modules never see a Tensor: a change of ours need not check them again."""


def _method(ctx: MethodContext, *, op: str, name: str, overloaded: bool, plugin: EagertypedPlugin) -> Type:
    return infer_call(Call.of_method(ctx, op, name, overloaded=overloaded), plugin._options)


def _function(ctx: FunctionContext, *, op: str, overloaded: bool, plugin: EagertypedPlugin) -> Type:
    return infer_call(Call.of_function(ctx, op, overloaded=overloaded), plugin._options)


def _guarded(hook: Callable[[C], Type], op: str, ctx: C) -> Type:
    """A hook that fails answers the declared type, with a note: a bug of ours is no crash of the user's check."""
    try:
        return hook(ctx)
    except Exception as error:
        text = (
            f"eagertyped {__version__} could not infer {op} under mypy {mypy_version} ({type(error).__name__}: {error}); please report it"
        )
        ctx.api.msg.note(text, ctx.context)
        return ctx.default_return_type


def _sources_hash() -> str:
    """Of the plugin and the rules: mypy itself looks at the plugin's first file only."""
    digest = hashlib.sha256()
    package = Path(eagertyped.__file__).parent
    for folder in (Path(__file__).parent, package / "_rules"):
        for file in sorted(folder.glob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()


_SOURCES = _sources_hash()
