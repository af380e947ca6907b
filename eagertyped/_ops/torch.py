"""PyTorch's kernels."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from .._tensor.tensor import PyTorchTensor
from ..dtypes import MARKERS, kind_rank
from . import torch_autograd, torch_indexing
from .contract import Axes, Operations, Scalar
from .numpy_like import check_array
from .torch_indexing import fitting
from .torch_random import TorchDraws

__all__ = ["TorchOperations"]

Tensor = torch.Tensor

_DTYPES: Final[dict[str, torch.dtype]] = {name: getattr(torch, name) for name in MARKERS}
_NAMES: Final = {dtype: name for name, dtype in _DTYPES.items()}
_KINDS: Final = {dtype: kind_rank(name) for name, dtype in _DTYPES.items()}
_LIMITS: Final = {torch.bool: (0, 1), **torch_indexing.LIMITS}
_STRIDED: Final = torch.strided
_WIDE_UNSIGNED: Final = frozenset({torch.uint16, torch.uint32})


def _comparable(x: Tensor, y: Tensor | Scalar) -> tuple[Tensor, Tensor | Scalar]:
    """Operands whose comparison is exact where PyTorch would wrap a Python int, or has no kernel (uint16 and uint32)."""
    if x.dtype in _WIDE_UNSIGNED:
        x = x.to(torch.int64)
    if isinstance(y, Tensor):
        if y.dtype in _WIDE_UNSIGNED:
            y = y.to(torch.int64)
        if x.dtype is not y.dtype:
            if torch.uint64 in (x.dtype, y.dtype) and not (x.is_floating_point() or y.is_floating_point()):
                raise TypeError(f"no dtype holds both {_NAMES[x.dtype]} and {_NAMES[y.dtype]}")
            if not (x.dim() and y.dim()):  # PyTorch would cast a 0-d tensor to the other's dtype first, and wrap or round its value
                common = torch.promote_types(x.dtype, y.dtype)
                x, y = x.to(common), y.to(common)
    elif type(y) is int:
        if x.dtype not in _LIMITS:
            return x, (y if abs(y) < 2**63 else float(y))
        low, high = _LIMITS[x.dtype]
        if not low <= y <= high:  # then every element is to y as 0 is to its sign
            return x.new_zeros(x.shape, dtype=torch.int8), (1 if y > 0 else -1)
    return x, y


def _comparison(native: Callable[..., Tensor]) -> staticmethod[[Tensor, Tensor | Scalar], Tensor]:
    def kernel(x: Tensor, y: Tensor | Scalar, /) -> Tensor:
        dtype = x.dtype
        if (y.dtype is dtype if isinstance(y, Tensor) else type(y) is float) and dtype not in _WIDE_UNSIGNED:
            return native(x, y)
        return native(*_comparable(x, y))

    return staticmethod(kernel)


def _dims(x: Tensor, axis: Axes) -> int | tuple[int, ...]:
    return tuple(range(x.dim())) if axis is None else axis


class TorchOperations(Operations[Tensor]):
    """Kernels on `torch.Tensor`."""

    name = "torch"
    title = "PyTorch"

    # -- the tensor itself -----------------------------------------------------------------------------------------

    def accept(self, x: Any, /) -> Tensor:  # Any: as in the contract
        if x.is_nested:  # of layout strided or jagged
            raise TypeError("cannot wrap a nested PyTorch tensor. Cure: torch.nested.to_padded_tensor(tensor, padding).")
        if x.layout is not _STRIDED:
            raise TypeError(f"cannot wrap a PyTorch tensor of layout {x.layout}. Cure: tensor.to_dense().")
        if x.is_quantized:
            raise TypeError(f"cannot wrap a quantised PyTorch tensor ({x.dtype}). Cure: tensor.dequantize().")
        accepted: Tensor = x
        return accepted

    def shape(self, x: Tensor, /) -> tuple[int, ...]:
        return tuple(x.shape)

    def ndim(self, x: Tensor, /) -> int:
        return x.dim()

    def dtype(self, x: Tensor, /) -> str:
        return _NAMES.get(x.dtype) or str(x.dtype).removeprefix("torch.")

    def kind(self, x: Tensor, /) -> int:
        return _KINDS.get(x.dtype, 3)

    def astype(self, x: Tensor, dtype: str, /) -> Tensor:
        return x.to(_DTYPES[dtype])

    def numpy(self, x: Tensor, /) -> npt.NDArray[Any]:  # Any: as in the contract
        if x.is_meta:
            raise TypeError("a tensor on the meta device has no values")
        x = x.detach().resolve_conj().resolve_neg().cpu()
        if x.dtype is not torch.bfloat16:
            return x.numpy(force=True)  # of what autograd keeps as zeros without memory too
        try:
            import ml_dtypes
        except ImportError:
            raise TypeError("NumPy has no bfloat16 dtype without the package ml_dtypes") from None
        return x.view(torch.uint16).numpy(force=True).view(ml_dtypes.bfloat16)

    def item(self, x: Tensor, /) -> Scalar:
        return x.item()

    def truth(self, x: Tensor, /) -> bool:
        return bool(x)

    # -- elementwise, one operand ----------------------------------------------------------------------------------

    abs = staticmethod(torch.abs)
    negative = staticmethod(torch.neg)
    sqrt = staticmethod(torch.sqrt)
    square = staticmethod(torch.square)
    exp = staticmethod(torch.exp)
    log = staticmethod(torch.log)
    log2 = staticmethod(torch.log2)
    log10 = staticmethod(torch.log10)
    log1p = staticmethod(torch.log1p)
    sin = staticmethod(torch.sin)
    cos = staticmethod(torch.cos)
    tan = staticmethod(torch.tan)
    sinh = staticmethod(torch.sinh)
    cosh = staticmethod(torch.cosh)
    tanh = staticmethod(torch.tanh)
    arcsin = staticmethod(torch.asin)
    arccos = staticmethod(torch.acos)
    arctan = staticmethod(torch.atan)
    arcsinh = staticmethod(torch.asinh)
    arccosh = staticmethod(torch.acosh)
    arctanh = staticmethod(torch.atanh)
    round = staticmethod(torch.round)
    ceil = staticmethod(torch.ceil)
    floor = staticmethod(torch.floor)
    isnan = staticmethod(torch.isnan)
    isinf = staticmethod(torch.isinf)
    logical_not = staticmethod(torch.logical_not)

    def sign(self, x: Tensor, /) -> Tensor:
        # torch.sgn of NaN is 0; everywhere else it is NaN
        return torch.where(torch.isnan(x), x, torch.sgn(x)) if x.is_floating_point() else torch.sgn(x)

    # -- elementwise, two operands ---------------------------------------------------------------------------------

    add = staticmethod(operator.add)
    subtract = staticmethod(operator.sub)
    multiply = staticmethod(operator.mul)
    divide = staticmethod(operator.truediv)
    remainder = staticmethod(operator.mod)
    pow = staticmethod(operator.pow)
    logical_and = staticmethod(operator.and_)
    logical_or = staticmethod(operator.or_)
    matmul = staticmethod(torch.matmul)

    def floor_divide(self, x: Tensor | Scalar, y: Tensor | Scalar, /) -> Tensor:
        # for floats `//` has no gradient; its equal in torch.div has
        floats = any(isinstance(operand, Tensor) and operand.is_floating_point() for operand in (x, y))
        if floats and not isinstance(x, complex) and not isinstance(y, complex):
            if isinstance(y, Tensor) and not isinstance(x, Tensor):
                x = y.new_full((), x)
            if isinstance(x, Tensor):
                return torch.div(x, y, rounding_mode="floor")
        result: Tensor = operator.floordiv(x, y)
        return result

    equal = _comparison(operator.eq)
    not_equal = _comparison(operator.ne)
    less = _comparison(operator.lt)
    less_equal = _comparison(operator.le)
    greater = _comparison(operator.gt)
    greater_equal = _comparison(operator.ge)

    def minimum(self, x: Tensor, y: Tensor | Scalar, /) -> Tensor:
        if type(y) is float:
            return x.clamp(max=y)
        if isinstance(y, Tensor):
            return torch.minimum(x, y)
        return x.logical_and(x.new_full((), y)) if x.dtype is torch.bool else x.clamp(max=fitting(y, x.dtype))

    def maximum(self, x: Tensor, y: Tensor | Scalar, /) -> Tensor:
        if type(y) is float:
            return x.clamp(min=y)
        if isinstance(y, Tensor):
            return torch.maximum(x, y)
        return x.logical_or(x.new_full((), y)) if x.dtype is torch.bool else x.clamp(min=fitting(y, x.dtype))

    def clip(self, x: Tensor, low: Scalar | None, high: Scalar | None, /) -> Tensor:
        if type(low) is int:
            low = fitting(low, x.dtype)
        if type(high) is int:
            high = fitting(high, x.dtype)
        return x.clamp(low, high)

    def where(self, condition: Tensor, x: Tensor | Scalar, y: Tensor | Scalar, /) -> Tensor:
        if isinstance(x, Tensor):
            return torch.where(condition, x, y if isinstance(y, Tensor) else fitting(y, x.dtype))
        return torch.where(condition, fitting(x, y.dtype) if isinstance(y, Tensor) else x, y)

    # -- reductions and order --------------------------------------------------------------------------------------

    def sum(self, x: Tensor, axis: Axes, keepdims: bool, /) -> Tensor:
        if axis is None and not keepdims:
            return torch.sum(x)
        if axis == ():  # to torch.sum it means every axis
            return x.to(self._accumulator(x))
        return torch.sum(x, axis if type(axis) is int else _dims(x, axis), keepdim=keepdims)

    def prod(self, x: Tensor, axis: Axes, keepdims: bool, /) -> Tensor:
        if axis is None and not keepdims:
            return torch.prod(x)
        if isinstance(axis, int):
            return torch.prod(x, axis, keepdim=keepdims)
        result = x.to(self._accumulator(x)) if axis == () or not x.dim() else x
        for dim in sorted(range(x.dim()) if axis is None else axis, reverse=True):  # torch.prod takes one axis
            result = torch.prod(result, dim, keepdim=keepdims)
        return result

    def _accumulator(self, x: Tensor) -> torch.dtype:
        return x.dtype if x.is_floating_point() or x.is_complex() else torch.int64

    def mean(self, x: Tensor, axis: Axes, keepdims: bool, /) -> Tensor:
        if axis is None and not keepdims:
            return torch.mean(x)
        return x if axis == () else torch.mean(x, _dims(x, axis), keepdim=keepdims)

    def min(self, x: Tensor, axis: Axes, keepdims: bool, /) -> Tensor:
        return x.clone() if axis == () and x.dim() else torch.amin(x, _dims(x, axis), keepdim=keepdims)

    def max(self, x: Tensor, axis: Axes, keepdims: bool, /) -> Tensor:
        return x.clone() if axis == () and x.dim() else torch.amax(x, _dims(x, axis), keepdim=keepdims)

    def all(self, x: Tensor, axis: Axes, keepdims: bool, /) -> Tensor:
        return torch.all(x, _dims(x, axis), keepdim=keepdims)

    def any(self, x: Tensor, axis: Axes, keepdims: bool, /) -> Tensor:
        return torch.any(x, _dims(x, axis), keepdim=keepdims)

    def argmin(self, x: Tensor, axis: int | None, /) -> Tensor:
        return torch.argmin(x, axis)

    def argmax(self, x: Tensor, axis: int | None, /) -> Tensor:
        return torch.argmax(x, axis)

    cumsum = staticmethod(torch.cumsum)

    def sort(self, x: Tensor, axis: int, /) -> Tensor:
        return torch.sort(x, dim=axis, stable=True).values

    def argsort(self, x: Tensor, axis: int, /) -> Tensor:
        return torch.sort(x, dim=axis, stable=True).indices

    def topk(self, x: Tensor, k: int, sorted: bool, /) -> tuple[Tensor, Tensor]:
        values, indices = torch.topk(x, k, sorted=sorted)
        return values, indices

    # -- shape -----------------------------------------------------------------------------------------------------

    reshape = staticmethod(torch.reshape)
    expand_dims = staticmethod(torch.unsqueeze)
    tile = staticmethod(torch.tile)
    flip = staticmethod(torch_indexing.flip)

    def transpose(self, x: Tensor, axes: tuple[int, ...] | None, /) -> Tensor:
        return torch.permute(x, tuple(range(x.dim()))[::-1] if axes is None else axes)

    def squeeze(self, x: Tensor, axes: tuple[int, ...], /) -> Tensor:
        return torch.squeeze(x, axes)

    def pad(self, x: Tensor, paddings: tuple[tuple[int, int], ...], mode: Literal["constant", "reflect"], value: Scalar, /) -> Tensor:
        if mode == "reflect":
            return torch_indexing.pad_reflect(x, paddings)
        value = fitting(value, x.dtype)
        if isinstance(value, bool | float) or abs(value) < 2**53:
            widths = [n for pair in reversed(paddings) for n in pair]  # from the last axis on
            if not isinstance(value, complex):
                return functional.pad(x, widths, value=value)
        shape = [before + n + after for n, (before, after) in zip(x.shape, paddings, strict=True)]
        padded = x.new_full(shape, value)  # functional.pad takes its value as a float
        padded[tuple(slice(before, before + n) for n, (before, _) in zip(x.shape, paddings, strict=True))] = x
        return padded

    def meshgrid(self, xs: Sequence[Tensor], indexing: Literal["xy", "ij"], /) -> Sequence[Tensor]:
        # torch.meshgrid wants one dtype
        axes = list(range(len(xs)))
        if indexing == "xy":
            axes[:2] = axes[:2][::-1]
        sizes = [0] * len(xs)
        for x, axis in zip(xs, axes, strict=True):
            sizes[axis] = x.numel()
        return [x.reshape([x.numel() if a == axis else 1 for a in range(len(xs))]).expand(sizes) for x, axis in zip(xs, axes, strict=True)]

    def concatenate(self, xs: Sequence[Tensor], axis: int, /) -> Tensor:
        if len({x.dim() for x in xs}) > 1:  # torch.cat passes over empty 1-D tensors
            raise ValueError(f"tensors to concatenate need one rank, got {[x.dim() for x in xs]}")
        return torch.cat(list(xs), axis)

    def stack(self, xs: Sequence[Tensor], axis: int, /) -> Tensor:
        return torch.stack(xs, axis)  # type: ignore[arg-type]  # its stubs want a list or a tuple; the C++ takes any sequence

    # -- indexing --------------------------------------------------------------------------------------------------

    getitem = staticmethod(torch_indexing.getitem)
    index_update = staticmethod(torch_indexing.index_update)
    take_along_axis = staticmethod(torch_indexing.take_along_axis)

    def onehot(self, x: Tensor, indices: Tensor, value: Scalar, /) -> Tensor:
        return x.new_zeros(x.shape).scatter(1, indices.to(torch.int64).unsqueeze(1), fitting(value, x.dtype))

    # -- creation --------------------------------------------------------------------------------------------------

    def full(self, x: Tensor, shape: tuple[int, ...], value: Tensor | Scalar, /) -> Tensor:
        if isinstance(value, Tensor):
            return value.to(x.device, x.dtype).expand(shape).clone()
        return x.new_full(shape, fitting(value, x.dtype))

    def zeros(self, x: Tensor, shape: tuple[int, ...], /) -> Tensor:
        return x.new_zeros(shape)

    def ones(self, x: Tensor, shape: tuple[int, ...], /) -> Tensor:
        return x.new_ones(shape)

    def arange(self, x: Tensor, start: int, stop: int, step: int, /) -> Tensor:
        if (stop - start) * step < 0:
            return torch.arange(0, device=x.device)  # empty, as range is; torch.arange raises
        return torch.arange(start, stop, step, device=x.device)

    def uniform(self, x: Tensor, shape: tuple[int, ...], low: float, high: float, /) -> Tensor:
        return torch.empty(shape, dtype=x.dtype, device=x.device).uniform_(low, high)

    def normal(self, x: Tensor, shape: tuple[int, ...], mean: float, stddev: float, /) -> Tensor:
        return torch.empty(shape, dtype=x.dtype, device=x.device).normal_(mean, stddev)

    def generator(self, x: Tensor, seed: int | Tensor, /) -> TorchDraws:
        return TorchDraws(np.random.SeedSequence(int(seed)), x.device)

    def from_numpy(self, x: Tensor, array: npt.NDArray[np.generic], /) -> Tensor:
        if torch.compiler.is_compiling():  # which knows arrays as tensors, without their dtype
            return torch.from_numpy(np.array(array)).to(x.device)
        check_array(array)
        native = np.array(array, dtype=array.dtype.newbyteorder("="), order="C")  # a copy: PyTorch would share even read-only memory
        if array.dtype.name == "bfloat16":
            return torch.from_numpy(native.view(np.uint16)).view(torch.bfloat16).to(x.device)
        return torch.from_numpy(native).to(x.device)

    # -- linear algebra --------------------------------------------------------------------------------------------

    inv = staticmethod(torch.linalg.inv)

    def slogdet(self, x: Tensor, /) -> tuple[Tensor, Tensor]:
        sign, logabsdet = torch.linalg.slogdet(x)
        return sign, logabsdet

    def softmax(self, x: Tensor, axis: int, /) -> Tensor:
        return torch.softmax(x, axis)

    def log_softmax(self, x: Tensor, axis: int, /) -> Tensor:
        return torch.log_softmax(x, axis)

    def crossentropy(self, logits: Tensor, labels: Tensor, /) -> Tensor:
        # not functional.cross_entropy: a label of -100 means "ignore" to it
        return -torch.log_softmax(logits, 1).gather(1, labels.to(torch.int64).unsqueeze(1)).squeeze(1)

    # -- gradients -------------------------------------------------------------------------------------------------

    value_and_grad = staticmethod(torch_autograd.value_and_grad)
    jacobian = staticmethod(torch_autograd.jacobian)
    stop_gradient = staticmethod(torch.detach)


# Here, since an import is executed while Dynamo traces: an assignment in `load` would be traced, and not be seen by what follows
PyTorchTensor._ops = TorchOperations()
