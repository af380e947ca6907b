"""A third party's backend: what `ep.backends` gives for it, two toys that join, and what incomplete ones are told."""

from __future__ import annotations

import inspect
import operator
import pickle
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import pytest
from typing_extensions import TypeVar

import eagertyped as ep
from eagertyped import recognise
from tests import api
from tests.programs import output

D_co = TypeVar("D_co", bound=ep.DType, covariant=True, default=ep.DType)
Array = npt.NDArray[Any]  # Any: dtypes are the tests' parameters


# -- a toy whose raw tensors are arrays of a class of their own: NumPy's kernels as they are ----------------------------


class Grid(np.ndarray[Any, np.dtype[Any]]):
    """An array that knows it is one of ours; NumPy's elementwise functions keep the class."""


class GridBackend(ep.backends.HasRaw[Grid]):
    name: ClassVar[str] = "grid"


class GridOperations(ep.backends.NumPyOperations):
    name = "grid"
    title = "Grid"

    def square(self, x: Array, /) -> Array:
        return x * x

    def accept(self, x: Array, /) -> Array:
        if x.dtype.kind not in "biuf":
            raise TypeError(f"cannot wrap a Grid of {x.dtype}. Cure: grid.astype(float).")
        return x


class GridTensor(ep.Tensor[GridBackend, D_co]):
    __slots__ = ()
    _ops = GridOperations()


# -- a toy whose raw tensors are no arrays: every kernel is its own ----------------------------------------------------


class Box:
    """Holds numbers, and has none of an array's methods."""

    def __init__(self, content: Any) -> None:
        self.content = np.asarray(content)

    @property
    def dtype(self) -> Any:
        return self.content.dtype

    def __repr__(self) -> str:
        return f"Box(\n{self.content})"


class SmallBox(Box): ...


class BoxBackend(ep.backends.HasRaw[Box]):
    name: ClassVar[str] = "box"


def unboxed(x: Any) -> Any:
    if isinstance(x, Box):
        return x.content
    return type(x)(map(unboxed, x)) if type(x) in (tuple, list) else x


def boxed(x: Any) -> Any:
    if isinstance(x, np.ndarray | np.generic):
        return Box(x)
    return type(x)(map(boxed, x)) if type(x) in (tuple, list) else x


def kernel(name: str) -> Callable[..., Any]:
    native = getattr(ep.backends.NumPyOperations(), name)
    plain = name in {"shape", "ndim", "dtype", "kind", "numpy", "item", "truth"}

    def run(self: object, *args: Any) -> Any:
        result = native(*map(unboxed, args))
        return result if plain else boxed(result)

    return run


def box_gradient(self: object, f: Callable[..., tuple[Box, list[Any]]], xs: list[Box]) -> tuple[Box, list[Any], list[Box]]:
    """By differences, one argument after the other."""
    loss, aux = f(*xs)
    gradients = [box_jacobian(self, lambda y, i=i: f(*xs[:i], y, *xs[i + 1 :])[0], x) for i, x in enumerate(xs)]  # type: ignore[misc]  # i=i
    return loss, aux, gradients


def box_jacobian(self: object, f: Callable[[Box], Box], x: Box) -> Box:
    """By differences too."""
    steps = 1e-4 * np.eye(x.content.size).reshape(-1, *x.content.shape)
    columns = [(f(Box(x.content + step)).content - f(Box(x.content - step)).content) / 2e-4 for step in steps]
    return Box(np.stack(columns, -1).reshape(*columns[0].shape, *x.content.shape))


GRADIENTS = {"value_and_grad": box_gradient, "jacobian": box_jacobian}
KERNELS: dict[str, Any] = {name: kernel(name) for name in ep.backends.Operations.__abstractmethods__ - set(GRADIENTS)}
KERNELS |= {"accept": lambda self, x: x, **GRADIENTS, "name": "box", "title": "Box"}
BoxOperations = type("BoxOperations", (ep.backends.Operations,), KERNELS)


class BoxTensor(ep.Tensor[BoxBackend, D_co]):
    __slots__ = ()
    _ops = BoxOperations()


@pytest.fixture
def registry() -> Iterator[None]:
    """What was registered before comes back after the test."""
    before = list(recognise._REGISTERED)
    yield
    recognise._REGISTERED[:] = before
    recognise.LEAVES.clear()


@pytest.fixture
def toys(registry: None) -> None:
    ep.backends.register(Grid, GridTensor)
    ep.backends.register(Box, BoxTensor)


wrap: Any = ep.astensor  # Any: for a checker, astensor takes the tensors of the four frameworks only
ask: Any = ep.is_tensor  # Any: it narrows, and what is asked here would contradict itself
VALUES = np.array([[0.5, -1.5, 2.0], [3.0, 0.25, -0.75]])


