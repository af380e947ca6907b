"""One chaining tensor API for PyTorch, TensorFlow, JAX and NumPy, whose types are exact: ``Tensor[Torch, Float32]``.

Wrap a native tensor with `astensor`, chain methods, take ``.raw`` back. Importing this package imports NumPy and no other framework.
"""

from typing import TypeVar as _TypeVar

from . import backends as backends
from . import dtypes as dtypes
from . import modules as modules
from . import norms as norms
from . import types as types
from . import utils as utils
from ._compat import install_as_eagerpy as install_as_eagerpy
from ._version import __version__ as __version__
from .astensor import astensor as astensor
from .astensor import astensor_ as astensor_
from .astensor import astensors as astensors
from .astensor import astensors_ as astensors_
from .backends import JAX as JAX
from .backends import Backend as Backend
from .backends import NumPy as NumPy
from .backends import TensorFlow as TensorFlow
from .backends import Torch as Torch
from .convert import is_tensor as is_tensor
from .dtypes import (
    BFloat16 as BFloat16,
)
from .dtypes import (
    Bool as Bool,
)
from .dtypes import (
    Complex64 as Complex64,
)
from .dtypes import (
    Complex128 as Complex128,
)
from .dtypes import (
    ComplexFloating as ComplexFloating,
)
from .dtypes import (
    DType as DType,
)
from .dtypes import (
    DTypeLike as DTypeLike,
)
from .dtypes import (
    Float16 as Float16,
)
from .dtypes import (
    Float32 as Float32,
)
from .dtypes import (
    Float64 as Float64,
)
from .dtypes import (
    Floating as Floating,
)
from .dtypes import (
    Int8 as Int8,
)
from .dtypes import (
    Int16 as Int16,
)
from .dtypes import (
    Int32 as Int32,
)
from .dtypes import (
    Int64 as Int64,
)
from .dtypes import (
    Integer as Integer,
)
from .dtypes import (
    NativeDType as NativeDType,
)
from .dtypes import (
    Numeric as Numeric,
)
from .dtypes import (
    SignedInteger as SignedInteger,
)
from .dtypes import (
    UInt8 as UInt8,
)
from .dtypes import (
    UInt16 as UInt16,
)
from .dtypes import (
    UInt32 as UInt32,
)
from .dtypes import (
    UInt64 as UInt64,
)
from .dtypes import (
    UnsignedInteger as UnsignedInteger,
)
from .dtypes import (
    bfloat16 as bfloat16,
)
from .dtypes import (
    bool_ as bool_,
)
from .dtypes import (
    complex64 as complex64,
)
from .dtypes import (
    complex128 as complex128,
)
from .dtypes import (
    float16 as float16,
)
from .dtypes import (
    float32 as float32,
)
from .dtypes import (
    float64 as float64,
)
from .dtypes import (
    int8 as int8,
)
from .dtypes import (
    int16 as int16,
)
from .dtypes import (
    int32 as int32,
)
from .dtypes import (
    int64 as int64,
)
from .dtypes import (
    uint8 as uint8,
)
from .dtypes import (
    uint16 as uint16,
)
from .dtypes import (
    uint32 as uint32,
)
from .dtypes import (
    uint64 as uint64,
)
from .framework import (
    abs as abs,
)
from .framework import (
    all as all,
)
from .framework import (
    any as any,
)
from .framework import (
    arange as arange,
)
from .framework import (
    arccos as arccos,
)
from .framework import (
    arccosh as arccosh,
)
from .framework import (
    arcsin as arcsin,
)
from .framework import (
    arcsinh as arcsinh,
)
from .framework import (
    arctan as arctan,
)
from .framework import (
    arctanh as arctanh,
)
from .framework import (
    argmax as argmax,
)
from .framework import (
    argmin as argmin,
)
from .framework import (
    argsort as argsort,
)
from .framework import (
    ceil as ceil,
)
from .framework import (
    clip as clip,
)
from .framework import (
    concatenate as concatenate,
)
from .framework import (
    cos as cos,
)
from .framework import (
    cosh as cosh,
)
from .framework import (
    crossentropy as crossentropy,
)
from .framework import (
    cumsum as cumsum,
)
from .framework import (
    exp as exp,
)
from .framework import (
    expand_dims as expand_dims,
)
from .framework import (
    flatten as flatten,
)
from .framework import (
    flip as flip,
)
from .framework import (
    floor as floor,
)
from .framework import (
    from_numpy as from_numpy,
)
from .framework import (
    full as full,
)
from .framework import (
    full_like as full_like,
)
from .framework import (
    index_update as index_update,
)
from .framework import (
    inf as inf,
)
from .framework import (
    inv as inv,
)
from .framework import (
    isinf as isinf,
)
from .framework import (
    isnan as isnan,
)
from .framework import (
    log as log,
)
from .framework import (
    log1p as log1p,
)
from .framework import (
    log2 as log2,
)
from .framework import (
    log10 as log10,
)
from .framework import (
    log_softmax as log_softmax,
)
from .framework import (
    logical_and as logical_and,
)
from .framework import (
    logical_not as logical_not,
)
from .framework import (
    logical_or as logical_or,
)
from .framework import (
    matmul as matmul,
)
from .framework import (
    max as max,
)
from .framework import (
    maximum as maximum,
)
from .framework import (
    mean as mean,
)
from .framework import (
    meshgrid as meshgrid,
)
from .framework import (
    min as min,
)
from .framework import (
    minimum as minimum,
)
from .framework import (
    nan as nan,
)
from .framework import (
    newaxis as newaxis,
)
from .framework import (
    normal as normal,
)
from .framework import (
    onehot_like as onehot_like,
)
from .framework import (
    ones as ones,
)
from .framework import (
    ones_like as ones_like,
)
from .framework import (
    pad as pad,
)
from .framework import (
    pow as pow,
)
from .framework import (
    prod as prod,
)
from .framework import (
    reshape as reshape,
)
from .framework import (
    round as round,
)
from .framework import (
    sign as sign,
)
from .framework import (
    sin as sin,
)
from .framework import (
    sinh as sinh,
)
from .framework import (
    slogdet as slogdet,
)
from .framework import (
    softmax as softmax,
)
from .framework import (
    sort as sort,
)
from .framework import (
    sqrt as sqrt,
)
from .framework import (
    square as square,
)
from .framework import (
    squeeze as squeeze,
)
from .framework import (
    stack as stack,
)
from .framework import (
    sum as sum,
)
from .framework import (
    take_along_axis as take_along_axis,
)
from .framework import (
    tan as tan,
)
from .framework import (
    tanh as tanh,
)
from .framework import (
    tile as tile,
)
from .framework import (
    topk as topk,
)
from .framework import (
    transpose as transpose,
)
from .framework import (
    uniform as uniform,
)
from .framework import (
    value_and_grad as value_and_grad,
)
from .framework import (
    value_and_grad_fn as value_and_grad_fn,
)
from .framework import (
    value_aux_and_grad as value_aux_and_grad,
)
from .framework import (
    where as where,
)
from .framework import (
    zeros as zeros,
)
from .framework import (
    zeros_like as zeros_like,
)
from .lib import kl_div_with_logits as kl_div_with_logits
from .modules import jax as jax
from .modules import numpy as numpy
from .modules import tensorflow as tensorflow
from .modules import torch as torch
from .tensor import JAXTensor as JAXTensor
from .tensor import NumPyTensor as NumPyTensor
from .tensor import PyTorchTensor as PyTorchTensor
from .tensor import Tensor as Tensor
from .tensor import TensorFlowTensor as TensorFlowTensor
from .tensor import TensorType as TensorType
from .tensor import istensor as istensor

_T = _TypeVar("_T")


class _Index:
    """``ep.index[1:, None]`` is the index itself, to keep or to pass on."""

    __slots__ = ()

    def __getitem__(self, key: _T) -> _T:
        return key


index: _Index = _Index()
