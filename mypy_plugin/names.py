"""Full names that the plugin asks mypy for, and which method or function stands for which operation: data, derived from the rules."""

from __future__ import annotations

from typing import Final

from eagertyped import backends, dtypes
from eagertyped._rules.ops import COMPOSED, OPS

CORE: Final = "eagertyped._tensor.core.Core"
NORMS: Final = "eagertyped._tensor.norms.Norms"
TENSOR: Final = "eagertyped._tensor.tensor.Tensor"
DTYPES_MODULE: Final = "eagertyped.dtypes"
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
}
"""Python's operators."""
REFLECTED: Final = {f"__r{name.strip('_')}__": op for name, op in DUNDERS.items() if op not in ("negative", "abs")}

METHODS: Final[dict[str, str]] = {
    **{op: op for op in OPS if "." not in op},
    **DUNDERS,
    **REFLECTED,
}
"""Method name -> operation."""
NORM_METHODS: Final = {op.removeprefix("norms."): op for op in COMPOSED if op.startswith("norms.")}
OUTPUTS: Final[dict[str, tuple[str, ...]]] = {
    op: (op, *(other for other in {**OPS, **COMPOSED} if other.startswith(f"{op}."))) for op in {**OPS, **COMPOSED}
}
"""Operation -> the operations that give the dtype of each tensor it returns."""

CONCRETE: Final = frozenset(marker.__name__ for marker in dtypes.MARKERS.values())
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
