"""The project's API, written here once as data: what each Tensor and the package must have. The tests that are about every name read it."""

from __future__ import annotations

UNARY = "sqrt exp log log2 log10 log1p sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh"
SIMPLE = "abs sign square round ceil floor isnan isinf logical_not"
REDUCE = "axis=None, keepdims=False"

METHODS: dict[str, dict[str, str]] = {
    "elementwise": {
        **dict.fromkeys(SIMPLE.split(), ""),
        **dict.fromkeys(["logical_and", "logical_or", "minimum", "maximum"], "other"),
        "pow": "exponent",
        "clip": "min_=None, max_=None",
        "where": "x, y",
    },
    "transcendental": dict.fromkeys(UNARY.split(), ""),
    "reductions": {
        **dict.fromkeys(["sum", "prod", "mean", "min", "max", "all", "any"], REDUCE),
        **dict.fromkeys(["argmin", "argmax", "cumsum"], "axis=None"),
        **dict.fromkeys(["argsort", "sort"], "axis=-1"),
        "topk": "k, sorted=True",
    },
    "shaping": {
        "reshape": "shape",
        "flatten": "start=0, end=-1",
        "transpose": "axes=None",
        "squeeze": "axis=None",
        "expand_dims": "axis",
        "tile": "multiples",
        "flip": "axis=None",
        "pad": "paddings, mode='constant', value=0",
        "meshgrid": "*tensors, indexing='xy'",
    },
    "indexing": {
        "take_along_axis": "index, axis",
        "index_update": "indices, values",
        "onehot_like": "indices, *, value=1",
    },
    "creation": {
        **dict.fromkeys(["zeros", "ones"], "shape"),
        **dict.fromkeys(["zeros_like", "ones_like"], ""),
        "full": "shape, value",
        "full_like": "fill_value",
        "uniform": "shape, low=0.0, high=1.0",
        "normal": "shape, mean=0.0, stddev=1.0",
        "from_numpy": "array",
        "arange": "start, stop=None, step=None",
    },
    "autodiff": {"stop_gradient": ""},
    "linalg": {
        **dict.fromkeys(["inv", "slogdet"], ""),
        **dict.fromkeys(["softmax", "log_softmax"], "axis=-1"),
        "crossentropy": "labels",
        "matmul": "other",
    },
}
"""Family -> operation -> parameters of the method; each is a function of the same name too, with the tensor in front."""

METHODS_ONLY: dict[str, dict[str, str]] = {
    "elementwise": {"astype": "dtype", "float32": "", "float64": "", "bool": ""},
    "core": {"numpy": "", "item": ""},
}
FUNCTIONS_ONLY: dict[str, dict[str, str]] = {
    "combining": dict.fromkeys(["concatenate", "stack"], "tensors, axis=0"),
    "norms": {"kl_div_with_logits": "logits_p, logits_q, axis=-1, keepdims=False"},
    "autodiff": dict.fromkeys(["grad", "jacobian", "hessian"], "f, t, /, *args, **kwargs"),
}
"""Family whose tests cover it -> function -> parameters."""
GRADIENTS: dict[str, tuple[str, str]] = {
    "value_and_grad": ("f, *args, **kwargs", "f, t, *args, **kwargs"),
    "value_aux_and_grad": ("f, *args, **kwargs", "f, t, *args, **kwargs"),
    "value_and_grad_fn": ("f, has_aux=False", "t, f, has_aux=False"),
}
"""Name -> parameters of the method and of the function."""
OF_TWO: dict[str, str] = {
    **dict.fromkeys(["minimum", "maximum", "logical_and", "logical_or", "matmul"], "x, y"),
    "where": "condition, x, y",
    "meshgrid": "*tensors, indexing='xy'",
}
"""Functions whose parameters are not those of the method with a tensor in front: the tensor may stand on either side, or be one of many."""
NORMS: dict[str, str] = {**dict.fromkeys(["l0", "l1", "l2", "linf"], REDUCE), "lp": "p, axis=None, keepdims=False"}
"""Both as ``t.norms.l2(...)`` and as ``ep.norms.l2(t, ...)``."""

