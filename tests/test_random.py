"""Random generators: right distributions, the same numbers for the same seed, nobody else's state touched. E13 of the edge cases."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import eagertyped as ep
from eagertyped._rules import result
from eagertyped._rules.dtypes import DTYPES, FLOATS
from tests.backends import MAKERS, TestBackend
from tests.compare import assert_equal, assert_refuses, dtype_on
from tests.programs import untyped
from tests.test_threads import in_threads

N = 20_000
INTEGERS = tuple(d for d in DTYPES if "int" in d)


def tensor(backend: TestBackend, dtype: str = "float32") -> ep.Tensor:
    """A tensor of that dtype; JAX has 32-bit ones."""
    return backend.tensor([[1.0, 0.0]], "float32").astype(dtype_on(backend, dtype))


def generator(backend: TestBackend, seed: int = 0, dtype: str = "float32") -> ep.random.Generator:
    return ep.random.generator(tensor(backend, dtype), seed)


DRAWS: dict[str, Callable[[ep.random.Generator], ep.Tensor]] = {
    "uniform": lambda g: g.uniform((3, 4)),
    "normal": lambda g: g.normal((3, 4)),
    "integers": lambda g: g.integers(0, 10**6, (3, 4)),
    "permutation": lambda g: g.permutation(20),
}


def numbers(t: ep.Tensor) -> npt.NDArray[np.float64]:
    """Floats of any width."""
    return np.asarray((t if t._ops.dtype(t.raw) == "float64" else t.float32()).numpy(), np.float64)


def every_draw(g: ep.random.Generator) -> list[Any]:  # Any: nested lists
    return [draw(g).numpy().tolist() for draw in DRAWS.values()]


# -- distributions: within five standard deviations of what they must be --------------------------------------------------


def assert_moments(values: npt.NDArray[np.float64], mean: float, variance: float, fourth: float) -> None:
    """Mean and variance of independent numbers with these, and with this fourth central moment."""
    n = values.size
    assert abs(values.mean() - mean) < 5 * (variance / n) ** 0.5
    assert abs(values.var() - variance) < 5 * ((fourth - variance**2) / n) ** 0.5


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("low, high", [(0.0, 1.0), (-1.0, 3.0)])
def test_uniform_is_uniform(backend: TestBackend, dtype: str, low: float, high: float) -> None:
    drawn = generator(backend, dtype=dtype).uniform((N // 2, 2), low, high)
    assert backend.dtype(drawn) == dtype_on(backend, dtype)
    assert drawn.shape == (N // 2, 2)
    values = numbers(drawn)
    assert low <= values.min()
    assert values.max() < high
    width = high - low
    assert_moments(values + (2.0**-9 * width if dtype == "bfloat16" else 0), (low + high) / 2, width**2 / 12, width**4 / 80)


@pytest.mark.parametrize("dtype", FLOATS)
def test_normal_is_normal(backend: TestBackend, dtype: str) -> None:
    drawn = generator(backend, dtype=dtype).normal(N, 1.0, 2.0)
    assert backend.dtype(drawn) == dtype_on(backend, dtype)
    values = numbers(drawn)
    assert_moments(values, 1.0, 4.0, 48.0)
    assert abs((values > 1.0).mean() - 0.5) < 0.03
    assert abs((np.abs(values - 1.0) < 2.0).mean() - 0.6827) < 0.03


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("low, high", [(0, 5), (3, 4), (17, 100)])
def test_integers_are_all_drawn_and_no_other(backend: TestBackend, dtype: str, low: int, high: int) -> None:
    drawn = generator(backend).integers(low, high, N, dtype=dtype_on(backend, dtype))
    assert backend.dtype(drawn) == dtype_on(backend, dtype)
    counts = np.bincount(drawn.numpy().astype(np.int64), minlength=high)
    expected = N / (high - low)
    assert counts[:low].sum() == 0
    assert len(counts) == high
    assert (abs(counts[low:] - expected) < 6 * expected**0.5 + 1e-9).all()


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_up_to_the_limits_of_their_dtype(backend: TestBackend, dtype: str) -> None:
    own = dtype_on(backend, dtype)
    info = np.iinfo(own)
    least, most = int(info.min), int(info.max)
    for low, high in ((least, least + 3), (most - 2, most + 1), (least, most + 1), (least + 1, most + 1), (most, most + 1)):
        g = generator(backend)
        if backend.name == "tensorflow" and 2**63 <= high - low < 2**64:
            assert_refuses(backend, ValueError, "integers", lambda g=g, low=low, high=high: g.integers(low, high, 9, dtype=own), "2**63")
            continue
        if backend.name == "torch" and own == "uint64" and high > 2**63 - 1:
            assert_refuses(backend, ValueError, "integers", lambda g=g, low=low, high=high: g.integers(low, high, 9, dtype=own), "2**63")
            continue
        drawn = g.integers(low, high, 2000, dtype=own)
        values = drawn.numpy()
        assert backend.dtype(drawn) == own
        assert low <= int(values.min())
        assert int(values.max()) < high
        if high - low <= 3:
            assert len(np.unique(values)) == high - low
        else:  # the middle of the range halves them
            assert 800 < (values > (low + high) // 2).sum() < 1200


def test_integers_of_no_dtype_have_the_frameworks_default(backend: TestBackend) -> None:
    (default,) = result("arange", backend.name, "float32").dtypes
    for dtype in ("float32", "uint8", "bool", "complex64"):
        assert backend.dtype(generator(backend, dtype=dtype).integers(0, 5, 3)) == default
        assert backend.dtype(generator(backend, dtype=dtype).permutation(3)) == default


@pytest.mark.parametrize("dtype", ["float32", "int16", "bool", "bfloat16", "complex64"])
def test_permutation_is_one(backend: TestBackend, dtype: str) -> None:
    g = generator(backend)
    order = g.permutation(50).numpy()
    assert sorted(order.tolist()) == list(range(50))
    assert order.tolist() != list(range(50))
    rows = backend.tensor(np.arange(150).reshape(50, 3) % 97, "float32").astype(dtype)
    drawn = g.permutation(rows)
    assert backend.dtype(drawn) == dtype
    given, got = (t.astype(ep.complex64).numpy() for t in (rows, drawn))
    assert sorted(map(str, got.tolist())) == sorted(map(str, given.tolist()))
    assert got.tolist() != given.tolist()
    for small in (0, 1, np.int64(1)):
        assert_equal(backend, g.permutation(small), np.arange(small))  # type: ignore[arg-type]  # an index is an int
    assert g.permutation(backend.tensor(np.zeros((0, 2)), "float32")).shape == (0, 2)
    assert g.permutation(backend.tensor(np.zeros((2, 0)), "float32")).shape == (2, 0)


def test_every_permutation_comes(backend: TestBackend) -> None:
    g = generator(backend)
    rows = backend.tensor([0, 1, 2], "int32")
    assert len({tuple(g.permutation(3).numpy().tolist()) for _ in range(80)}) == 6
    assert len({tuple(g.permutation(rows).numpy().tolist()) for _ in range(80)}) == 6


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_draws_are_made_in_their_dtype(backend: TestBackend, dtype: str) -> None:
    """No cast: float64 has more than a float32's bits, and float32 is not a rounded float64."""
    if dtype_on(backend, dtype) == "float64":
        for op in ("uniform", "normal"):
            drawn = getattr(generator(backend, dtype=dtype), op)(50).numpy()
            assert (drawn != drawn.astype(np.float32)).sum() > 40
    elif backend.name == "numpy":
        native = np.random.default_rng(7)
        g = generator(backend, 7)
        assert g.uniform(5).numpy().tolist() == native.random(5, np.float32).tolist()
        assert g.normal(5).numpy().tolist() == native.standard_normal(5, np.float32).tolist()


