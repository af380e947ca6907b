"""The plugin class: which hook for which full name, and the guard around every hook."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

from mypy.nodes import OverloadedFuncDef, SymbolNode, TypeInfo
from mypy.options import Options as MypyOptions
from mypy.plugin import AttributeContext, FunctionContext, MethodContext, MethodSigContext, Plugin, ReportConfigContext
from mypy.types import FunctionLike, Type

import eagertyped
from eagertyped._version import __version__

from . import infer, names
from .answers import Hook, guarded
from .hooks import Call, equality_type
from .mirrors import attribute_type, call_type
from .options import OptionsError, read_options
from .signatures import accept_any_backend
from .wrapping import wrapped_type

__all__ = ["EagertypedPlugin"]

C = TypeVar("C", MethodContext, FunctionContext)
MethodHook: TypeAlias = Callable[[MethodContext], Type]
FunctionHook: TypeAlias = Callable[[FunctionContext], Type]


class EagertypedPlugin(Plugin):
    """Infers backends and dtypes through every operation. What a hook answers depends on its arguments and the options only.

    The hooks of our own methods are kept, since their classes stay the same while a process lives; of the user's classes nothing is.
    """

    def __init__(self, options: MypyOptions) -> None:
        super().__init__(options)
        try:
            self._options = read_options(options.config_file)
        except OptionsError as error:  # mypy would take any other exception for a crash
            print(f"error: {error}", file=sys.stderr)  # noqa: T201  # mypy cannot report before it has its plugins
            raise SystemExit(2) from None
        self._method_hooks: dict[str, MethodHook | None] = {}
        self._function_hooks: dict[str, FunctionHook | None] = {}
        self._takes_tensors: dict[str, bool] = {}

    def report_config_data(self, ctx: ReportConfigContext) -> object:
        """What a cached result depends on, for modules that can see us: options, version, rules."""
        if ctx.id.partition(".")[0] in _WITHOUT_US:
            return None
        return [__version__, str(self._options), _SOURCES]

    def get_method_hook(self, fullname: str) -> MethodHook | None:
        """For a method of ours, whatever class the receiver has."""
        if fullname.startswith(_OURS):
            if fullname not in self._method_hooks:
                self._method_hooks[fullname] = self._method_hook(fullname)
            return self._method_hooks[fullname]
        if fullname.startswith(names.MIRROR):
            return _mirrored_call
        if fullname in names.EQUALITY_OF_SCALARS:
            return _scalar_equality
        return self._method_hook(fullname) if fullname.rpartition(".")[2] in names.ALL_METHODS else None

    def _method_hook(self, fullname: str) -> MethodHook | None:
        found = self._defined(fullname)
        if found is None:
            return None
        spec, definition = found
        overloaded = isinstance(definition, OverloadedFuncDef)
        if not (overloaded or spec.tensors or spec.combines or spec.casts) and infer.is_identity(spec.op):
            return None  # what is declared is all there is to say
        name = fullname.rpartition(".")[2]
        hook: Hook[MethodContext] = Hook(spec, partial(Call.of_method, spec=spec, name=name, overloaded=overloaded), self._options)
        return guarded(hook, spec.op, _result)

    def _defined(self, fullname: str) -> tuple[names.Spec, SymbolNode] | None:
        """The operation that a method of ours stands for, and its definition; None for the user's own and foreign ones."""
        owner, _, name = fullname.rpartition(".")
        symbol = self.lookup_fully_qualified(owner)
        if symbol is None or not isinstance(symbol.node, TypeInfo):
            return None
        defined = symbol.node.get_containing_type_info(name)
        if defined is None or not defined.fullname.startswith("eagertyped._tensor."):
            return None
        op = (names.NORM_METHODS if defined.fullname == names.NORMS else names.METHODS).get(name)
        node = defined.names[name].node
        return (names.SPECS[op], node) if op is not None and node is not None else None

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        """For a method that takes other tensors."""
        name = fullname.rpartition(".")[2]
        if name not in names.TAKING_TENSORS:
            return None
        if fullname.startswith(_OURS):
            if fullname not in self._takes_tensors:
                self._takes_tensors[fullname] = self._defined(fullname) is not None
            return _signature if self._takes_tensors[fullname] else None
        return _signature if self._defined(fullname) is not None else None

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """For what the mirrors of the frameworks have."""
        return _mirrored if fullname.startswith(names.MIRROR) else None

    def get_function_hook(self, fullname: str) -> FunctionHook | None:
        """For the free functions."""
        if fullname in names.CONVERSIONS:
            return _conversion
        if not fullname.startswith(names.FUNCTION_MODULES):
            return None
        if fullname not in self._function_hooks:
            self._function_hooks[fullname] = self._function_hook(fullname)
        return self._function_hooks[fullname]

    def _function_hook(self, fullname: str) -> FunctionHook | None:
        module, _, name = fullname.rpartition(".")
        spec = names.SPECS.get(f"norms.{name}" if module.endswith(".norms") else name)
        symbol = self.lookup_fully_qualified(fullname)
        if spec is None or symbol is None:
            return None
        overloaded = isinstance(symbol.node, OverloadedFuncDef)
        hook: Hook[FunctionContext] = Hook(spec, partial(Call.of_function, spec=spec, overloaded=overloaded), self._options)
        return guarded(hook, spec.op, _result)


_OURS = "eagertyped._tensor."
_WITHOUT_US = frozenset({"builtins", "typing", "typing_extensions", "numpy", "torch", "tensorflow", "jax", "jaxlib", "ml_dtypes", "scipy"})
"""Frameworks, whose modules never see a Tensor: a change of ours need not check them again."""


def _result(ctx: C) -> Type:
    return ctx.default_return_type


_mirrored = guarded(attribute_type, "a mirrored name", lambda ctx: ctx.default_attr_type)
_mirrored_call = guarded(call_type, "a mirrored function", _result)
_conversion = guarded(wrapped_type, "a conversion", _result)
_scalar_equality = guarded(equality_type, "equality with a scalar", _result)
_signature: Callable[[MethodSigContext], FunctionLike] = guarded(accept_any_backend, "a signature", lambda ctx: ctx.default_signature)


def _sources_hash() -> str:
    """Of the plugin and the rules: mypy itself looks at the plugin's first file only."""
    digest = hashlib.sha256()
    package = Path(eagertyped.__file__).parent
    for folder in (Path(__file__).parent, package / "_rules"):
        for file in sorted(folder.glob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()


_SOURCES = _sources_hash()
