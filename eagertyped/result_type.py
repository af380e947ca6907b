"""Which dtypes an operation gives, asked without running it."""

from __future__ import annotations

import sys
from typing import Final

from ._rules import Flags, Outcome, result
from ._rules.dtypes import BACKENDS
from ._tensor.tensor import Tensor
from .backends import Backend
from .dtypes import MARKERS, DType, DTypeLike, dtype_name

__all__ = ["result_type"]

_SCALARS: Final[dict[type, str]] = {bool: "py_bool", int: "py_int", float: "py_float", complex: "py_complex"}


def result_type(
    op: str, *operands: Tensor[Backend, DType] | DTypeLike | complex, backend: type[Backend] | None = None, flags: Flags | None = None
) -> frozenset[type[DType]]:
    """Dtypes that an operation can give.

    Parameters
    ----------
    op
        Its name: ``"add"``, ``"sqrt"``, ``"sum"``, ``"norms.l2"``.
    *operands
        Tensors (whose ranks are then known), dtypes in any spelling, and Python scalars; for a cast the dtype asked for comes last.
    backend
        ``ep.Torch`` and so on; needed where no operand is a Tensor.
    flags
        Settings of the frameworks; None asks those that are imported.

    Returns
    -------
    frozenset of markers
        One where the result is certain; more where it depends on what is not known, the ranks on PyTorch say.

    Raises
    ------
    TypeError
        If the framework refuses the operands, whatever their ranks; or they belong to different backends.
    ValueError
        If the operation is unknown, or no backend is given.
    """
    names = {t._ops.name for t in operands if isinstance(t, Tensor)} | ({backend.name} if backend is not None else set())
    if len(names) != 1 or not names <= set(BACKENDS):
        raise (TypeError if len(names) > 1 else ValueError)(
            f"result_type of {op}: needs one backend of {', '.join(BACKENDS)}, got {', '.join(sorted(names)) or 'none'}."
            " Cure: pass backend=ep.Torch, or tensors of one backend."
        )
    (name,) = names
    spelled = tuple(_spelled(operand) for operand in operands)
    ranks = tuple(x.ndim if isinstance(x, Tensor) else 1 for x in operands)
    known = all(isinstance(x, Tensor) or s.startswith("py_") for x, s in zip(operands, spelled, strict=True))
    outcome: Outcome = result(op, name, *spelled, flags=flags or _current_flags(name), ranks=ranks if known else None)
    if not outcome.dtypes:
        raise TypeError(f"{op} on {name}: refuses {', '.join(spelled)}. Cure: cast first, for example with t.astype(ep.float32).")
    return frozenset(MARKERS[dtype] for dtype in outcome.dtypes)


def _spelled(operand: object) -> str:
    if isinstance(operand, Tensor):
        return operand._ops.dtype(operand.raw)
    return _SCALARS.get(type(operand)) or dtype_name(operand)


def _current_flags(backend: str) -> Flags:
    """The settings of the frameworks in this process, which are imported if a tensor of theirs is here."""
    jax, torch = sys.modules.get("jax"), sys.modules.get("torch")
    x64 = bool(backend == "jax" and jax is not None and jax.config.jax_enable_x64)
    default = str(torch.get_default_dtype()).removeprefix("torch.") if backend == "torch" and torch is not None else "float32"
    return Flags(jax_enable_x64=x64, torch_default_dtype=default)