def test_shapes(backend: TestBackend) -> None:
    g, three = generator(backend), backend.tensor(3, "int32")
    forms: list[tuple[Any, tuple[int, ...]]] = [  # Any: not all declared
        (2, (2,)),
        ((), ()),
        ([0, 2], (0, 2)),
        (np.int64(2), (2,)),
        (range(1, 3), (1, 2)),
        ((three, 1), (3, 1)),
    ]
    for shape, expected in forms:
        for drawn in (g.uniform(shape), g.normal(shape), g.integers(0, 3, shape)):
            assert type(drawn) is backend.leaf
            assert backend.is_native(drawn.raw)
            assert drawn.shape == expected
    assert_equal(backend, g.uniform(3, 2.0, 2.0), [2, 2, 2], dtype="float32")
    assert_equal(backend, g.normal(3, 2.0, 0.0), [2, 2, 2], dtype="float32")


# -- reproducible, and alone ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_a_seed_is_reproducible(backend: TestBackend, dtype: str) -> None:
    def draws(seed: Any) -> list[Any]:  # Any: an int or a tensor; nested lists
        g = ep.random.generator(tensor(backend, dtype), seed)
        return [x for _ in range(2) for x in every_draw(g)]

    first = draws(5)
    assert draws(5) == draws(np.uint8(5)) == draws(backend.tensor(5, "int32")) == draws(backend.tensor(5, "int32").raw) == first
    assert len({str(x) for x in first}) == len(first)  # no draw repeats another
    assert draws(6) != first
    assert draws(2**32 - 1) != draws(2**31 - 1)


