"""From the types of native tensors to those of Tensors: what `astensor` and its kin give."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression
from mypy.plugin import FunctionContext
from mypy.types import AnyType, Instance, TupleType, Type, TypeOfAny, TypeVarType, UnionType, get_proper_type

from . import names
from .casts import array_dtype, scalar_name
from .operands import dtype_type, instance

__all__ = ["tensor_type", "wrapped_type"]

_NATIVE = {
    "torch.Tensor": "Torch",
    "torch._tensor.Tensor": "Torch",
    "jax.Array": "JAX",
    "jax._src.basearray.Array": "JAX",
    "tensorflow.Tensor": "TensorFlow",
    "numpy.ndarray": "NumPy",
    "numpy.generic": "NumPy",
}
"""Class of a native tensor -> its backend."""


def wrapped_type(ctx: FunctionContext) -> Type:
    """Type of a call of `astensor` or its kin: the dtype of arrays, and each member of a union by itself."""
    assert isinstance(ctx.api, TypeChecker)
    pairs = [pair for types, expressions in zip(ctx.arg_types, ctx.args, strict=True) for pair in zip(types, expressions, strict=True)]
    given = [_alone(ctx.api, type_, expression) for type_, expression in pairs]
    wrapped = {tensor_type(ctx.api, type_) for type_ in given}
    if len(wrapped) != 1 or not all(map(_holds_native, given)):
        return ctx.default_return_type  # the declared types say what comes out
    return _with_tensor(ctx.default_return_type, wrapped.pop())


def _alone(api: TypeChecker, type_: Type, expression: Expression) -> Type:
    """The argument's type; by itself, where its place in the call has made mypy forget the dtype."""
    proper = get_proper_type(type_)
    forgotten = isinstance(proper, Instance) and proper.type.fullname == "numpy.ndarray" and array_dtype(proper) is None
    return api.get_expression_type(expression) if forgotten else type_


def _holds_native(type_: Type) -> bool:
    """Whether it is a native tensor, or a union of them, perhaps with Tensors."""
    proper = get_proper_type(type_)
    items = [get_proper_type(item) for item in proper.items] if isinstance(proper, UnionType) else [proper]
    known = [{info.fullname for info in item.type.mro} if isinstance(item, Instance) else set() for item in items]
    return all(bases & {*_NATIVE, names.CORE} for bases in known) and any(bases & set(_NATIVE) for bases in known)


def _with_tensor(type_: Type, tensor: Type) -> Type:
    proper = get_proper_type(type_)
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[_with_tensor(item, tensor) for item in proper.items])
    if not isinstance(proper, Instance):
        return type_
    if proper.type.fullname == "builtins.tuple":
        return proper.copy_modified(args=[_with_tensor(proper.args[0], tensor)])
    return tensor if proper.type.fullname == names.TENSOR else type_


def tensor_type(api: TypeChecker, type_: Type) -> Type:
    """The type of what wraps a native tensor; any other type itself."""
    proper = get_proper_type(type_)
    if isinstance(proper, UnionType):
        return UnionType.make_union([tensor_type(api, item) for item in proper.items])
    if isinstance(proper, TypeVarType) or (isinstance(proper, Instance) and proper.type.fullname == "builtins.object"):
        return AnyType(TypeOfAny.special_form)  # it may be a native tensor, and then a Tensor comes back
    if not isinstance(proper, Instance):
        return type_
    backend = next((_NATIVE[info.fullname] for info in proper.type.mro if info.fullname in _NATIVE), None)
    tensor = instance(api, names.TENSOR)
    marker = instance(api, f"{names.BACKENDS_MODULE}.{backend}")
    if backend is None or tensor is None or marker is None:
        return type_
    name = array_dtype(proper) or scalar_name(proper)
    dtype = dtype_type(api, frozenset({name})) if name is not None else None
    return tensor.copy_modified(args=[marker, dtype or AnyType(TypeOfAny.special_form)])
