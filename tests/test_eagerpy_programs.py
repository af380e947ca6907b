"""Programs written for EagerPy, with only the import changed: those of its documentation, and one of our own for each family.

The first part re-expresses every program in EagerPy's README and guide (https://github.com/jonasrauber/eagerpy, MIT licence); the
signatures are those of its API reference. What eagertyped does differently, on purpose:

| where | EagerPy 0.30 | eagertyped |
|---|---|---|
| `raw` of a reduction on NumPy | a NumPy scalar | a 0-d array: a Tensor always wraps a native tensor |
| `astensor` of a NumPy scalar, `ep.numpy.tanh(3)` | ValueError; a NumPy scalar | a 0-d Tensor |
| `astensor` of what it does not know | ValueError | an error that is TypeError and ValueError |
| `astensor` of masked, object and string arrays | wraps them | TypeError that names the cure |
| a number of a higher kind (1.5 beside integers, 1 beside bools) in `where`, `minimum`, `maximum`, `clip`, `full`, `full_like`, \
`onehot_like`, `index_update` | truncated, promoted or refused, each framework as it likes | TypeError |
| two numbers in `where` | floats on PyTorch, even for 1 and 0 | the framework's default dtype for their kind |
| `logical_and(t, 1)` | PyTorch, JAX and NumPy take numbers for bools | ValueError |
| `where` with a condition that is not bool | NumPy and JAX take it | ValueError |
| `uniform`, `normal` | float64 on NumPy; floats of an integer tensor on NumPy and JAX | the tensor's dtype, which must be floating |
| `full` on TensorFlow, `onehot_like` on JAX | the number's dtype | the tensor's |
| bool times a number on TensorFlow | bool | TypeError |
| `argmin`, `argmax` without an axis on TensorFlow | along axis 0 | of the flattened tensor |
| sum and product of integers on TensorFlow | wrap | widened, as on every backend |
| `norms.l0` of integers | their dtype | a wide integer; of floats their dtype, in both |
| `crossentropy` of integer logits | on NumPy and JAX | TypeError |
| tensors of two backends | a wrapped NotImplemented, or what the first makes of the second | TypeError |
| gradient of a norm at 0 | NaN | 0 |
| gradients of integer tensors; losses that are no scalars | each framework's own error; TensorFlow sums | TypeError; ValueError |
| `kl_div_with_logits(axis=0)` | softmax along the last axis | along the axis given |
| `matmul`, `take_along_axis`, `pad` by reflection | 2-D; the last axis; images | NumPy's rules; any axis; any number of dimensions |
| random numbers on JAX | from a hidden key | from NumPy's generator, so that `np.random.seed` makes them reproducible |
| names of some parameters | see `RENAMED` below | a function's are its method's, with `t` in front |
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import eagertyped as eagerpy
from tests.backends import Array, TestBackend
from tests.programs import output

ep = eagerpy  # EagerPy's programs begin with `import eagerpy as ep`


def floats(*values: float) -> Array:
    return np.array(values, dtype=np.float32)


def check(result: Any, expected: Any, dtype: str = "float32") -> None:  # Any: a native tensor or a Tensor; what NumPy takes
    """Values and shape as NumPy has them."""
    t = ep.astensor(result)
    assert t._ops.dtype(t.raw) == dtype
    assert t.shape == np.shape(expected)
    np.testing.assert_allclose(t.numpy(), expected, rtol=1e-5, atol=1e-6)


def check_integers(result: ep.Tensor, expected: Any) -> None:  # Any: as above
    """The frameworks have integers of two widths."""
    check(result, expected, "int32" if "int32" in str(result.dtype) else "int64")


# -- README ------------------------------------------------------------------------------------------------------------


def test_readme_chains_methods(backend: TestBackend) -> None:
    x = ep.astensor(backend.native(floats(1, 2, 3, 4, 5, 6)))
    x = x.reshape((2, 3))
    lengths = np.sqrt([14, 77])
    check(x.flatten(start=1).square().sum(axis=-1).sqrt(), lengths)
    check(x.flatten(1).norms.l2(), np.sqrt(91))
    check(x.flatten(1).norms.l2(axis=-1), lengths)


def test_readme_takes_a_gradient_step(gradient_backend: TestBackend) -> None:
    x, eps = ep.astensor(gradient_backend.native(floats(0.1, 0.5, 0.9))), 0.25

    def loss_fn(x: ep.Tensor) -> ep.Tensor:
        return x.square().sum()

    loss, grad = ep.value_and_grad(loss_fn, x)
    check(loss, 1.07)
    check(grad, [0.2, 1, 1.8])
    check(ep.clip(x + eps * grad, 0, 1), [0.15, 0.75, 1])


def test_readme_function_of_native_tensors(backend: TestBackend) -> None:
    def my_universal_function(a: Any, b: Any, c: Any) -> Any:  # Any: native tensors of one framework
        a, b, c = ep.astensors(a, b, c)
        result = (a + b * c).square()
        return result.raw

    native = my_universal_function(*map(backend.native, (floats(1, 2), floats(3, 4), floats(5, 6))))
    assert backend.is_native(native)
    check(native, [16**2, 26**2])


# -- guide -------------------------------------------------------------------------------------------------------------


def test_guide_norm_of_a_native_tensor(backend: TestBackend) -> None:
    def norm(x: Any) -> Any:  # Any: a native tensor
        x = ep.astensor(x)
        result = x.square().sum().sqrt()
        return result.raw

    native = norm(backend.native(floats(1, 2, 3)))
    assert backend.is_native(native)
    assert float(native) == pytest.approx(14**0.5)


def test_guide_norm_that_restores_its_type(backend: TestBackend) -> None:
    def norm(x: Any) -> Any:  # Any: a native tensor or a Tensor
        x, restore_type = ep.astensor_(x)
        result = x.square().sum().sqrt()
        return restore_type(result)

    native = backend.native(floats(1, 2, 3))
    assert backend.is_native(norm(native))
    assert type(norm(ep.astensor(native))) is backend.leaf
    check(norm(native), 14**0.5)
    check(norm(ep.astensor(native)), 14**0.5)


def test_guide_several_tensors_restore_their_type(backend: TestBackend) -> None:
    def example(x: Any, y: Any, z: Any) -> Any:  # Any: as above
        (x, y, z), restore_type = ep.astensors_(x, y, z)
        result = (x + y) * z
        return restore_type(result)

    natives = [backend.native(floats(*row)) for row in ((1, 2), (3, 4), (5, 6))]
    assert backend.is_native(example(*natives))
    assert type(example(*ep.astensors(*natives))) is backend.leaf
    check(example(*natives), [20, 36])


def test_guide_converts_there_and_back(backend: TestBackend) -> None:
    native = backend.native(floats(1, 2, 3, 4, 5, 6))
    x = ep.astensor(native)
    assert type(x) is backend.leaf
    assert isinstance(x, ep.Tensor)
    assert x.raw is native
    assert ep.astensor(x) is x
    squared = x.square().raw
    assert backend.is_native(squared)
    check(squared, [1, 4, 9, 16, 25, 36])
    x, y = ep.astensors(native, backend.native(floats(4, 5, 6)))
    assert type(x) is type(y) is backend.leaf


def test_guide_prints_value_and_gradient(gradient_backend: TestBackend) -> None:
    x = ep.astensor(gradient_backend.native(floats(1, 2, 3)))

    def loss_fn(x: ep.Tensor) -> ep.Tensor:
        return x.square().sum()

    value, gradient = ep.value_and_grad(loss_fn, x)
    check(value, 14)
    check(gradient, [2, 4, 6])
    leaf = gradient_backend.leaf.__name__
    assert f"{loss_fn(x)!r}" == f"{leaf}({loss_fn(x).raw!r})"
    assert f"{(value, gradient)}" == f"({leaf}({value.raw!r}), {leaf}({gradient.raw!r}))"
    if leaf == "PyTorchTensor":  # the one that the guide shows
        assert f"{(value, gradient)}" == "(PyTorchTensor(tensor(14.)), PyTorchTensor(tensor([2., 4., 6.])))"


def test_guide_gradient_functions(gradient_backend: TestBackend) -> None:
    x = ep.astensor(gradient_backend.native(floats(1, 2, 3)))

    def loss_and_parts(x: ep.Tensor, scale: float = 1) -> tuple[ep.Tensor, ep.Tensor]:
        parts = x.square() * scale
        return parts.sum(), parts

    loss, parts, grad = ep.value_aux_and_grad(loss_and_parts, x, 2)
    for result, expected in zip((loss, parts, grad), (28, [2, 8, 18], [4, 8, 12]), strict=True):
        check(result, expected)
    loss_aux_and_grad = ep.value_and_grad_fn(x, loss_and_parts, has_aux=True)
    for factor in (1, 3):
        loss, parts, grad = loss_aux_and_grad(x * factor, scale=2)
        check(grad, np.array([4, 8, 12]) * factor)


def test_numpy_has_no_gradients() -> None:
    x = ep.astensor(floats(1, 2))
    with pytest.raises(NotImplementedError):
        ep.value_and_grad(lambda x: x.sum(), x)


# -- API reference -----------------------------------------------------------------------------------------------------

DOCUMENTED: dict[str, str] = {
    "": (
        "sign sqrt inv float32 float64 numpy item square sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh ones_like"
        " zeros_like bool logical_not exp log log2 log10 log1p isnan isinf abs round ceil floor slogdet"
    ),
    "x, y": "where",
    "other": "matmul minimum maximum logical_and logical_or",
    "shape": "reshape ones zeros",
    "index, axis": "take_along_axis",
    "dtype": "astype",
    "min_, max_": "clip",
    "axis=None, keepdims=False": "sum prod mean min max all any",
    "axis=None": "argmin argmax squeeze cumsum flip",
    "axis=-1": "argsort sort softmax log_softmax",
    "k, sorted=True": "topk",
    "shape, low=0.0, high=1.0": "uniform",
    "shape, mean=0.0, stddev=1.0": "normal",
    "fill_value": "full_like",
    "indices, *, value=1": "onehot_like",
    "a": "from_numpy",
    "axes=None": "transpose",
    "multiples": "tile",
    "axis": "expand_dims",
    "shape, value": "full",
    "indices, values": "index_update",
    "start, stop=None, step=None": "arange",
    "*tensors, indexing='xy'": "meshgrid",
    "paddings, mode='constant', value=0": "pad",
    "labels": "crossentropy",
    "exponent": "pow",
    "start=0, end=-1": "flatten",
    "f, *args, **kwargs": "value_and_grad value_aux_and_grad",
}
"""Parameters of EagerPy's methods -> the methods."""
METHODS_ONLY = ("float32", "float64", "numpy", "item", "bool", "astype")
FUNCTIONS: dict[str, str] = {
    **{
        name: f"t, {parameters}".removesuffix(", ")
        for parameters, names in DOCUMENTED.items()
        for name in names.split()
        if name not in METHODS_ONLY
    },
    **dict.fromkeys(["minimum", "maximum", "logical_and", "logical_or", "matmul"], "x, y"),
    **dict.fromkeys(["value_and_grad", "value_aux_and_grad"], "f, t, *args, **kwargs"),
    **dict.fromkeys(["concatenate", "stack"], "tensors, axis=0"),
    "where": "condition, x, y",
    "take_along_axis": "t, indices, axis",
    "crossentropy": "logits, labels",
    "slogdet": "matrix",
    "meshgrid": "*tensors, indexing='xy'",  # with `t` in front in EagerPy, where a name for it would do no good
    "value_and_grad_fn": "t, f, has_aux=False",
    "kl_div_with_logits": "logits_p, logits_q, axis=-1, keepdims=False",
}
"""EagerPy's functions -> their parameters."""
NORMS: dict[str, str] = {
    **dict.fromkeys(["l0", "l1", "l2", "linf"], "x, axis=None, keepdims=False"),
    "lp": "x, p, axis=None, keepdims=False",
}
RENAMED: dict[str, dict[str, str]] = {
    "from_numpy": {"a": "array"},
    "take_along_axis": {"indices": "index"},
    "crossentropy": {"logits": "t"},
    "slogdet": {"matrix": "t"},
    **{name: {"x": "t"} for name in NORMS},
}
"""Parameters that programs pass by position -> their names in EagerPy and here, where functions and methods agree and the tensor is `t`."""