def global_draws(backend: TestBackend) -> tuple[Any, ...]:  # Any: nested lists
    """The next numbers of the framework's own state, of NumPy's and of Python's."""
    import random

    t = tensor(backend)
    return t.uniform(3).numpy().tolist(), t.normal(3).numpy().tolist(), np.random.random(3).tolist(), random.random()


def seed_everything(backend: TestBackend) -> None:
    import random

    random.seed(1)
    np.random.seed(1)
    if backend.name == "torch":
        untyped("torch").manual_seed(1)
    elif backend.name == "tensorflow":
        untyped("tensorflow").random.set_seed(1)


def test_generators_disturb_nobody(backend: TestBackend) -> None:
    alone = every_draw(generator(backend, 1))
    seed_everything(backend)
    expected = global_draws(backend)
    seed_everything(backend)
    a, b = generator(backend, 1), generator(backend, 2)
    mixed = []
    for draw in DRAWS.values():
        draw(b)
        mixed.append(draw(a).numpy().tolist())
    a.split(2), a.fold_in(3)
    assert mixed == alone
    assert global_draws(backend) == expected
    seed_everything(backend)
    assert every_draw(generator(backend, 1)) == alone


def test_threads_share_a_generator(backend: TestBackend) -> None:
    """No number is drawn twice, none is lost: together they draw what one thread would."""
    g, alone = generator(backend, 3), generator(backend, 3)
    expected = [alone.integers(0, 2**31 - 1, 4).numpy().tolist() for _ in range(8 * 10)]
    found = in_threads(lambda _: [g.integers(0, 2**31 - 1, 4).numpy().tolist() for _ in range(10)])
    assert sorted(draw for draws in found for draw in draws) == sorted(expected)


def test_split(backend: TestBackend) -> None:
    g = generator(backend, 4)
    first, second = g.split(2), g.split(1)
    draws = [str(every_draw(child)) for child in (*first, *second, g, *g.split(2))]
    assert len(set(draws)) == len(draws)
    again = generator(backend, 4)
    assert [str(every_draw(child)) for child in (*again.split(2), *again.split(1))] == draws[:3]
    assert again.split(0) == ()
    assert all(type(child) is ep.random.Generator for child in first)
    grand = {str(every_draw(c)) for child in generator(backend, 4).split(3) for c in child.split(3)}
    assert len(grand) == 9