def grid(values: npt.ArrayLike = VALUES) -> Any:
    return np.array(values).view(Grid)


# -- what ep.backends gives --------------------------------------------------------------------------------------------


def test_backends_gives_what_a_third_party_needs() -> None:
    for name in ("Operations", "NumPyOperations", "HasRaw", "Backend", "Axes", "Scalar", "register"):
        assert hasattr(ep.backends, name)
        assert name in ep.backends.__all__
    assert issubclass(ep.backends.NumPyOperations, ep.backends.Operations)
    for documented in (ep.backends.Operations, ep.backends.HasRaw, ep.backends.register):
        assert inspect.getdoc(documented)
    assert all(name in (ep.backends.__doc__ or "") for name in ("HasRaw", "Operations", "NumPyOperations", "register"))
    assert not hasattr(ep.backends, "no_such_name")


def test_kernels_are_loaded_when_they_are_asked_for() -> None:
    program = (
        "import sys, eagertyped as ep; assert 'eagertyped._ops.numpy' not in sys.modules; ep.backends.NumPyOperations; print('loaded')"
    )
    assert output(program + "; assert 'eagertyped._ops.numpy' in sys.modules") == "loaded"


OBVIOUS = (
    "abs negative sign sqrt square exp log log2 log10 log1p sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh ceil"
    " floor isnan isinf add subtract multiply divide floor_divide pow not_equal less less_equal greater greater_equal logical_or maximum"
    " max any argmax cumsum reshape transpose flip stack zeros ones normal inv slogdet softmax log_softmax ndim"
)
"""Kernels that are what their names say, or the second of two."""


def test_kernels_say_what_they_must_do() -> None:
    silent = {name for name in ep.backends.Operations.__abstractmethods__ if not getattr(ep.backends.Operations, name).__doc__}
    assert silent <= set(OBVIOUS.split())


# -- the toy with NumPy's kernels ---------------------------------------------------------------------------------------

ALONE = "abs sign square exp sin cos tanh arctan round ceil floor isnan"
REDUCING = "sum prod mean min max argmin argmax cumsum sort argsort"


def named(names: str) -> dict[str, Callable[[Any], Any]]:
    """The methods of these names, without arguments."""
    return {name: operator.methodcaller(name) for name in names.split()}


ELEMENTWISE: dict[str, Callable[[Any], Any]] = {
    **named(ALONE),
    "operators": lambda t: (2 * t + 1 - t / 4) ** 2 % 3 // 1,
    "of two": lambda t: (t + t) * t - t,
    "comparison": lambda t: t > 0,
    "logic": lambda t: (t > 0).logical_or(t < -1).logical_not(),
    "minimum": lambda t: t.minimum(1).maximum(t * 2),
    "clip": lambda t: t.clip(-1, 1),
    "cast": lambda t: t.astype(ep.float32),
    "reshape": lambda t: t.reshape((3, 2)).T,
    "reduce": lambda t: t.sum(axis=0),
}


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("name", ELEMENTWISE)
def test_grid_runs_on_numpys_kernels(name: str) -> None:
    t = wrap(grid())
    result = ELEMENTWISE[name](t)
    expected = ELEMENTWISE[name](wrap(VALUES))
    assert type(t) is type(result) is GridTensor
    assert type(result.raw) is Grid
    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(result.numpy(), expected.numpy())


@pytest.mark.usefixtures("toys")
def test_a_registered_subclass_goes_before_its_base() -> None:
    assert type(wrap(np.ones(2))) is ep.NumPyTensor
    assert type(wrap(grid())) is GridTensor

    class Finer(Grid): ...

    assert type(wrap(np.ones(2).view(Finer))) is GridTensor


@pytest.mark.usefixtures("registry")
def test_registering_counts_for_classes_that_were_seen_before() -> None:
    assert type(wrap(grid())) is ep.NumPyTensor
    ep.backends.register(Grid, GridTensor)
    assert type(wrap(grid())) is GridTensor
    assert ep.backends.register is recognise.register


@pytest.mark.usefixtures("toys")
def test_the_latest_registration_counts() -> None:
    class Other(GridTensor[D_co]):
        __slots__ = ()

    ep.backends.register(Grid, Other)
    assert type(wrap(grid())) is Other