def parameters(text: str) -> list[inspect.Parameter]:
    function = eval(f"lambda {text}: None")  # from the tables above
    return list(inspect.signature(function).parameters.values())


def accepts(function: Callable[..., object], name: str, text: str) -> None:
    """Each call of EagerPy's function is a call of this one: further parameters are optional, further defaults do no harm."""
    renamed = RENAMED.get(name, {})
    theirs = parameters(text)
    ours = [p for p in inspect.signature(function).parameters.values() if p.name != "self"]
    for mine, their in zip(ours, theirs, strict=False):
        assert (mine.name, mine.kind) == (renamed.get(their.name, their.name), their.kind)
        assert their.default in (mine.default, inspect.Parameter.empty)
    assert len(ours) >= len(theirs)
    assert all(p.default is not inspect.Parameter.empty for p in ours[len(theirs) :])


@pytest.mark.parametrize(("text", "name"), [(text, name) for text, names in DOCUMENTED.items() for name in names.split()])
def test_methods_take_the_arguments_of_eagerpy(text: str, name: str) -> None:
    accepts(getattr(ep.Tensor, name), name, text)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_take_the_arguments_of_eagerpy(name: str) -> None:
    accepts(getattr(ep, name), name, FUNCTIONS[name])


@pytest.mark.parametrize("name", NORMS)
def test_norms_take_the_arguments_of_eagerpy(backend: TestBackend, name: str) -> None:
    accepts(getattr(ep.norms, name), name, NORMS[name])
    accepts(getattr(backend.tensor([1.0]).norms, name), name, NORMS[name].removeprefix("x, "))