def test_fold_in(backend: TestBackend) -> None:
    """The same generator for the same number, whatever was drawn; it is neither the parent nor a child of `split`."""
    g = generator(backend, 4)
    folded: Any = backend.tensor(1, "int64")  # Any: of no known dtype
    steps = (0, 1, 2, -1, 2**31 - 1, -(2**31))
    draws = [str(every_draw(g.fold_in(i))) for i in steps]
    others = [str(every_draw(c)) for c in (g, *g.split(3), g.fold_in(0).fold_in(0), g.fold_in(1).fold_in(0), g.fold_in(0).split(1)[0])]
    assert len({*draws, *others}) == len(draws) + len(others)
    assert [str(every_draw(g.fold_in(i))) for i in steps] == draws
    assert str(every_draw(g.fold_in(folded))) == draws[1]


# -- refusals --------------------------------------------------------------------------------------------------------------

BAD: list[tuple[str, Callable[[Any], object], type[Exception], str]] = [  # Any: wrong on purpose
    ("uniform", lambda g: g.uniform(3, 1.0, 0.0), ValueError, "low <= high"),
    ("uniform", lambda g: g.uniform(3, 0.0, np.inf), ValueError, "finite"),
    ("uniform", lambda g: g.uniform(3, np.nan), ValueError, "finite"),
    ("uniform", lambda g: g.uniform(3, "0"), TypeError, "low is a real number"),
    ("uniform", lambda g: g.uniform(3, 0.0, None), TypeError, "high is a real number"),
    ("uniform", lambda g: g.uniform(3, 1j), TypeError, "low is a real number"),
    ("uniform", lambda g: g.uniform(-1), ValueError, "negative"),
    ("uniform", lambda g: g.uniform((2, 1.0)), TypeError, "integers"),
    ("uniform", lambda g: g.uniform("2"), TypeError, "integers"),
    ("normal", lambda g: g.normal(3, 0.0, -1.0), ValueError, "-1.0"),
    ("normal", lambda g: g.normal(3, 0.0, np.nan), ValueError, "nan"),
    ("normal", lambda g: g.normal(3, "a"), TypeError, "mean is a real number"),
    ("normal", lambda g: g.normal((2, -1)), ValueError, "negative"),
    ("integers", lambda g: g.integers(3, 3, 2), ValueError, "low < high"),
    ("integers", lambda g: g.integers(3, 2, 2), ValueError, "low < high"),
    ("integers", lambda g: g.integers(0.0, 2, 2), TypeError, "low is an integer"),
    ("integers", lambda g: g.integers(0, "a", 2), TypeError, "high is an integer"),
    ("integers", lambda g: g.integers(0, 2, -2), ValueError, "negative"),
    ("integers", lambda g: g.integers(0, 257, 2, dtype=ep.uint8), ValueError, "uint8 does not hold"),
    ("integers", lambda g: g.integers(-1, 2, 2, dtype=ep.uint8), ValueError, "uint8 does not hold"),
    ("integers", lambda g: g.integers(0, 2**70, 2), ValueError, "does not hold"),
    ("integers", lambda g: g.integers(0, 2, 2, dtype=ep.float32), TypeError, "float32 is no integer dtype"),
    ("integers", lambda g: g.integers(0, 2, 2, dtype=ep.bool_), TypeError, "bool is no integer dtype"),
    ("integers", lambda g: g.integers(0, 2, 2, dtype="int7"), TypeError, "int7"),
    ("permutation", lambda g: g.permutation(-1), ValueError, "negative"),
    ("permutation", lambda g: g.permutation(2.0), TypeError, "x is an integer"),
    ("permutation", lambda g: g.permutation([1, 2]), TypeError, "list"),
    ("permutation", lambda g: g.permutation(None), TypeError, "NoneType"),
    ("split", lambda g: g.split(-1), ValueError, "negative"),
    ("split", lambda g: g.split(1.0), TypeError, "count is an integer"),
    ("fold_in", lambda g: g.fold_in(1.0), TypeError, "float 1.0"),
    ("fold_in", lambda g: g.fold_in(2**31), ValueError, str(2**31)),
    ("fold_in", lambda g: g.fold_in("a"), TypeError, "str"),
]


@pytest.mark.parametrize("op, call, error, text", BAD, ids=[f"{row[0]}-{i}" for i, row in enumerate(BAD)])
def test_bad_arguments(
    backend: TestBackend, op: str, call: Callable[[Any], object], error: type[Exception], text: str
) -> None:  # Any: as above
    assert_refuses(backend, error, op, lambda: call(generator(backend)), text)