ATTRIBUTES = "raw shape ndim dtype T norms"
PROTOCOLS = (
    "len iter bool repr format getitem float int index complex array reduce hash"
    " add sub mul truediv floordiv mod pow matmul radd rsub rmul rtruediv rfloordiv rmod rpow rmatmul abs neg pos eq ne lt le gt ge"
)
"""Special methods, without their underscores."""

CONVERSIONS = "astensor astensors astensor_ astensors_ istensor is_tensor"
CLASSES = "Tensor PyTorchTensor TensorFlowTensor JAXTensor NumPyTensor TensorType"
BACKENDS = "Backend Torch TensorFlow JAX NumPy"
DTYPES = (
    "Bool UInt8 UInt16 UInt32 UInt64 Int8 Int16 Int32 Int64 Float16 BFloat16 Float32 Float64 Complex64 Complex128"
    " SignedInteger UnsignedInteger Integer Floating ComplexFloating Numeric DType DTypeLike NativeDType"
    " bool_ uint8 uint16 uint32 uint64 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128"
)
OTHER = "torch tensorflow jax numpy utils types norms modules random backends dtypes index newaxis inf nan install_as_eagerpy result_type"

EAGERPY: dict[str, str] = {
    "": (
        "JAXTensor NumPyTensor PyTorchTensor Tensor TensorFlowTensor TensorType abs all any arange arctanh argmax argmin argsort"
        " astensor astensor_ astensors astensors_ clip concatenate crossentropy cumsum exp expand_dims flatten flip from_numpy"
        " full full_like index index_update inf isinf isnan istensor jax kl_div_with_logits log log10 log1p log2 log_softmax"
        " logical_and logical_not logical_or matmul max maximum mean meshgrid min minimum modules nan newaxis normal norms numpy"
        " onehot_like ones ones_like pad pow prod reshape sign slogdet softmax sort sqrt square squeeze stack sum take_along_axis"
        " tanh tensorflow tile topk torch transpose types uniform utils value_and_grad value_and_grad_fn value_aux_and_grad where"
        " zeros zeros_like __version__"
    ),
    "astensor": "RestoreTypeFunc astensor astensor_ astensors astensors_",
    "framework": (
        "abs all any arange arctanh argmax argmin argsort clip concatenate crossentropy cumsum exp expand_dims flatten flip"
        " from_numpy full full_like index_update inf isinf isnan log log10 log1p log2 log_softmax logical_and logical_not"
        " logical_or matmul max maximum mean meshgrid min minimum nan newaxis normal onehot_like ones ones_like pad pow prod"
        " reshape sign slogdet softmax sort sqrt square squeeze stack sum take_along_axis tanh tile topk transpose uniform"
        " value_and_grad value_and_grad_fn value_aux_and_grad where zeros zeros_like"
    ),
    "lib": "kl_div_with_logits",
    "modules": "ModuleWrapper jax numpy tensorflow torch",
    "norms": "l0 l1 l2 linf lp",
    "tensor": "JAXTensor NumPyTensor PyTorchTensor Tensor TensorFlowTensor TensorOrScalar TensorType istensor",
    "types": "Axes AxisAxes NativeTensor Shape ShapeOrScalar",
    "utils": "get_dummy",
}
"""Public names of EagerPy 0.30.0 by module (``""``: the package), less what it merely imports for itself."""


def operations() -> dict[str, str]:
    """Every operation that computes -> the family whose tests cover it."""
    found = {name: family for group in (METHODS, FUNCTIONS_ONLY, METHODS_ONLY) for family, names in group.items() for name in names}
    return found | dict.fromkeys(NORMS, "norms") | dict.fromkeys(GRADIENTS, "autodiff")