# -- one program for each family ---------------------------------------------------------------------------------------


def test_elementwise_program(backend: TestBackend) -> None:
    """Readings with gaps, compressed and cut off."""
    values = floats(-30, -0.5, np.nan, 0, 2.5, np.inf)
    x = ep.astensor(backend.native(values))
    missing = ep.logical_or(x.isnan(), ep.isinf(x))
    x = ep.where(missing, 0, x)
    compressed = x.sign() * ep.log1p(x.abs()) / 2
    known = np.array([-30, -0.5, 0, 0, 2.5, 0])
    expected = np.sign(known) * np.log1p(np.abs(known)) / 2
    check(compressed, expected)
    check(ep.clip(compressed, -1, 0.5), expected.clip(-1, 0.5))
    check(ep.maximum(0.1, ep.minimum(compressed, 0.5)), expected.clip(0.1, 0.5))
    check(compressed.round() + compressed.floor() - compressed.ceil(), np.round(expected) + np.floor(expected) - np.ceil(expected))
    check(missing.logical_not().float32().sum(), 4)
    assert missing.any()
    assert not missing.all()


def test_transcendental_program(backend: TestBackend) -> None:
    """Positions on a sphere, to coordinates and back."""
    latitude, longitude = (ep.astensor(backend.native(floats(*row))) for row in ((0.3, -1.1, 0), (2, -0.5, 0.1)))
    x, y, z = latitude.cos() * longitude.cos(), latitude.cos() * longitude.sin(), ep.sin(latitude)
    check((x.square() + y.square() + z**2).sqrt(), [1, 1, 1])
    check(z.arcsin(), [0.3, -1.1, 0])
    check(ep.arctan(y / x) - longitude.tan().arctan(), [0, 0, 0])
    check(ep.arctanh(latitude.tanh()), [0.3, -1.1, 0])
    check(ep.exp(ep.log(latitude.cosh())) - (1 + latitude.sinh().square()).sqrt(), [0, 0, 0])