def test_tensors_that_do_not_fit(backend: TestBackend) -> None:
    g = generator(backend)
    for wrong, error in ((backend.tensor(1.5), TypeError), (backend.tensor([1, 2]), TypeError)):
        assert_refuses(backend, error, "fold_in", lambda wrong=wrong: g.fold_in(wrong))
        assert_refuses(backend, error, "generator", lambda wrong=wrong: ep.random.generator(tensor(backend), wrong))
    assert_refuses(backend, ValueError, "permutation", lambda: g.permutation(backend.tensor(3)), "0-d")
    other: Any = MAKERS["numpy" if backend.name != "numpy" else "torch"]().tensor([1, 2])  # Any: wrong on purpose
    assert_refuses(backend, TypeError, "permutation", lambda: g.permutation(other), "different backends")
    bad: list[tuple[Any, type[Exception]]] = [(-1, ValueError), (2**32, ValueError), (1.5, TypeError), ("a", TypeError), (None, TypeError)]
    for seed, refusal in bad:
        assert_refuses(backend, refusal, "generator", lambda seed=seed: ep.random.generator(tensor(backend), seed))
    for dtype in ("int32", "bool", "complex64"):
        for op in ("uniform", "normal"):
            assert_refuses(backend, TypeError, op, lambda op=op, dtype=dtype: getattr(generator(backend, dtype=dtype), op)(3), dtype)


def test_what_is_no_tensor_has_no_generator() -> None:
    wrong: Any = [1.0]  # Any: wrong on purpose
    with pytest.raises(TypeError, match=r"generator: cannot wrap .* Cure:"):
        ep.random.generator(wrong, 0)
    with pytest.raises(TypeError, match=r"Cure: ep\.random\.generator"):
        ep.random.Generator()


def test_native_tensors_are_taken(backend: TestBackend) -> None:
    raw: Any = tensor(backend).raw  # Any: not declared, as for every function
    assert every_draw(ep.random.generator(raw, 1)) == every_draw(generator(backend, 1))
    assert type(generator(backend).permutation(backend.tensor([1, 2]).raw)) is backend.leaf


def test_a_generator_is_one_reference_and_no_tensor(backend: TestBackend) -> None:
    """It keeps no tensor alive, and what it gives away is not the tensor it was made from."""
    import gc
    import weakref

    t = backend.tensor(np.ones(3), "float32")
    g = ep.random.generator(t, 0)
    if backend.name != "tensorflow":  # whose tensors have no weak references
        alive = weakref.ref(t.raw)
        del t
        gc.collect()
        assert alive() is None
    assert g.uniform(2).shape == (2,)


# -- while a framework traces ----------------------------------------------------------------------------------------------


