"""Operations that move elements and compute nothing: what they do to a tensor of shape (2, 3), and what NumPy does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import ml_dtypes
import numpy as np
import pytest

import eagertyped as ep
from tests.backends import Array, TestBackend
from tests.compare import assert_moved, assert_refuses, dtype_on

DTYPES: Final = ("bool", "int8", "uint16", "int64", "float16", "bfloat16", "complex64")
ROW: Final = np.array([False, True])
SPOTS: Final = np.array([[True, False, True], [False, True, False]])


class Move(NamedTuple):
    """One operation in both libraries."""

    ours: Callable[[ep.Tensor], ep.Tensor]
    numpy: Callable[[Array], Any]  # Any: as NumPy's stubs have it
    op: str
    """The name in error texts and in `REFUSED`."""


def _replaced(key: Any, values: Callable[[Array], Any]) -> Callable[[Array], Array]:  # Any: an index, and what may be assigned
    def replace(a: Array) -> Array:
        copy = a.copy()
        copy[key] = values(a)
        return copy

    return replace


def _integers(t: ep.Tensor, values: object) -> ep.Tensor:
    return t.from_numpy(np.array(values, np.int32))


SHAPING: Final[dict[str, Move]] = {
    "reshape": Move(lambda t: t.reshape((3, -1)), lambda a: a.reshape(3, 2), "reshape"),
    "flatten": Move(lambda t: t.flatten(), np.ravel, "flatten"),
    "transpose": Move(lambda t: t.transpose((1, 0)), np.transpose, "transpose"),
    "T": Move(lambda t: t.T, lambda a: a.T, "T"),
    "squeeze": Move(lambda t: t[:1].squeeze(0), lambda a: a[0], "squeeze"),
    "expand_dims": Move(lambda t: t.expand_dims(1), lambda a: a[:, None], "expand_dims"),
    "tile": Move(lambda t: t.tile((2, 2)), lambda a: np.tile(a, (2, 2)), "tile"),
    "flip first": Move(lambda t: t.flip(0), np.flipud, "flip"),
    "flip last": Move(lambda t: t.flip(1), np.fliplr, "flip"),
    "flip all": Move(lambda t: t.flip(), np.flip, "flip"),
    "pad": Move(lambda t: t.pad(((1, 0), (0, 2))), lambda a: np.pad(a, ((1, 0), (0, 2))), "pad"),
    "pad with ones": Move(lambda t: t.pad(((1, 0), (0, 2)), value=1), lambda a: np.pad(a, ((1, 0), (0, 2)), constant_values=1), "pad"),
    "pad reflect": Move(lambda t: t.pad(((1, 0), (1, 2)), "reflect"), lambda a: np.pad(a, ((1, 0), (1, 2)), mode="reflect"), "pad"),
    "meshgrid": Move(lambda t: t[0].meshgrid(t[1])[0], lambda a: np.meshgrid(a[0], a[1])[0], "meshgrid"),
    "meshgrid second": Move(lambda t: t[0].meshgrid(t[1])[1], lambda a: np.meshgrid(a[0], a[1])[1], "meshgrid"),
}
INDEXING: Final[dict[str, Move]] = {
    "integer": Move(lambda t: t[1], lambda a: a[1], "getitem"),
    "slices": Move(lambda t: t[:, 1:], lambda a: a[:, 1:], "getitem"),
    "negative step": Move(lambda t: t[:, ::-2], lambda a: a[:, ::-2], "getitem"),
    "new axis": Move(lambda t: t[None, ..., 0], lambda a: a[None, ..., 0], "getitem"),
    "list": Move(lambda t: t[[1, 0, 1]], lambda a: a[[1, 0, 1]], "getitem"),
    "two lists": Move(lambda t: t[[1, 0], [2, 1]], lambda a: a[[1, 0], [2, 1]], "getitem"),
    "mask": Move(lambda t: t[SPOTS], lambda a: a[SPOTS], "getitem"),
    "mask of rows": Move(lambda t: t[ROW], lambda a: a[ROW], "getitem"),
    "bool": Move(lambda t: t[True], lambda a: a[True], "getitem"),
    "take_along_axis": Move(
        lambda t: t.take_along_axis(_integers(t, [[2, 0], [1, -1]]), 1),
        lambda a: np.take_along_axis(a, np.array([[2, 0], [1, -1]]), 1),
        "take_along_axis",
    ),
    "update a row": Move(lambda t: t.index_update(1, t[0]), _replaced(1, lambda a: a[0]), "index_update"),
    "update with a scalar": Move(lambda t: t.index_update((1, 2), True), _replaced((1, 2), lambda a: True), "index_update"),
    "update reversed": Move(
        lambda t: t.index_update((slice(None), slice(None, None, -1)), t),
        _replaced((slice(None), slice(None, None, -1)), lambda a: a),
        "index_update",
    ),
    "update a list": Move(lambda t: t.index_update([1, 0], t), _replaced([1, 0], lambda a: a), "index_update"),
    "update a mask with a scalar": Move(lambda t: t.index_update(SPOTS, True), _replaced(SPOTS, lambda a: True), "index_update"),
    "update a mask with values": Move(lambda t: t.index_update(SPOTS, t[0]), _replaced(SPOTS, lambda a: a[0]), "index_update"),
    "onehot_like": Move(lambda t: t.onehot_like(_integers(t, [2, 0])), lambda a: np.eye(3, dtype=a.dtype)[[2, 0]], "onehot_like"),
}
JOINING: Final[dict[str, Move]] = {
    "concatenate": Move(lambda t: ep.concatenate([t, t], 1), lambda a: np.concatenate([a, a], 1), "concatenate"),
    "stack": Move(lambda t: ep.stack([t, t], 1), lambda a: np.stack([a, a], 1), "stack"),
}
CREATING: Final[dict[str, Move]] = {
    "zeros": Move(lambda t: t.zeros((2, 2)), lambda a: np.zeros((2, 2), a.dtype), "zeros"),
    "ones_like": Move(lambda t: t.ones_like(), lambda a: np.ones((2, 3), a.dtype), "ones_like"),
    "full with a scalar": Move(lambda t: t.full((2,), True), lambda a: np.ones(2, a.dtype), "full"),
    "full with a tensor": Move(lambda t: t.full((2,), t[0, 2]), lambda a: np.full(2, a[0, 2], a.dtype), "full"),
    "from_numpy": Move(lambda t: t.from_numpy(t.numpy()), lambda a: a, "from_numpy"),
}
REFUSED: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("torch", "take_along_axis"): ("uint16",),
    ("torch", "onehot_like"): ("uint16",),
    ("tensorflow", "tile"): ("uint16",),
}
"""Backend and operation -> the dtypes of `DTYPES` for which the framework has no kernel; every other one works."""
SPECIAL: Final[tuple[Array, ...]] = (
    np.array([[np.nan, -0.0, np.inf], [0.0, -np.inf, 1e-45]], np.float32),  # the last is subnormal
    np.array([[-0.0, np.nan, 1e-7], [65504, -np.inf, 0.0]], np.float16),
    np.array([[complex(-0.0, np.nan), 1j, -1], [complex(np.inf, -0.0), 0, 2]], np.complex64),
)


def check_move(backend: TestBackend, move: Move, dtype: str) -> None:
    """The operation gives NumPy's result in a dtype, or refuses the dtype as `REFUSED` says."""
    array = np.array([[3, 0, 2], [1, 1, 0]]).astype(ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype_on(backend, dtype))
    t = backend.tensor(array.astype(np.float32)).astype(ep.bfloat16) if dtype == "bfloat16" else backend.tensor(array)
    if dtype in REFUSED.get((backend.name, move.op), ()):
        assert_refuses(backend, TypeError, move.op, lambda: move.ours(t), dtype)
    else:
        assert_moved(backend, move.ours(t), move.numpy(array), dtype=dtype_on(backend, dtype))


def check_special(backend: TestBackend, move: Move) -> None:
    """NaN, infinities, subnormal numbers and the signs of zeros arrive as they are."""
    for array in SPECIAL:
        assert_moved(backend, move.ours(backend.tensor(array)), move.numpy(array), dtype=array.dtype.name)


def over(moves: dict[str, Move]) -> pytest.MarkDecorator:
    """Parametrize a test by `move`."""

    def params() -> Iterator[object]:
        return (pytest.param(move, id=name) for name, move in moves.items())

    return pytest.mark.parametrize("move", list(params()))
