"""Gradients with respect to containers of tensors, and what a loss gives beside its value."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest

import eagertyped as ep
from tests.backends import MAKERS, TestBackend
from tests.gradient_cases import AUX, Function, Pair

grad: Any = ep.grad  # Any: the functions are lambdas, and some containers wrong on purpose
vag: Any = ep.value_aux_and_grad  # Any: as above
vg: Any = ep.value_and_grad  # Any: as above


# -- C28: several inputs ---------------------------------------------------------------------------------------------


@dataclass
class Layer:
    """A plain one, with a tensor that may be missing."""

    w: Any  # Any: Tensors of each backend in turn
    b: Any = None


@dataclass(frozen=True, slots=True)
class Frozen:
    """One that cannot be changed."""

    w: Any  # Any: as in Layer
    layers: tuple[Layer, ...] = ()


@dataclass
class Checked:
    """One whose ``__init__`` does more than to store, and that remembers a result."""

    count: ClassVar[int] = 0
    w: Any  # Any: as in Layer
    name: None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.w = self.w * 2

    @cached_property
    def norm(self) -> Any:  # Any: as in Layer
        return self.w.norms.l2()


class Couple(NamedTuple):
    """A named tuple with a default."""

    left: Any  # Any: as in Layer
    right: Any = None


CONTAINERS: list[tuple[str, Callable[[Any, Any], Any], Callable[[Any], tuple[Any, Any]]]] = [
    ("tuple", lambda a, b: (a, b), lambda t: t),
    ("list", lambda a, b: [a, b], tuple),
    ("nested", lambda a, b: (a, {"w": [b]}), lambda t: (t[0], t[1]["w"][0])),
    ("dict", lambda a, b: {"b": a, "a": b}, lambda t: (t["b"], t["a"])),
    ("keys of two types", lambda a, b: {"b": a, 1: b}, lambda t: (t["b"], t[1])),
    ("ordered", lambda a, b: OrderedDict(z=a, y=b), lambda t: (t["z"], t["y"])),
    ("defaultdict", lambda a, b: defaultdict(list, {0: a, 1: b}), lambda t: (t[0], t[1])),
    ("dataclass", lambda a, b: Layer(a, b), lambda t: (t.w, t.b)),
    ("frozen", lambda a, b: Frozen(a, (Layer(b), Layer(a))), lambda t: (t.w, t.layers[0].w)),
    ("checked", lambda a, b: (Checked(a), b), lambda t: (t[0].w, t[1])),
    ("namedtuple", lambda a, b: Couple(a, b), lambda t: (t.left, t.right)),
    ("with None", lambda a, b: (None, Couple(a), Layer(b)), lambda t: (t[1].left, t[2].w)),
    ("empty inside", lambda a, b: ((), a, [], {}, b), lambda t: (t[1], t[4])),
]


def structure(x: object) -> object:
    """The container with None for each tensor: types, names, order and what is not there."""
    if isinstance(x, ep.Tensor):
        return type(x)
    if isinstance(x, dict):
        return type(x), [(key, structure(value)) for key, value in x.items()]
    if isinstance(x, tuple | list):
        return type(x), [structure(value) for value in x]
    names = getattr(type(x), "__dataclass_fields__", {})
    return type(x), [(name, structure(getattr(x, name))) for name in names if not name.isupper() and name != "count"]


@pytest.mark.parametrize("make, take", [case[1:] for case in CONTAINERS], ids=[name for name, *_ in CONTAINERS])
def test_the_gradient_has_the_structure_of_the_argument(
    make: Callable[[Any, Any], Any], take: Callable[[Any], tuple[Any, Any]], gradient_backend: TestBackend
) -> None:
    a, b = gradient_backend.tensor([1.0, 2.0], np.float32), gradient_backend.tensor([[3.0, 4.0]], np.float32)
    x = make(a, b)
    given = take(x)
    before = [t.numpy().tolist() for t in given]

    def loss(x: Any) -> Any:  # Any: as in Layer
        left, right = take(x)
        assert structure(x) == structure(make(a, b))
        return (left * right).sum()

    for value, found in (vg(loss, x), (vg(loss, x)[0], grad(loss, x)), ep.value_and_grad_fn(a, loss)(x)):
        assert structure(found) == structure(x)
        left, right = take(found)
        assert value.numpy().tolist() == (given[0] * given[1]).sum().numpy().tolist()
        np.testing.assert_array_equal(left.numpy(), given[1].numpy()[0])
        np.testing.assert_array_equal(right.numpy(), given[0].numpy()[None])
    assert [t.numpy().tolist() for t in take(x)] == before
    assert take(x)[0] is given[0]  # the container of the caller is as it was


def test_what_a_dataclass_remembers_is_computed_anew(gradient_backend: TestBackend) -> None:
    x = Checked(gradient_backend.tensor([1.5, 2.0], np.float32))
    assert x.norm.item() == 5.0  # remembered now: of constants
    found = grad(lambda x: x.norm, x)
    np.testing.assert_allclose(found.w.numpy(), [0.6, 0.8], rtol=1e-6)
    assert "norm" not in vars(found)


def test_shapes_dtypes_and_unused_inputs(gradient_backend: TestBackend) -> None:
    half, empty = gradient_backend.tensor([1.0, 2.0], np.float16), gradient_backend.tensor(np.ones((0, 3)), np.float32)
    unused, scalar = gradient_backend.tensor([[1.0]], np.float32), gradient_backend.tensor(2.0, np.float32)
    found = grad(lambda p: (p[0].float32() * p[3]).sum() + p[1].sum(), (half, empty, unused, scalar))
    assert [gradient_backend.dtype(t) for t in found] == ["float16", "float32", "float32", "float32"]
    assert [t.numpy().tolist() for t in found] == [[2.0, 2.0], [], [[0.0]], 3.0]
    assert [t.shape for t in found] == [(2,), (0, 3), (1, 1), ()]


def test_one_tensor_in_two_places_counts_as_two(gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor([1.0, 2.0], np.float32)
    left, right = grad(lambda p: (p[0] * p[1] ** 2).sum(), (t, t))
    assert (left.numpy().tolist(), right.numpy().tolist()) == ([1.0, 4.0], [2.0, 8.0])


def test_gather_gradients_in_a_container_are_dense(gradient_backend: TestBackend) -> None:
    table, other = gradient_backend.tensor([[3.0], [1.0]], np.float32), gradient_backend.tensor(2.0, np.float32)
    found = grad(lambda p: (p["table"][[0, 0]] * p["other"]).sum(), {"table": table, "other": other})
    assert gradient_backend.is_native(found["table"].raw)
    assert found["table"].numpy().tolist() == [[4.0], [0.0]]
    assert found["other"].item() == 6.0


def test_hessian_vector_product_of_a_container(gradient_backend: TestBackend) -> None:
    """Of f(a, b) = sum(a**2 * b) along (v, w): 2 b v + 2 a w for a, 2 a v for b."""
    a, b, v, w = (gradient_backend.tensor(values, np.float32) for values in ([1.0, 2.0], [3.0, 5.0], [1.0, -1.0], [0.5, 2.0]))

    def along(p: Any) -> Any:  # Any: as in Layer
        found = grad(lambda q: (q["a"] ** 2 * q["b"]).sum(), p)
        return (found["a"] * v).sum() + (found["b"] * w).sum()

    found = grad(along, {"a": a, "b": b})
    assert found["a"].numpy().tolist() == [7.0, -2.0]
    assert found["b"].numpy().tolist() == [2.0, -4.0]


def test_further_arguments_and_aux_with_containers(gradient_backend: TestBackend) -> None:
    a, b = gradient_backend.tensor([1.0, 2.0], np.float32), gradient_backend.tensor([3.0, 4.0], np.float32)

    def f(p: Any, k: float, *, name: str) -> Any:  # Any: as in Layer
        product = p.left * p.right * k
        return product.sum(), {"name": name, "product": product}

    for value, aux, found in (vag(f, Couple(a, b), 2.0, name="n"), ep.value_and_grad_fn(a, f, has_aux=True)(Couple(a, b), 2.0, name="n")):
        assert (value.item(), aux["name"], aux["product"].numpy().tolist()) == (22.0, "n", [6.0, 16.0])
        assert type(found) is Couple
        assert (found.left.numpy().tolist(), found.right.numpy().tolist()) == ([6.0, 8.0], [2.0, 4.0])


# -- what is refused in a container ------------------------------------------------------------------------------------

FLOATING = "gradients are taken with respect to floating tensors, got"
REFUSED: list[tuple[str, Callable[[Any, Any], Any], str]] = [
    ("int", lambda t, i: (t, i), r"int32 tensor of shape \(2,\) at \[1\]\. Cure: cast it .*further argument"),
    ("int in a dict", lambda t, i: [t, {"labels": i}], r"int32 tensor of shape \(2,\) at \[1\]\['labels'\]\. Cure: "),
    ("int in a dataclass", lambda t, i: (Layer(t, i),), r"int32 tensor of shape \(2,\) at \[0\]\.b\. Cure: "),
    ("bool", lambda t, i: Couple(t > 0, t), r"bool tensor of shape \(2,\) at \.left\. Cure: "),
    ("complex", lambda t, i: {0: t.astype(ep.complex64)}, r"complex64 tensor of shape \(2,\) at \[0\]\. Cure: "),
    ("float", lambda t, i: (t, 1.5), r"float 1\.5 at \[1\]\. Cure: pass it to the function as a further argument"),
    ("text", lambda t, i: Layer(t, "relu"), r"str at \.b\. Cure: pass it"),
    ("native", lambda t, i: (t, t.raw), r"\w+ at \[1\]\. Cure: wrap it with ep\.astensor"),
    ("array", lambda t, i: (t, np.ones(2)), r"ndarray at \[1\]\. Cure: wrap it with ep\.astensor"),
]


@pytest.mark.parametrize("make, text", [case[1:] for case in REFUSED], ids=[name for name, *_ in REFUSED])
@pytest.mark.parametrize("name", ["value_and_grad", "value_aux_and_grad", "grad"])
def test_only_floating_tensors_stand_in_a_container(
    name: str, make: Callable[[Any, Any], Any], text: str, gradient_backend: TestBackend
) -> None:
    called: list[object] = []
    x = make(gradient_backend.tensor([1.0, 2.0], np.float32), gradient_backend.tensor([1, 2], np.int32))
    with pytest.raises(TypeError, match=rf"^{name} on {gradient_backend.title}: {FLOATING} .*{text}.*\.$"):
        getattr(ep, name)(called.append, x)
    assert not called


def test_two_backends_in_a_container_are_refused(gradient_backend: TestBackend) -> None:
    other = MAKERS["numpy"]().tensor([1.0], np.float32)
    text = rf"^grad on {gradient_backend.title}: cannot combine .* with NumPy float32 tensor of shape \(1,\) at \[1\]: .* Cure: convert"
    with pytest.raises(TypeError, match=text):
        grad(lambda p: p[0].sum(), (gradient_backend.tensor([1.0], np.float32), other))


@pytest.mark.parametrize("x", [(), [], {}, [1.0], {"a": None}, Couple(None), [np.ones(1)]], ids=repr)
def test_containers_without_a_tensor_are_refused(x: object) -> None:
    with pytest.raises(TypeError, match=r"^grad: no Tensor to differentiate with respect to in \w+\. Cure: wrap native tensors"):
        grad(lambda p: p, x)


@pytest.mark.parametrize("x", [None, 1.0, "text", {1, 2}, range(3), object()], ids=lambda x: type(x).__name__)
def test_what_is_neither_tensor_nor_container_is_refused(x: object) -> None:
    with pytest.raises(TypeError, match=r"^grad: cannot wrap .* Cure: "):
        grad(lambda p: p, x)


def test_containers_on_numpy() -> None:
    with pytest.raises(NotImplementedError, match=r"^grad on NumPy: NumPy has no gradients\. Cure: "):
        grad(lambda p: p[0].sum(), (MAKERS["numpy"]().tensor([1.0]),))


# -- value_aux_and_grad ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, aux, check", AUX, ids=[name for name, *_ in AUX])
def test_aux_keeps_its_structure(name: str, aux: Function, check: Callable[[Any], object], gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor([1.0, 2.0], np.float32)
    value, found, grad = vag(lambda x: ((x * x).sum(), aux(x * 2)), t)
    assert (value.item(), grad.numpy().tolist()) == (5.0, [2.0, 4.0])
    assert check(found)


def test_aux_of_the_method_and_of_native_tensors(gradient_backend: TestBackend) -> None:
    t = gradient_backend.tensor([1.0, 2.0], np.float32)
    value, aux, grad = t.value_aux_and_grad(lambda x, k: ((x * k).sum(), {"native": (x * 2).raw, "k": k}), 3)
    assert (value.item(), grad.numpy().tolist(), aux["k"]) == (9.0, [3.0, 3.0], 3)
    assert gradient_backend.is_native(aux["native"])
    assert ep.astensor(aux["native"]).numpy().tolist() == [2.0, 4.0]


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_aux_is_detached_on_pytorch() -> None:
    import torch

    _, aux, _ = vag(lambda x: (x.sum(), {"a": [x * 2, (x.square(),)], "p": Pair(x, x)}), ep.astensor(torch.ones(2)))
    for t in (aux["a"][0], aux["a"][1][0], aux["p"].left):
        assert not t.raw.requires_grad
        assert t.raw.grad_fn is None


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
def test_aux_holds_no_tracers_on_jax() -> None:
    import jax
    import jax.numpy as jnp

    _, aux, _ = vag(lambda x: (x.sum(), {"a": [x * 2, (x.square().raw,)], "p": Pair(x, 1)}), ep.astensor(jnp.ones(2)))
    for leaf in jax.tree.leaves(aux):
        assert not isinstance(leaf, jax.core.Tracer)
    assert (aux["a"][0] + 1).numpy().tolist() == [3.0, 3.0]