def jax_generator(seed: int = 0) -> tuple[Any, Any]:  # Any: JAX, and a generator of its backend
    jax = untyped("jax")
    return jax, ep.random.generator(ep.astensor(jax.numpy.ones(2)), seed)


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
@pytest.mark.parametrize("draw", [*DRAWS.values(), lambda g: g.split(1)[0].uniform(())], ids=[*DRAWS, "split"])
def test_jax_generators_from_outside_refuse_to_be_baked_in(draw: Callable[[Any], ep.Tensor]) -> None:  # Any: a generator
    """And stay as they were: no tracer leaks into them."""
    jax, g = jax_generator()
    inside_a_loop = jax.jit(lambda s: jax.lax.map(lambda _: draw(made).raw, jax.numpy.ones(2)) if (made := fresh(s)) else None)

    def fresh(seed: Any) -> Any:  # Any: a tracer, a generator
        return ep.random.generator(ep.astensor(jax.numpy.ones(2)), seed)

    for function in (jax.jit(lambda x: draw(g).raw + x.sum()), inside_a_loop):
        with pytest.raises(ValueError, match=r"on JAX: a generator from outside .* Cure: .*fold_in"):
            function(jax.numpy.uint32(3) if function is inside_a_loop else jax.numpy.ones(2))
    assert every_draw(g) == every_draw(jax_generator()[1])


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
def test_jax_generators_as_arguments_and_results() -> None:
    jax, g = jax_generator()
    step = jax.jit(lambda g: (g.uniform(3).raw, g))
    first, g1 = step(g)
    second, g2 = step(g1)
    assert type(g2) is ep.random.Generator
    alone = jax_generator()[1]
    assert [first.tolist(), second.tolist()] == [alone.uniform(3).numpy().tolist() for _ in range(2)]
    assert g2.uniform(3).numpy().tolist() == alone.uniform(3).numpy().tolist()
    use = jax.jit(lambda g: g.normal(3).raw)
    assert use(g.split(1)[0]).tolist() != use(g.split(1)[0]).tolist()
    last, drawn = jax.lax.scan(lambda g, _: (g, g.uniform(3).raw), jax_generator()[1], None, length=4)
    alone = jax_generator()[1]
    assert drawn.tolist() == [alone.uniform(3).numpy().tolist() for _ in range(4)]
    assert last.uniform(3).numpy().tolist() == alone.uniform(3).numpy().tolist()


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
def test_jax_generators_that_are_made_while_it_traces() -> None:
    jax, g = jax_generator()
    made = jax.jit(lambda x, seed: ep.random.generator(ep.astensor(x), seed).uniform(3).raw)
    x = jax.numpy.ones(2)
    assert made(x, 5).tolist() == jax_generator(5)[1].uniform(3).numpy().tolist()
    assert made(x, 6).tolist() != made(x, 5).tolist()
    folded = jax.jit(lambda i: g.fold_in(ep.astensor(i)).uniform(3).raw)
    assert [folded(i).tolist() for i in (0, 7)] == [g.fold_in(i).uniform(3).numpy().tolist() for i in (0, 7)]
    rows = jax.vmap(lambda i: g.fold_in(ep.astensor(i)).uniform(3).raw)(jax.numpy.arange(4))
    assert rows.tolist() == [g.fold_in(i).uniform(3).numpy().tolist() for i in range(4)]

    def loss(x: Any, seed: Any) -> Any:  # Any: tracers
        noise = ep.random.generator(ep.astensor(x), seed)
        return jax.grad(lambda x: (ep.astensor(x) * noise.uniform(2)).sum().raw)(x), noise.uniform(2).raw

    gradient, after = jax.jit(loss)(x, 5)
    alone = jax_generator(5)[1]
    assert [gradient.tolist(), after.tolist()] == [alone.uniform(2).numpy().tolist() for _ in range(2)]