@pytest.mark.usefixtures("toys")
def test_grid_has_its_own_refusals() -> None:
    with pytest.raises(TypeError, match=r"cannot wrap a Grid of complex128\. Cure: "):
        wrap(grid([1j]))
    with pytest.raises(ValueError, match=r"sum on Grid: axis 5 is out of bounds .*Cure: "):
        wrap(grid()).sum(axis=5)
    with pytest.raises(NotImplementedError, match=r"value_and_grad on Grid: Grid has no gradients\. Cure: "):
        ep.value_and_grad(lambda x: x.sum(), wrap(grid()))


# -- the toy with its own kernels ---------------------------------------------------------------------------------------

EVERYTHING: dict[str, Callable[[Any], Any]] = {
    **ELEMENTWISE,
    **named(REDUCING),
    "all any": lambda t: (t > 0).all().logical_or((t > 0).any()),
    "topk": lambda t: t.topk(2)[0],
    "where": lambda t: ep.where(t > 0, t, 0),
    "shape": lambda t: t.flatten().expand_dims(0).squeeze(0).tile((2,)).flip(),
    "pad": lambda t: t.pad(((1, 0), (0, 2))).pad(((1, 1), (1, 1)), "reflect"),
    "combine": lambda t: ep.concatenate([ep.stack([t, t]), ep.stack([t, -t])]),
    "meshgrid": lambda t: ep.meshgrid(t[0], t[1])[1],
    "getitem": lambda t: t[1, ::-1][[0, 2]],
    "mask": lambda t: t[t > 0],
    "index_update": lambda t: t.index_update((0, [0, 2]), 5.0),
    "take_along_axis": lambda t: t.take_along_axis(t.argsort(), 1),
    "onehot_like": lambda t: t.onehot_like(t.argmax(axis=1)),
    "creation": lambda t: t.zeros((2, 3)) + t.ones(3) + t.full((2, 3), 2) + t.zeros_like() + t.arange(3),
    "from_numpy": lambda t: t.from_numpy(VALUES),
    "matmul": lambda t: t @ t.T,
    "inv": lambda t: (t @ t.T).inv(),
    "slogdet": lambda t: (t @ t.T).slogdet()[1],
    "softmax": lambda t: t.softmax() + t.log_softmax(axis=0),
    "crossentropy": lambda t: t.crossentropy(t.argmin(axis=1)),
    "kl": lambda t: ep.kl_div_with_logits(t, t * 2),
    "norms": lambda t: t.norms.l2(axis=0) + t.norms.l1(axis=0) + ep.norms.linf(t, axis=0) + t.norms.lp(3, axis=0),
}


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("name", EVERYTHING)
def test_box_has_the_whole_api(name: str) -> None:
    result = EVERYTHING[name](wrap(Box(VALUES)))
    expected = EVERYTHING[name](wrap(VALUES))
    assert type(result) is BoxTensor
    assert type(result.raw) is Box
    np.testing.assert_array_equal(result.numpy(), expected.numpy())


@pytest.mark.usefixtures("toys")
def test_box_has_attributes_and_protocols() -> None:
    t = wrap(Box(VALUES))
    assert (t.shape, t.ndim, len(t)) == ((2, 3), 2, 2)
    assert t.dtype == np.float64
    assert [float(row.sum()) for row in t] == [1.0, 2.5]
    assert t.max().item() == 3.0
    assert repr(t).splitlines()[1].startswith(" " * len("BoxTensor(") + "[[")
    assert not hasattr(t, "__dict__")
    assert pickle.loads(pickle.dumps(t)).numpy().tolist() == VALUES.tolist()
    assert type(wrap(SmallBox(1.5))) is BoxTensor


@pytest.mark.usefixtures("toys")
def test_box_is_asked_for_by_its_marker() -> None:
    t = wrap(Box(VALUES))
    assert ask(t, BoxBackend, ep.Float64)
    assert not ask(t, BoxBackend, ep.Integer)
    assert not ask(t, GridBackend)
    assert not ask(t, ep.NumPy)
    assert not ask(wrap(VALUES), BoxBackend)
    restore: Any = ep.astensor_(Box(VALUES))[1]
    assert type(restore(t.square())) is Box


@pytest.mark.usefixtures("toys")
def test_box_does_not_mix_with_others() -> None:
    t = wrap(Box(VALUES))
    assert (t + Box(VALUES)).numpy().tolist() == (2 * VALUES).tolist()
    for other in (wrap(VALUES), VALUES, grid(), wrap(grid())):
        with pytest.raises(TypeError, match=r"add on Box: cannot combine Box float64 .* with \w+ float64 .*different backends\. Cure: "):
            t + other


