"""How results are compared with NumPy's: shape, dtype name, values within the dtype's tolerance."""

from __future__ import annotations

import numpy as np

import eagertyped as ep
from tests.backends import Array, TestBackend

TOLERANCES = {"float16": 2e-3, "bfloat16": 2e-2, "float32": 2e-5, "float64": 1e-12, "complex64": 2e-5, "complex128": 1e-12}
WITHOUT_X64 = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}


def dtype_on(backend: TestBackend, dtype: str) -> str:
    """What a backend makes of a dtype: JAX has 32-bit ones here."""
    return WITHOUT_X64.get(dtype, dtype) if backend.name == "jax" else dtype


def _comparable(array: Array) -> Array:
    """NumPy's comparisons know no bfloat16."""
    return array.astype(np.float32) if array.dtype.kind == "V" else array


def assert_equal(backend: TestBackend, got: ep.Tensor, expected: object, *, dtype: str | None = None) -> None:
    """A Tensor of the backend's leaf around a native tensor, with these values; NaN equals NaN.

    Parameters
    ----------
    dtype
        Name of the dtype that the result must have; None where the rules' own test sees to it.
    """
    assert type(got) is backend.leaf
    assert backend.is_native(got.raw)
    values: Array = np.asarray(expected)
    assert got.shape == values.shape
    if dtype is not None:
        assert backend.dtype(got) == dtype
    tolerance = TOLERANCES.get(backend.dtype(got), 0)
    np.testing.assert_allclose(_comparable(got.numpy()), _comparable(values), rtol=tolerance, atol=tolerance)


def assert_moved(backend: TestBackend, got: ep.Tensor, expected: object, *, dtype: str) -> None:
    """As `assert_equal`, for elements that are moved and not computed: the same to the last bit, signs of zeros and NaN among them."""
    assert_equal(backend, got, expected, dtype=dtype)
    values = got.numpy()
    assert values.tobytes() == np.asarray(expected).astype(values.dtype).tobytes()


def assert_refuses(backend: TestBackend, error: type[Exception], op: str, call: object, *texts: str) -> None:
    """Calling raises this error, whose text names the operation, the backend and the cure, and has these texts."""
    assert callable(call)
    try:
        call()
    except error as raised:
        text = str(raised)
        for part in (op, backend.title, "Cure:", *texts):
            assert part in text, f"{part!r} is not in {text!r}"
    else:
        raise AssertionError(f"{op} on {backend.title} did not raise {error.__name__}")
