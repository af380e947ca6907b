"""One chaining tensor API for PyTorch, TensorFlow, JAX and NumPy, whose types are exact: ``Tensor[Torch, Float32]``.

Wrap a native tensor with `astensor`, chain methods, take ``.raw`` back. Importing this package imports NumPy and no other framework.
"""

from typing import TypeVar as _TypeVar

from . import backends as backends, dtypes as dtypes, modules as modules, norms as norms, random as random, types as types, utils as utils
from ._compat import install_as_eagerpy as install_as_eagerpy
from ._version import __version__ as __version__
from .astensor import astensor as astensor, astensor_ as astensor_, astensors as astensors, astensors_ as astensors_
from .backends import JAX as JAX, Backend as Backend, NumPy as NumPy, TensorFlow as TensorFlow, Torch as Torch
from .convert import is_tensor as is_tensor
from .dtypes import (
    BFloat16 as BFloat16,
    Bool as Bool,
    Complex64 as Complex64,
    Complex128 as Complex128,
    ComplexFloating as ComplexFloating,
    DType as DType,
    DTypeLike as DTypeLike,
    Float16 as Float16,
    Float32 as Float32,
    Float64 as Float64,
    Floating as Floating,
    Int8 as Int8,
    Int16 as Int16,
    Int32 as Int32,
    Int64 as Int64,
    Integer as Integer,
    NativeDType as NativeDType,
    Numeric as Numeric,
    SignedInteger as SignedInteger,
    UInt8 as UInt8,
    UInt16 as UInt16,
    UInt32 as UInt32,
    UInt64 as UInt64,
    UnsignedInteger as UnsignedInteger,
    bfloat16 as bfloat16,
    bool_ as bool_,
    complex64 as complex64,
    complex128 as complex128,
    float16 as float16,
    float32 as float32,
    float64 as float64,
    int8 as int8,
    int16 as int16,
    int32 as int32,
    int64 as int64,
    uint8 as uint8,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
)
from .framework import (
    abs as abs,
    all as all,
    any as any,
    arange as arange,
    arccos as arccos,
    arccosh as arccosh,
    arcsin as arcsin,
    arcsinh as arcsinh,
    arctan as arctan,
    arctanh as arctanh,
    argmax as argmax,
    argmin as argmin,
    argsort as argsort,
    ceil as ceil,
    clip as clip,
    concatenate as concatenate,
    cos as cos,
    cosh as cosh,
    crossentropy as crossentropy,
    cumsum as cumsum,
    exp as exp,
    expand_dims as expand_dims,
    flatten as flatten,
    flip as flip,
    floor as floor,
    from_numpy as from_numpy,
    full as full,
    full_like as full_like,
    grad as grad,
    hessian as hessian,
    index_update as index_update,
    inf as inf,
    inv as inv,
    isinf as isinf,
    isnan as isnan,
    jacobian as jacobian,
    log as log,
    log1p as log1p,
    log2 as log2,
    log10 as log10,
    log_softmax as log_softmax,
    logical_and as logical_and,
    logical_not as logical_not,
    logical_or as logical_or,
    matmul as matmul,
    max as max,
    maximum as maximum,
    mean as mean,
    meshgrid as meshgrid,
    min as min,
    minimum as minimum,
    nan as nan,
    newaxis as newaxis,
    normal as normal,
    onehot_like as onehot_like,
    ones as ones,
    ones_like as ones_like,
    pad as pad,
    pow as pow,
    prod as prod,
    reshape as reshape,
    round as round,
    sign as sign,
    sin as sin,
    sinh as sinh,
    slogdet as slogdet,
    softmax as softmax,
    sort as sort,
    sqrt as sqrt,
    square as square,
    squeeze as squeeze,
    stack as stack,
    stop_gradient as stop_gradient,
    sum as sum,
    take_along_axis as take_along_axis,
    tan as tan,
    tanh as tanh,
    tile as tile,
    topk as topk,
    transpose as transpose,
    uniform as uniform,
    value_and_grad as value_and_grad,
    value_and_grad_fn as value_and_grad_fn,
    value_aux_and_grad as value_aux_and_grad,
    where as where,
    zeros as zeros,
    zeros_like as zeros_like,
)
from .lib import kl_div_with_logits as kl_div_with_logits
from .modules import jax as jax, numpy as numpy, tensorflow as tensorflow, torch as torch
from .result_type import result_type as result_type
from .tensor import (
    JAXTensor as JAXTensor,
    NumPyTensor as NumPyTensor,
    PyTorchTensor as PyTorchTensor,
    Tensor as Tensor,
    TensorFlowTensor as TensorFlowTensor,
    TensorType as TensorType,
    istensor as istensor,
)

_T = _TypeVar("_T")


class _Index:
    """``ep.index[1:, None]`` is the index itself, to keep or to pass on."""

    __slots__ = ()

    def __getitem__(self, key: _T) -> _T:
        return key


index: _Index = _Index()
