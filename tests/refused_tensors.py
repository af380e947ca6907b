"""What `astensor` refuses: how to make it, how the error text names it, and the cure that the text gives."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import eagertyped as ep
from tests.programs import untyped

Make = Callable[[], Any]  # Any: what it makes is the test's parameter

# -- of no framework -----------------------------------------------------------------------------------------------


class DataFrame:
    """As pandas has it, by name."""


class Series(DataFrame): ...


class Tensor:
    """Has the right name and the wrong module."""

    shape = ()
    dtype = np.dtype(np.float32)


Tensor.__module__ = "torch"

FOREIGN: list[Any] = [  # Any: pytest's parameters
    pytest.param(lambda: [1.0, 2.0], "a Python list", r"np\.asarray\(x\), torch\.tensor\(x\)", id="list"),
    pytest.param(lambda: (1, 2), "a Python tuple", r"jnp\.asarray\(x\)", id="tuple"),
    pytest.param(lambda: [ep.astensor(np.ones(1))], "a Python list", "native tensor", id="list of Tensors"),
    pytest.param(lambda: True, "the Python bool True", "native tensor", id="bool"),
    pytest.param(lambda: 3, "the Python int 3", "native tensor", id="int"),
    pytest.param(lambda: 1.5, r"the Python float 1\.5", "native tensor", id="float"),
    pytest.param(lambda: 1j, "the Python complex 1j", "native tensor", id="complex"),
    pytest.param(lambda: "text", "the Python str 'text'", r"torch\.Tensor", id="str"),
    pytest.param(lambda: b"text", "bytes", r"torch\.Tensor", id="bytes"),
    pytest.param(lambda: None, "None", r"numpy\.ndarray", id="None"),
    pytest.param(lambda: {"a": 1}, "a Python dict", r"numpy\.ndarray", id="dict"),
    pytest.param(lambda: {1}, "a Python set", r"numpy\.ndarray", id="set"),
    pytest.param(lambda: range(3), "range", r"numpy\.ndarray", id="range"),
    pytest.param(lambda: np.float32, "type", r"numpy\.ndarray", id="class"),
    pytest.param(lambda: np, "module", r"numpy\.ndarray", id="module"),
    pytest.param(lambda: memoryview(b"ab"), "memoryview", r"numpy\.ndarray", id="memoryview"),
    pytest.param(DataFrame, r"refused_tensors\.DataFrame", r"frame\.to_numpy\(\)", id="DataFrame"),
    pytest.param(Series, r"refused_tensors\.Series", r"series\.to_numpy\(\)", id="Series"),
    pytest.param(Tensor, r"torch\.Tensor", r"numpy\.ndarray", id="namesake"),
]


# -- of NumPy ------------------------------------------------------------------------------------------------------


def matrix() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy advises against the class
        return np.matrix([[1.0]])


NUMPY: list[Any] = [  # Any: pytest's parameters
    pytest.param(lambda: np.ma.array([1.0, 2.0], mask=[False, True]), "masked array", r"array\.filled\(value\)", id="masked"),
    pytest.param(lambda: np.ma.array([1.0]), "masked array", r"array\.filled\(value\)", id="masked, nothing hidden"),
    pytest.param(lambda: np.ma.masked, "masked array", r"array\.filled\(value\)", id="the masked constant"),
    pytest.param(matrix, r"np\.matrix", r"np\.asarray\(matrix\)", id="matrix"),
    pytest.param(lambda: np.array([None, 1]), "object", r"array\.astype", id="object"),
    pytest.param(lambda: np.array([[1], [1, 2]], object), "object", r"array\.astype", id="ragged"),
    pytest.param(lambda: np.array(["a"]), "<U1", r"array\.astype", id="str"),
    pytest.param(lambda: np.array([b"a"]), "S1", r"array\.astype", id="bytes"),
    pytest.param(lambda: np.array(["a"], np.dtypes.StringDType()), "StringDType", r"array\.astype", id="StringDType"),
    pytest.param(lambda: np.array(["2020-01-01"], "M8[D]"), r"datetime64\[D\]", r"array\.astype\(np\.int64\)", id="datetime"),
    pytest.param(lambda: np.array([1], "m8[s]"), r"timedelta64\[s\]", r"array\.astype\(np\.int64\)", id="timedelta"),
    pytest.param(lambda: np.zeros(2, [("a", "f4")]), "'a'", r"array\['name'\]", id="structured"),
    pytest.param(lambda: np.rec.array(np.zeros(2, [("a", "f4")])), "'a'", r"array\['name'\]", id="recarray"),
    pytest.param(lambda: np.zeros(2, "V4"), "V4", r"array\.astype", id="void"),
    pytest.param(lambda: np.zeros(2, ml_dtypes.float8_e4m3fn), "float8_e4m3fn", r"array\.astype\(np\.float32\)", id="float8"),
    pytest.param(lambda: np.zeros(2, ml_dtypes.int4), "int4", r"array\.astype\(np\.float32\)", id="int4"),
    pytest.param(lambda: np.str_("a"), "<U1", r"array\.astype", id="str scalar"),
    pytest.param(lambda: np.datetime64("2020-01-01"), r"datetime64\[D\]", r"np\.int64", id="datetime scalar"),
    pytest.param(lambda: np.zeros(2, np.longdouble), np.dtype(np.longdouble).name, r"array\.astype\(np\.float64\)", id="longdouble"),
    pytest.param(lambda: np.zeros(2, np.clongdouble), np.dtype(np.clongdouble).name, r"array\.astype\(np\.complex128\)", id="clongdouble"),
]


# -- of PyTorch ----------------------------------------------------------------------------------------------------


def torch_sparse() -> Any:
    import torch

    return torch.eye(2).to_sparse()


def torch_csr() -> Any:
    import torch

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch calls the format a prototype
        return torch.eye(2).to_sparse_csr()


def torch_quantised() -> Any:
    import torch

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch calls the whole feature deprecated
        return torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.quint8)


def torch_nested() -> Any:
    import torch

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch calls the layout a prototype
        return torch.nested.nested_tensor([torch.ones(1), torch.ones(2)])


TORCH: list[Any] = [  # Any: pytest's parameters
    pytest.param(torch_sparse, "(?i)sparse", r"to_dense\(\)", id="sparse"),
    pytest.param(torch_csr, "(?i)sparse", r"to_dense\(\)", id="csr"),
    pytest.param(torch_quantised, "(?i)quanti[sz]ed|quint8", r"dequantize\(\)", id="quantised"),
    pytest.param(torch_nested, "(?i)nested", "", id="nested"),
]


# -- of TensorFlow -------------------------------------------------------------------------------------------------


def tensorflow(use: Callable[[Any], Any]) -> Make:
    def make() -> Any:
        tf = untyped("tensorflow")

        return use(tf)

    return make


def quantised(tf: Any) -> Any:
    return tf.raw_ops.QuantizeV2(input=[1.0], min_range=0.0, max_range=1.0, T=tf.qint8).output


def keras_input(tf: Any) -> Any:
    return tf.keras.Input((2,))


def tensor_list(tf: Any) -> Any:
    return tf.raw_ops.EmptyTensorList(element_shape=tf.constant([], tf.int32), max_num_elements=1, element_dtype=tf.float32)


TENSORFLOW: list[Any] = [  # Any: pytest's parameters
    pytest.param(tensorflow(lambda tf: tf.ragged.constant([[1], [1, 2]])), "RaggedTensor", r"t\.to_tensor\(\)", id="ragged"),
    pytest.param(tensorflow(lambda tf: tf.sparse.eye(2)), "SparseTensor", r"tf\.sparse\.to_dense\(t\)", id="sparse"),
    pytest.param(
        tensorflow(lambda tf: tf.IndexedSlices(tf.ones((1, 1)), tf.constant([0]))),
        "IndexedSlices",
        r"tf\.convert_to_tensor\(t\)",
        id="slices",
    ),
    pytest.param(tensorflow(lambda tf: tf.constant("text")), "string", r"tf\.strings\.to_number", id="string"),
    pytest.param(tensorflow(quantised), "qint8", r"tf\.quantization\.dequantize", id="quantised"),
    pytest.param(tensorflow(tensor_list), "variant", "", id="variant"),
    pytest.param(tensorflow(keras_input), "KerasTensor", "inside a layer", id="keras"),
    pytest.param(tensorflow(lambda tf: tf.TensorArray(tf.float32, 1)), "TensorArray", "", id="TensorArray"),
    pytest.param(tensorflow(lambda tf: tf.TensorSpec((2,))), "TensorSpec", "", id="TensorSpec"),
]


# -- of JAX --------------------------------------------------------------------------------------------------------


def jax(use: Callable[[Any], Any]) -> Make:
    def make() -> Any:
        import jax

        return use(jax)

    return make


JAX: list[Any] = [  # Any: pytest's parameters
    pytest.param(jax(lambda jax: jax.random.key(0)), "key<fry>", r"jax\.random\.key_data\(key\)", id="key"),
    pytest.param(jax(lambda jax: jax.random.split(jax.random.key(0))), "key<fry>", r"jax\.random\.key_data\(key\)", id="keys"),
    pytest.param(jax(lambda jax: jax.ShapeDtypeStruct((2,), np.float32)), "ShapeDtypeStruct", r"jax\.Array", id="struct"),
]