@pytest.mark.usefixtures("toys")
def test_box_has_gradients() -> None:
    t = wrap(Box(VALUES))
    value, aux, grad = ep.value_aux_and_grad(lambda x: (x.square().sum(), {"x": x}), t)
    assert type(value) is type(grad) is type(aux["x"]) is BoxTensor
    np.testing.assert_allclose(grad.numpy(), 2 * VALUES, atol=1e-8)
    assert ep.value_and_grad_fn(t, lambda x: x.sum())(t)[0].item() == VALUES.sum()
    left, right = ep.grad(lambda p: (p[0] * p[1]).sum(), (t, t + 1))
    np.testing.assert_allclose(left.numpy(), VALUES + 1, atol=1e-8)
    np.testing.assert_allclose(right.numpy(), VALUES, atol=1e-8)
    np.testing.assert_allclose(ep.jacobian(lambda x: x.square().sum(axis=0), t).numpy().sum(axis=0), 2 * VALUES, atol=1e-8)


@pytest.mark.usefixtures("toys")
def test_refusals_name_the_box() -> None:
    t = wrap(Box(VALUES))
    with pytest.raises(ValueError, match=r"all on Box: needs a bool tensor, got Box float64 tensor of shape \(2, 3\)\. Cure: "):
        t.all()
    with pytest.raises(ValueError, match=r"add on Box: .*given Box float64 tensor .*Cure: ") as caught:
        t + t[:, :2]
    assert caught.value.__cause__ is not None
    with pytest.raises(TypeError, match=r"BoxTensor cannot wrap a NumPy tensor\. Cure: .*NumPyTensor"):
        BoxTensor(VALUES)


# -- incomplete ones ----------------------------------------------------------------------------------------------------


def test_without_registration_a_box_is_refused() -> None:
    with pytest.raises(TypeError, match=r"cannot wrap an object of type .*test_backends\.Box\. Cure: "):
        wrap(Box(VALUES))


@pytest.mark.parametrize("missing", ["square", "getitem", "value_and_grad", "stop_gradient", "accept"])
def test_an_incomplete_backend_is_refused_by_the_name_of_what_is_missing(missing: str) -> None:
    incomplete: Any = type("Incomplete", (ep.backends.Operations,), {name: value for name, value in KERNELS.items() if name != missing})
    with pytest.raises(TypeError, match=rf"abstract class Incomplete .*'?{missing}'?"):
        incomplete()


def test_several_missing_kernels_are_all_named() -> None:
    class Incomplete(ep.backends.Operations[Box]):
        name = "incomplete"
        title = "Incomplete"

    with pytest.raises(TypeError) as caught:
        Incomplete()  # type: ignore[abstract]  # that is the point
    assert all(f"{name}" in str(caught.value) for name in ep.backends.Operations.__abstractmethods__)


class WithoutKernels(ep.Tensor[BoxBackend, D_co]):
    __slots__ = ()


class WithAClassOfKernels(ep.Tensor[BoxBackend, D_co]):
    __slots__ = ()
    _ops = BoxOperations  # type: ignore[assignment]  # an instance is wanted


@pytest.mark.usefixtures("registry")
@pytest.mark.parametrize("leaf", [WithoutKernels, WithAClassOfKernels, object, None, BoxOperations], ids=str)
def test_a_leaf_without_kernels_is_refused(leaf: Any) -> None:
    with pytest.raises(
        TypeError, match=r"register: .* has no kernels\. Cure: set _ops to an instance of a subclass of ep\.backends\.Operations"
    ):
        ep.backends.register(Box, leaf)
    assert not any(raw is Box for raw, _ in recognise._REGISTERED)


class NoTensor:
    _ops = BoxOperations()


@pytest.mark.usefixtures("registry")
@pytest.mark.parametrize("leaf", [NoTensor, NoTensor()], ids=["class", "instance"])
def test_a_leaf_that_is_no_subclass_of_tensor_is_refused(leaf: Any) -> None:
    with pytest.raises(TypeError, match=r"register: leaf must be a subclass of Tensor, got .*NoTensor.*Cure: class MyTensor"):
        ep.backends.register(Box, leaf)


@pytest.mark.usefixtures("registry")
@pytest.mark.parametrize("raw", [Box(1), "Box", None, (Box, Grid)], ids=str)
def test_a_raw_type_that_is_no_class_is_refused(raw: Any) -> None:
    with pytest.raises(TypeError, match=r"(?s)register: raw_type must be a class, got .*Cure: "):
        ep.backends.register(raw, BoxTensor)


# -- markers ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", api.BACKENDS.split()[1:])
def test_markers_are_light_and_have_a_name(name: str) -> None:
    marker = getattr(ep, name)
    assert marker.name == name.lower()
    assert ep.backends.HasRaw in marker.__mro__
    with pytest.raises(TypeError, match=f"{name} names a backend in annotations"):
        marker()._raw_()