def test_operators_program(backend: TestBackend) -> None:
    """A polynomial, and the digits of numbers."""
    values = floats(0, 1, 2.5)
    x = ep.astensor(backend.native(values))
    y = 1 + x * (-2 + 3 * x) - x**3 / 4
    check(y, 1 - 2 * values + 3 * values**2 - values**3 / 4)
    check(1 / (1 + abs(-x)), 1 / (1 + values))
    check((7 - x) // 2 * 10 + (7 - x) % 2, (7 - values) // 2 * 10 + (7 - values) % 2)
    assert ((x >= 0) == (x < 100)).all()
    assert (x[x > 0.5] != 0).all()
    assert ep.astensor(backend.native(np.eye(3, dtype=np.float32)) @ backend.native(np.ones((3, 1), np.float32))).shape == (3, 1)


def test_reductions_program(backend: TestBackend, rng: np.random.Generator) -> None:
    """Scores of contestants: standardised, ranked, the best of each."""
    values = rng.normal(size=(4, 5)).astype(np.float32)
    x = ep.astensor(backend.native(values))
    centred = x - x.mean(axis=0, keepdims=True)
    spread = (centred.square().sum(axis=0) / (len(x) - 1)).sqrt()
    check(centred / spread, (values - values.mean(0)) / values.std(0, ddof=1))
    check(ep.max(x, axis=(0, 1)) - ep.min(x), np.ptp(values))
    check((1 + x.abs()).prod(axis=-1), (1 + np.abs(values)).prod(-1))
    check(x.cumsum(axis=1), values.cumsum(1))
    check(ep.sort(x), np.sort(values))
    check_integers(x.argsort(axis=0), values.argsort(0))
    check_integers(ep.argmax(x, axis=1), values.argmax(1))
    check_integers(x.argmin(), values.argmin())
    best, places = x.topk(2)
    check(best, np.sort(values)[:, :-3:-1])
    check_integers(places, values.argsort(-1)[:, :-3:-1])


def test_shaping_program(backend: TestBackend, rng: np.random.Generator) -> None:
    """A batch of images: channels moved, mirrored, framed, tiled."""
    values = rng.normal(size=(2, 3, 4, 5)).astype(np.float32)
    x = ep.astensor(backend.native(values))
    last = ep.transpose(x, axes=(0, 2, 3, 1))
    check(last, values.transpose(0, 2, 3, 1))
    check(x.flip(axis=(2, 3)), values[:, :, ::-1, ::-1])
    framed = ep.pad(x, ((0, 0), (0, 0), (1, 1), (2, 0)), value=0.5)
    check(framed, np.pad(values, ((0, 0), (0, 0), (1, 1), (2, 0)), constant_values=0.5))
    check(x.pad(((0, 0), (0, 0), (1, 2), (2, 1)), mode="reflect"), np.pad(values, ((0, 0), (0, 0), (1, 2), (2, 1)), mode="reflect"))
    rows = [image.flatten() for image in x]
    check(ep.stack(rows), values.reshape(2, -1))
    check(ep.concatenate([row.reshape((3, -1)) for row in rows], axis=1), np.concatenate(values.reshape(2, 3, -1), axis=1))
    check(ep.expand_dims(x, 1).tile((1, 2, 1, 1, 1)), np.tile(values[:, None], (1, 2, 1, 1, 1)))
    check(x[:1].squeeze(axis=0), values[0])
    grid = ep.meshgrid(x[0, 0, 0], x[0, 0, :, 0], indexing="xy")
    for mine, expected in zip(grid, np.meshgrid(values[0, 0, 0], values[0, 0, :, 0]), strict=True):
        check(mine, expected)


def test_indexing_program(backend: TestBackend, rng: np.random.Generator) -> None:
    """Logits: picked by label, hidden, replaced."""
    values, rows = rng.normal(size=(4, 3)).astype(np.float32), np.arange(4)
    x, labels = ep.astensor(backend.native(values)), ep.astensor(backend.native(np.array([2, 0, 1, 1])))
    picked = values[rows, [2, 0, 1, 1]]
    check(x[range(4), labels], picked)
    check(x.take_along_axis(labels.expand_dims(1), axis=1).squeeze(1), picked)
    check((x * x.onehot_like(labels)).sum(axis=1), picked)
    check(ep.onehot_like(x, labels, value=-1)[:, 0], [0, -1, 0, 0])
    hidden = ep.index_update(x, (range(4), labels), -ep.inf)
    check(hidden.max(axis=-1), np.where(np.eye(3)[[2, 0, 1, 1]] > 0, -np.inf, values).max(-1))
    check(x, values)
    replaced = x.index_update(ep.index[:, 1], ep.zeros(x, 4))
    check(replaced, values * [1, 0, 1])
    check(x[..., ep.newaxis][1:3, [0, 2]], values[1:3, [0, 2], None])
    check(x[x > 0], values[values > 0])
    check(x[-1], values[-1])


def test_creation_program(backend: TestBackend) -> None:
    """Noise around a pattern, all in the dtype of an input."""
    x = backend.tensor([[1, 2], [3, 4]]).float32()
    pattern = ep.full(x, (3, 2), 0.5) + ep.ones(x, 2) - x.zeros((3, 1))
    check(pattern, np.full((3, 2), 1.5))
    check(ep.zeros_like(x) + ep.ones_like(x) * 2 - x.full_like(0.5), np.full((2, 2), 1.5))
    noise = ep.uniform(x, (100, 10), low=-1, high=3)
    assert noise.shape == (100, 10)
    assert noise.dtype == x.dtype
    assert -1 <= noise.min().item() < -0.9 < 2.9 < noise.max().item() <= 3
    bell = x.normal(1000, mean=5, stddev=0.1)
    assert abs(bell.mean().item() - 5) < 0.02
    assert abs((bell - bell.mean()).square().mean().sqrt().item() - 0.1) < 0.02
    check_integers(ep.arange(x, 3), [0, 1, 2])
    check_integers(x.arange(2, 9, 3), [2, 5, 8])
    check(ep.from_numpy(x, np.array([0.5, 1], np.float32)), [0.5, 1])
    check(ep.from_numpy(x, [0.5, 1.0]), [0.5, 1], "float64" if backend.name == "numpy" else "float32")


def test_linalg_program(backend: TestBackend, rng: np.random.Generator) -> None:
    """A regression by its normal equations, and the losses of a classifier."""
    design, targets = rng.normal(size=(6, 2)).astype(np.float32), rng.normal(size=(6, 1)).astype(np.float32)
    a, b = ep.astensors(backend.native(design), backend.native(targets))
    gram = ep.matmul(a.T, a)
    np.testing.assert_allclose((gram.inv() @ a.T @ b).numpy(), np.linalg.lstsq(design, targets)[0], rtol=1e-3)
    sign, logabsdet = ep.slogdet(gram)
    np.testing.assert_allclose((sign * logabsdet.exp()).numpy(), np.linalg.det(design.T @ design), rtol=1e-4)

    labels = backend.tensor([0, 1, 1, 0, 1, 0], np.int64)
    shares = np.exp(design) / np.exp(design).sum(-1, keepdims=True)
    check(a.softmax(), shares)
    check(ep.log_softmax(a, axis=-1), np.log(shares))
    check(ep.crossentropy(a, labels), -np.log(shares[np.arange(6), [0, 1, 1, 0, 1, 0]]))
    check(ep.kl_div_with_logits(a, -a), (shares * np.log(shares / shares[:, ::-1])).sum(-1))


def test_norms_program(backend: TestBackend) -> None:
    """Rows scaled to length 1, by each norm; the same as methods and as functions."""
    values = floats(3, -4, 0, 0, 0, 2).reshape(2, 3)
    x = ep.astensor(backend.native(values))
    for name, order in (("l1", 1), ("l2", 2), ("linf", np.inf)):
        lengths = np.linalg.norm(values, order, axis=-1, keepdims=True)
        check(x / getattr(x.norms, name)(axis=-1, keepdims=True), values / lengths)
        check(getattr(ep.norms, name)(x, axis=-1, keepdims=True), lengths)
        check(ep.norms.lp(x, order, axis=1), lengths[:, 0])
    check(ep.norms.lp(x, 3), np.linalg.norm(values.reshape(-1), 3))
    check(x.norms.l0(axis=0), [1, 1, 1])
    check(ep.norms.lp(x, 0, axis=-1).mean(), 1.5)


def test_gradients_program(gradient_backend: TestBackend, rng: np.random.Generator) -> None:
    """A logistic regression that learns; NumPy follows each step."""
    inputs = rng.normal(size=(20, 2)).astype(np.float32)
    labels = (inputs @ [1, -2] > 0).astype(np.float32)
    x, y = ep.astensors(gradient_backend.native(inputs), gradient_backend.native(labels))

    def loss_fn(w: ep.Tensor, x: ep.Tensor, *, decay: float) -> tuple[ep.Tensor, ep.Tensor]:
        p = 1 / (1 + ep.exp(-(x @ w.reshape((2, 1))).squeeze(1)))
        loss = -(y * p.log() + (1 - y) * (1 - p).log()).mean() + decay * w.square().sum()
        return loss, (p.round() == y).float32().mean()

    w, expected, losses = x.float32().zeros(2), np.zeros(2), []
    for _ in range(20):
        loss, accuracy, grad = ep.value_aux_and_grad(loss_fn, w, x, decay=0.01)
        w = w - 2 * grad
        p = 1 / (1 + np.exp(-(inputs @ expected)))
        expected = expected - 2 * (inputs.T @ (p - labels) / 20 + 0.02 * expected)
        losses.append(loss.float32().item())
    np.testing.assert_allclose(w.numpy(), expected, rtol=1e-4)
    assert losses == sorted(losses, reverse=True)
    assert accuracy.float32().item() > 0.9


def test_protocols_program(backend: TestBackend) -> None:
    """What Python itself asks of a tensor."""
    x = ep.astensor(backend.native(floats(1.5, 2, 0)))
    assert len(x) == 3
    assert [t.item() for t in x] == [1.5, 2, 0]
    assert (x.shape, x.ndim, x.T.shape) == ((3,), 1, (3,))
    assert bool(x[0]) is True
    assert not x[2]
    assert f"{x[0].item():.2f}" == "1.50"
    assert repr(x) == f"{backend.leaf.__name__}({x.raw!r})".replace("\n", "\n" + " " * (len(backend.leaf.__name__) + 1))
    assert isinstance(x.numpy(), np.ndarray)
    assert not x.numpy().flags.writeable
    check(x.bool(), [True, True, False], "bool")
    check(x.astype(x.dtype).float32(), [1.5, 2, 0])


def test_modules_program(backend: TestBackend) -> None:
    """The mirrors of the frameworks, and tensors to start from."""
    mirror = {"numpy": ep.numpy, "torch": ep.torch, "tensorflow": ep.tensorflow, "jax": ep.jax.numpy}[backend.name]
    for function in ("zeros", "ones"):
        t = getattr(mirror, function)(3)
        assert type(t) is backend.leaf
        assert t.shape == (3,)
    dummy = ep.utils.get_dummy("pytorch" if backend.name == "torch" else backend.name)
    assert type(dummy) is backend.leaf
    assert ep.istensor(dummy)
    assert not ep.istensor(dummy.raw)
    check(dummy, np.zeros(0))
    check(ep.uniform(dummy, 2).zeros_like(), [0, 0])


# -- the table above, where a line of code shows it --------------------------------------------------------------------

REFUSALS: dict[str, tuple[type[Exception], Callable[[ep.Tensor], object]]] = {
    "astensor": (ValueError, lambda x: ep.astensor([1, 2])),  # type: ignore[call-overload]  # what it shows
    "where": (TypeError, lambda x: ep.where(x > 0, 1.5, x)),
    "minimum": (TypeError, lambda x: ep.minimum(x, 1.5)),
    "clip": (TypeError, lambda x: x.clip(0, 1.5)),
    "full": (TypeError, lambda x: x.full(2, 1.5)),
    "bools": (TypeError, lambda x: ep.where(x > 0, x > 1, 2)),
    "index_update": (TypeError, lambda x: x.index_update(0, 1.5)),
    "logical_and": (ValueError, lambda x: (x > 0).logical_and(1)),  # type: ignore[arg-type]  # as above
    "condition": (ValueError, lambda x: x.where(1, 0)),
    "uniform": (TypeError, lambda x: x.uniform(2)),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refused_rather_than_truncated(backend: TestBackend, name: str) -> None:
    error, program = REFUSALS[name]
    with pytest.raises(error, match="Cure: "):
        program(backend.tensor([1, 2], np.int32))


def test_two_backends_are_refused(gradient_backend: TestBackend) -> None:
    with pytest.raises(TypeError, match="different backends"):
        gradient_backend.tensor([1, 2], np.float32) + ep.astensor(floats(1, 2))


def test_results_that_differ_from_those_of_eagerpy(backend: TestBackend) -> None:
    x = backend.tensor([[1, 0], [0, 2]], np.uint8)
    check_integers(x.norms.l0(axis=0), [1, 1])
    check_integers(ep.where(x > 0, 1, 0), [[1, 0], [0, 1]])
    assert (x * 100).sum() == 300
    batch = backend.tensor(np.arange(8).reshape(2, 2, 2), np.float32)
    check(batch @ batch[0], np.arange(8).reshape(2, 2, 2) @ np.arange(4).reshape(2, 2))
    check(batch.take_along_axis(backend.tensor(np.zeros((1, 2, 2)), np.int64), 0), batch.numpy()[:1])
    p = batch[0]
    check(ep.kl_div_with_logits(p, -p, axis=0), ep.kl_div_with_logits(p.T, -p.T, axis=-1).numpy())


def test_norm_at_zero_has_a_gradient(gradient_backend: TestBackend) -> None:
    check(ep.value_and_grad(lambda x: x.norms.l2(), gradient_backend.tensor([0, 0], np.float32))[1], [0, 0])


def test_lists_of_numbers_have_the_default_dtypes(backend: TestBackend) -> None:
    """As the frameworks' own constructors make them, which EagerPy calls; but what does not fit is refused."""
    x = backend.tensor([1.0], np.float32)
    check_integers(x.from_numpy([[1, 2], [3, 4]]), [[1, 2], [3, 4]])
    check(x.from_numpy([True, False]), [True, False], "bool")
    if backend.name in ("tensorflow", "jax"):
        with pytest.raises(ValueError, match="does not fit int32"):
            x.from_numpy([2**40])
    else:
        assert x.from_numpy([2**40]).astype(ep.int64).item() == 2**40


@pytest.mark.parametrize("path", ["tensor.tensor", "tensor.pytorch", "tensor.tensorflow", "tensor.jax", "tensor.numpy", "astensor"])
def test_import_paths(path: str) -> None:
    names = {"tensor.tensor": "Tensor, TensorType, TensorOrScalar, istensor", "astensor": "T, RestoreTypeFunc, astensors_"}
    leaves = {"pytorch": "PyTorchTensor", "tensorflow": "TensorFlowTensor", "jax": "JAXTensor", "numpy": "NumPyTensor"}
    imported = names.get(path) or leaves[path.removeprefix("tensor.")]
    output(f"import eagertyped; eagertyped.install_as_eagerpy(); from eagerpy.{path} import {imported}")


def test_numpy_scalars_are_tensors() -> None:
    assert type(ep.numpy.tanh(3)) is ep.NumPyTensor
    assert type(ep.astensor(np.ones(2)).sum().raw) is np.ndarray
