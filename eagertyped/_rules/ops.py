"""Every operation, with its rule: how its operands combine, and what becomes of the common dtype.

A new operation is a line here; where a framework refuses dtypes, one in refusals.py. The plugin, the tests and the dtype table read both.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

__all__ = [
    "COMPOSED",
    "CONDITIONED",
    "DECLARED",
    "OPERAND_PARAMETERS",
    "OPS",
    "RECEIVER_PARAMETERS",
    "SEQUENCES",
    "TENSOR_PARAMETERS",
    "WITH_TENSORS",
    "Combine",
    "Op",
    "Vector",
]


class Combine(Enum):
    """How the dtypes of the operands become one."""

    ONE = "one tensor; further arguments do not matter"
    PROMOTE = "tensors and scalars promote"
    COMPARE = "any two dtypes"
    KEEP = "tensors promote; a scalar takes their dtype, one of a higher kind is refused"
    OWN = "the first tensor's dtype; a value of a higher kind is refused"
    CAST = "the dtype that is asked for"
    ASKED = "the dtype that is asked for; without one, the framework's integer"
    GIVEN = "the dtype of the array that is given"


class Vector(Enum):
    """What becomes of the common dtype."""

    SAME = "the same"
    BOOL = "bool"
    INEXACT = "a float for integers"
    DIVIDED = "the quotient's float for integers"
    ACCUMULATED = "a wide integer for integers"
    CUMULATED = "a wide integer for integers, where the framework widens"
    SQUARED = "an integer for bool"
    POWERED = "an integer for bool, where the framework has no bool kernel"
    ROUNDED = "a float for bool on NumPy"
    MAGNITUDE = "a float for complex numbers"
    SORTED_INDEX = "the dtype of positions from sorting"
    INDEX = "the dtype of positions"
    DEFAULT_INT = "the framework's integer"


@dataclass(frozen=True)
class Op:
    """One operation's rule."""

    combine: Combine
    vector: Vector


def _ops(combine: Combine, vector: Vector, names: str) -> dict[str, Op]:
    return dict.fromkeys(names.split(), Op(combine, vector))


OPS: Final[dict[str, Op]] = {
    **_ops(
        Combine.ONE,
        Vector.SAME,
        "negative sign min max sort topk mean reshape flatten transpose T squeeze expand_dims tile flip pad meshgrid getitem"
        " take_along_axis onehot_like zeros ones zeros_like ones_like uniform normal crossentropy value_and_grad stop_gradient",
    ),
    **_ops(Combine.ONE, Vector.ROUNDED, "round"),
    **_ops(Combine.ONE, Vector.SAME, "ceil floor"),
    **_ops(Combine.ONE, Vector.BOOL, "isnan isinf logical_not all any"),
    **_ops(
        Combine.ONE,
        Vector.INEXACT,
        "sqrt exp log log2 log10 log1p sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh",
    ),
    **_ops(Combine.ONE, Vector.DIVIDED, "softmax log_softmax inv slogdet"),
    **_ops(Combine.ONE, Vector.ACCUMULATED, "sum prod"),
    **_ops(Combine.ONE, Vector.CUMULATED, "cumsum"),
    **_ops(Combine.ONE, Vector.SQUARED, "square"),
    **_ops(Combine.ONE, Vector.MAGNITUDE, "abs"),
    **_ops(Combine.ONE, Vector.INDEX, "argmin argmax"),
    **_ops(Combine.ONE, Vector.SORTED_INDEX, "argsort topk.indices"),
    **_ops(Combine.ONE, Vector.DEFAULT_INT, "arange"),
    **_ops(Combine.PROMOTE, Vector.SAME, "add subtract multiply matmul stack concatenate"),
    **_ops(Combine.PROMOTE, Vector.DIVIDED, "divide"),
    **_ops(Combine.PROMOTE, Vector.POWERED, "floor_divide remainder pow"),
    **_ops(Combine.COMPARE, Vector.BOOL, "equal not_equal less less_equal greater greater_equal logical_and logical_or"),
    **_ops(Combine.KEEP, Vector.SAME, "minimum maximum where clip"),
    **_ops(Combine.OWN, Vector.SAME, "full full_like index_update"),
    **_ops(Combine.ASKED, Vector.SAME, "integers"),
    **_ops(Combine.CAST, Vector.SAME, "astype float32 float64 bool"),
    **_ops(Combine.GIVEN, Vector.SAME, "from_numpy"),
}

OPERAND_PARAMETERS: Final = frozenset(["other", "exponent", "x", "y", "min_", "max_", "value", "values", "fill_value", "tensors"])
"""Parameters whose arguments are operands, beside the tensor itself; where an operation combines nothing, none counts."""
RECEIVER_PARAMETERS: Final = frozenset(["t", "condition", "logits_p"])
"""First parameters of functions that stand for what a method calls self."""
TENSOR_PARAMETERS: Final = frozenset(["index", "indices", "key", "labels", "logits_q"])
"""Parameters that take another tensor, whose dtype does not matter to the result's."""
WITH_TENSORS: Final = frozenset(
    ["crossentropy", "getitem", "index_update", "kl_div_with_logits", "meshgrid", "onehot_like", "take_along_axis"]
)
"""Operations that have such parameters."""
SEQUENCES: Final = frozenset(["stack", "concatenate"])
"""Functions of one sequence of tensors."""
DECLARED: Final = frozenset(["value_and_grad"])
"""Operations whose declared types refuse what these rules refuse: the plugin's report would be a second one."""
CONDITIONED: Final = frozenset({"where"})
"""Operations whose tensor itself is a condition, no operand."""

COMPOSED: Final[dict[str, tuple[str, ...]]] = {
    "norms.l0": ("count",),
    "norms.l1": ("abs", "sum"),
    "norms.l2": ("magnitude", "square", "sum", "sqrt"),
    "norms.linf": ("abs", "max"),
    "norms.lp": ("abs", "pow py_float", "sum", "pow py_float"),
    "kl_div_with_logits": ("log_softmax", "sum"),
    "slogdet.logabsdet": ("slogdet", "magnitude"),
}
"""Operations that are chains of others: each step takes the dtype of the one before, with a scalar where one stands."""