def test_generators_in_eager_gradients(gradient_backend: TestBackend) -> None:
    g, alone = generator(gradient_backend), generator(gradient_backend)
    t = tensor(gradient_backend)
    for _ in range(2):
        _, gradient = ep.value_and_grad(lambda x: (x * g.uniform((1, 2))).sum(), t)
        np.testing.assert_array_equal(gradient.numpy(), alone.uniform((1, 2)).numpy())


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
def test_tensorflow_generators_in_functions() -> None:
    tf = untyped("tensorflow")
    backend = MAKERS["tensorflow"]()
    g, alone = generator(backend, 1), generator(backend, 1)
    for draw in DRAWS.values():  # from outside: fresh numbers at each call, those of eager code
        traced: Any = tf.function(lambda x, draw=draw: draw(g).raw)  # Any: native tensors
        assert [traced(tf.ones(1)).numpy().tolist() for _ in range(3)] == [draw(alone).numpy().tolist() for _ in range(3)]

    @tf.function  # type: ignore[untyped-decorator]  # TensorFlow has no types
    def made(x: Any, seed: Any) -> Any:  # Any: native tensors
        inner = ep.random.generator(ep.astensor(x), seed)
        return inner.uniform(3).raw, inner.normal(3).raw, inner.fold_in(ep.astensor(seed)).uniform(3).raw, inner.split(2)[1].uniform(3).raw

    def draws(seed: int) -> list[Any]:  # Any: nested lists
        return [x.numpy().tolist() for x in made(tf.ones(1), tf.constant(seed))]

    assert draws(1) == draws(1)
    assert draws(1) != draws(2)
    assert len({str(x) for x in draws(1)}) == 4

    @tf.function(input_signature=[tf.TensorSpec([None, 2])])  # type: ignore[untyped-decorator]  # as above
    def unknown(x: Any) -> Any:  # Any: native tensors
        t = ep.astensor(x)
        return g.uniform(t.shape).raw + g.permutation(t).raw

    assert unknown(tf.ones((3, 2))).shape == (3, 2)


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
def test_tensorflow_generators_and_loops() -> None:
    tf = untyped("tensorflow")
    g = generator(MAKERS["tensorflow"]())

    @tf.function  # type: ignore[untyped-decorator]  # TensorFlow has no types
    def outside() -> Any:  # Any: native tensors
        return tf.map_fn(lambda _: g.uniform(3).raw, tf.zeros(4))

    assert len({str(row) for row in outside().numpy().tolist()}) == 4

    @tf.function  # type: ignore[untyped-decorator]  # as above
    def inside(seed: Any) -> Any:  # Any: as above
        made = ep.random.generator(ep.astensor(tf.zeros(1)), seed)
        return tf.map_fn(lambda _: made.uniform(3).raw, tf.zeros(4))

    with pytest.raises(ValueError, match=r"made while tf\.function traces .* Cure: .*fold_in"):
        inside(tf.constant(1))

    @tf.function  # type: ignore[untyped-decorator]  # as above
    def folded(seed: Any) -> Any:  # Any: as above
        made = ep.random.generator(ep.astensor(tf.zeros(1)), seed)
        return tf.map_fn(lambda i: made.fold_in(ep.astensor(i)).uniform(3).raw, tf.range(4), fn_output_signature=tf.float32)

    assert len({str(row) for row in folded(tf.constant(1)).numpy().tolist()}) == 4


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_pytorch_leaves_draws_to_python_when_it_compiles() -> None:
    import torch

    backend = MAKERS["torch"]()
    g, alone = generator(backend, 1), generator(backend, 1)

    def add_noise(x: Any) -> Any:  # Any: native tensors
        return x * 2 + g.uniform(3).raw + 1

    compiled = torch.compile(add_noise, backend="eager")
    for _ in range(3):
        np.testing.assert_allclose(compiled(torch.ones(3)).numpy(), 3 + numbers(alone.uniform(3)), rtol=1e-6)
    torch.compiler.reset()
    with pytest.raises(Exception, match=r"proxy|Unsupported|graph break|Generator"):
        torch.compile(add_noise, backend="eager", fullgraph=True)(torch.ones(3))


# -- devices, copies -------------------------------------------------------------------------------------------------------


@pytest.mark.torch
@pytest.mark.xdist_group("torch")
def test_pytorchs_devices() -> None:
    """Of the tensor, not of `torch.set_default_device`; on the meta device there are shapes and dtypes only."""
    import torch

    there = ep.random.generator(ep.astensor(torch.ones(2, device="meta")), 0)
    for g in (there, *there.split(1), there.fold_in(1)):
        for draw in DRAWS.values():
            assert draw(g).raw.device.type == "meta"
        assert g.permutation(ep.astensor(torch.ones(3, 2, device="meta"))).shape == (3, 2)
    expected = every_draw(generator(MAKERS["torch"]()))
    t = ep.astensor(torch.ones(2))
    with torch.device("meta"):
        assert every_draw(ep.random.generator(t, 0)) == expected


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[getattr(pytest.mark, n), pytest.mark.xdist_group(n)]) for n in ("numpy", "torch", "jax")]
)
def test_copies_go_on_from_the_same_state(name: str) -> None:
    """TensorFlow keeps the state in a variable, which copies and pickles as its variables do."""
    g = generator(MAKERS[name](), 1)
    g.uniform(3)
    twins = copy.deepcopy(g), pickle.loads(pickle.dumps(g))
    expected = every_draw(g)
    assert [every_draw(twin) for twin in twins] == [expected, expected]
