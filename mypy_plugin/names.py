"""Full names that the plugin asks mypy for, and which method or function stands for which operation: data, derived from the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from eagertyped import backends, dtypes
from eagertyped._rules.ops import COMPOSED, CONDITIONED, DECLARED, OPS, WITH_TENSORS, Combine

CORE: Final = "eagertyped._tensor.core.Core"
NORMS: Final = "eagertyped._tensor.norms.Norms"
GENERATOR: Final = "eagertyped._tensor.random.Generator"
TENSOR: Final = "eagertyped._tensor.tensor.Tensor"
DTYPES_MODULE: Final = "eagertyped.dtypes"
DTYPE: Final = "eagertyped.dtypes.DType"
BACKENDS_MODULE: Final = "eagertyped.backends"
MODULES_MODULE: Final = "eagertyped.modules"
MIRROR: Final = "eagertyped.modules.ModuleWrapper."
CONVERSIONS: Final = frozenset(f"eagertyped.convert.{name}" for name in ("astensor", "astensor_", "astensors", "astensors_"))
"""Functions that wrap. Their overloads leave open the dtype of arrays (15 more each would cost every user's mypy), and unions."""
FUNCTION_MODULES: Final = ("eagertyped._functions.", "eagertyped.combining.", "eagertyped.lib.")

DUNDERS: Final = {
    "__add__": "add",
    "__sub__": "subtract",
    "__mul__": "multiply",
    "__truediv__": "divide",
    "__floordiv__": "floor_divide",
    "__mod__": "remainder",
    "__pow__": "pow",
    "__matmul__": "matmul",
    "__lt__": "less",
    "__le__": "less_equal",
    "__gt__": "greater",
    "__ge__": "greater_equal",
    "__eq__": "equal",
    "__ne__": "not_equal",
    "__neg__": "negative",
    "__abs__": "abs",
    "__getitem__": "getitem",
}
"""Python's operators."""
REFLECTED: Final = {f"__r{name.strip('_')}__": op for name, op in DUNDERS.items() if op not in ("negative", "abs", "getitem")}
EQUALITY_OF_SCALARS: Final = frozenset(
    f"builtins.{scalar}.{name}" for scalar in ("bool", "int", "float", "complex") for name in ("__eq__", "__ne__")
)
"""What mypy takes ``1 == t`` for; it does not know that Python asks the tensor next."""

METHODS: Final[dict[str, str]] = {
    **{op: op for op in OPS if "." not in op and op not in DECLARED},
    **DUNDERS,
    **REFLECTED,
}
"""Method name -> operation."""
NORM_METHODS: Final = {op.removeprefix("norms."): op for op in COMPOSED if op.startswith("norms.")}
ALL_METHODS: Final = frozenset({*METHODS, *NORM_METHODS})


@dataclass(frozen=True, slots=True)
class Spec:
    """What the hooks ask about an operation, answered once.

    Attributes
    ----------
    op
        Its name in the rules.
    outputs
        The operations that give the dtype of each tensor it returns.
    combines
        Whether further arguments are operands.
    tensors
        Whether it takes other tensors whose dtype does not matter: indices, labels.
    casts
        Whether an argument, or its own name, says the dtype of the result.
    conditioned
        Whether its first tensor is a condition, no operand.
    keeps_declared
        Whether the declared type says all there is when an operand's dtype is not known.
    """

    op: str
    outputs: tuple[str, ...]
    combines: bool
    tensors: bool
    casts: bool
    conditioned: bool
    keeps_declared: bool


_CASTS: Final = (Combine.CAST, Combine.GIVEN, Combine.ASKED)


def _spec(op: str) -> Spec:
    combine = OPS[op].combine if op in OPS else Combine.ONE
    return Spec(
        op,
        (op, *(other for other in {**OPS, **COMPOSED} if other.startswith(f"{op}."))),
        combine not in (Combine.ONE, *_CASTS),
        op in WITH_TENSORS,
        combine in _CASTS,
        op in CONDITIONED,
        combine in (*_CASTS, Combine.COMPARE, Combine.OWN),
    )


SPECS: Final[dict[str, Spec]] = {op: _spec(op) for op in {**OPS, **COMPOSED} if op not in DECLARED}
"""Operation -> what the hooks ask about it."""
TAKING_TENSORS: Final = frozenset(name for name, op in METHODS.items() if SPECS[op].combines or SPECS[op].tensors)
"""Methods that take other tensors."""

MARKER_NAMES: Final = {marker.__name__: name for name, marker in dtypes.MARKERS.items()}
"""Class name of a marker -> name of its dtype."""
CLASS_NAMES: Final = {name: marker.__name__ for name, marker in dtypes.MARKERS.items()}
_GROUPS = (
    dtypes.SignedInteger,
    dtypes.UnsignedInteger,
    dtypes.Floating,
    dtypes.ComplexFloating,
    dtypes.Integer,
    dtypes.Numeric,
)
GROUPS: Final[dict[str, frozenset[str]]] = {
    **{group.__name__: frozenset(n for n, marker in dtypes.MARKERS.items() if issubclass(marker, group)) for group in _GROUPS},
    "DType": frozenset(dtypes.MARKERS),
}
"""Class name of an abstract marker -> the dtypes below it, the narrowest groups first."""
BACKEND_NAMES: Final = {backend.__name__: backend.name for backend in (backends.Torch, backends.TensorFlow, backends.JAX, backends.NumPy)}
BACKEND_GROUPS: Final = frozenset({"Backend", "HasRaw"})
