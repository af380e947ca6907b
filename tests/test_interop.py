"""Tensors inside what the frameworks compile, trace and map, in threads, and beside code that knows nothing of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import eagertyped as ep
from tests.backends import TestBackend
from tests.programs import output, untyped

Function = Callable[[Any], Any]  # Any: Tensors, native tensors and containers of both
torch_test, tensorflow_test, jax_test = (
    [getattr(pytest.mark, name), pytest.mark.xdist_group(name)] for name in ("torch", "tensorflow", "jax")
)


def marked(marks: list[pytest.MarkDecorator]) -> Callable[[Any], Any]:  # Any: a test function
    def mark(test: Any) -> Any:  # Any: as above
        for each in marks:
            test = each(test)
        return test

    return mark


def chain(t: Any) -> Any:  # Any: as in Function
    """A bit of everything: operators, reductions, shapes, indices, selection, creation, norms."""
    t = (t.square() + 1).log() * 2 - t
    t = t / t.norms.l2(axis=-1, keepdims=True).maximum(1e-6)
    t = ep.where(t > 0, t, t.zeros_like()).clip(0, 5)
    t = ep.concatenate([t, -t[:, ::-1]], axis=1).softmax(axis=1)
    t = t.reshape((-1, t.shape[-1])).T.expand_dims(0).tile((2, 1, 1)).sum(axis=0)
    return t.pad(((0, 0), (1, 0)), value=1.5)[..., 1:].matmul(t.T).mean(axis=0) + t.sum()


VALUES = np.array([[0.5, -1.5, 2.0], [3.0, 0.25, -0.75]], np.float32)


# -- JAX: Tensors as pytrees -----------------------------------------------------------------------------------------


@marked(jax_test)
def test_jit_takes_and_gives_tensors() -> None:
    jax, jnp = untyped("jax"), untyped("jax.numpy")

    t = ep.astensor(jnp.asarray(VALUES))
    result = jax.jit(chain)(t)
    assert type(result) is ep.JAXTensor
    assert isinstance(result.raw, jax.Array)
    np.testing.assert_allclose(result.numpy(), chain(t).numpy(), rtol=1e-5)
    np.testing.assert_allclose(result.numpy(), chain(ep.astensor(VALUES)).numpy(), rtol=1e-5)


@marked(jax_test)
def test_jit_compiles_once_for_one_shape_and_dtype() -> None:
    jax, jnp = untyped("jax"), untyped("jax.numpy")

    traced = []

    @jax.jit  # type: ignore[untyped-decorator]  # untyped on purpose
    def f(t: Any) -> Any:
        traced.append(t.shape)
        return t.square()

    for values in (np.ones(3, np.float32), np.zeros(3, np.float32), np.ones(4, np.float32)):
        f(ep.astensor(jnp.asarray(values)))
    assert traced == [(3,), (4,)]


@marked(jax_test)
def test_containers_of_tensors_and_others_go_through_jit() -> None:
    jax, jnp = untyped("jax"), untyped("jax.numpy")

    x = ep.astensor(jnp.asarray(VALUES))

    @jax.jit  # type: ignore[untyped-decorator]  # untyped on purpose
    def f(tree: dict[str, Any]) -> Any:
        return {"sum": tree["t"] + tree["native"], "same": tree["t"], "pair": (tree["t"].sum(), tree["scalar"])}

    found = f({"t": x, "native": x.raw, "scalar": 2.0})
    assert type(found["sum"]) is type(found["same"]) is ep.JAXTensor
    np.testing.assert_array_equal(found["sum"].numpy(), 2 * VALUES)
    assert type(found["pair"][0]) is ep.JAXTensor
    assert isinstance(found["pair"][1], jax.Array)


@marked(jax_test)
@pytest.mark.parametrize("transform", ["grad", "value_and_grad", "jacrev", "jacfwd", "hessian", "jit of grad"])
def test_differentiation_by_jax(transform: str) -> None:
    jax, jnp = untyped("jax"), untyped("jax.numpy")

    t = ep.astensor(jnp.asarray([1.0, 2.0]))

    def loss(t: Any) -> Any:
        return (t**3).sum().raw

    found: Any  # Any: a Tensor of arrays, or of Tensors

    if transform == "jit of grad":
        found = jax.jit(jax.grad(loss))(t)
    else:
        found = getattr(jax, transform)(loss)(t)
    if transform == "value_and_grad":
        value, found = found
        assert float(value) == 9.0
    assert type(found) is ep.JAXTensor
    if transform == "hessian":
        rows: Any = found.raw  # a pytree of pytrees, as JAX makes it of any
        assert type(rows) is ep.JAXTensor
        np.testing.assert_allclose(rows.numpy(), [[6.0, 0.0], [0.0, 12.0]])
    else:
        np.testing.assert_allclose(found.numpy(), [3.0, 12.0])


@marked(jax_test)
def test_vmap_scan_and_loops() -> None:
    jax, jnp = untyped("jax"), untyped("jax.numpy")

    t = ep.astensor(jnp.asarray(VALUES))
    rows = jax.vmap(lambda row: row.square().sum())(t)
    assert type(rows) is ep.JAXTensor
    np.testing.assert_allclose(rows.numpy(), (VALUES**2).sum(-1))
    both = jax.vmap(lambda a, b: a * b, in_axes=(0, None))(t, t[0])
    np.testing.assert_allclose(both.numpy(), VALUES * VALUES[0])
    columns = jax.vmap(lambda column: column.max(), in_axes=1, out_axes=0)(t)
    np.testing.assert_allclose(columns.numpy(), VALUES.max(0))

    carry, steps = jax.lax.scan(lambda c, row: (c + row, (c * row).sum()), t[0].zeros_like(), t)
    assert type(carry) is type(steps) is ep.JAXTensor
    np.testing.assert_allclose(carry.numpy(), VALUES.sum(0))
    assert steps.shape == (2,)

    np.testing.assert_allclose(jax.lax.fori_loop(0, 3, lambda _, t: t + 1, t).numpy(), VALUES + 3)
    np.testing.assert_allclose(jax.lax.while_loop(lambda t: t.sum().raw < 50, lambda t: t * 2, t[1] + 2).numpy(), (VALUES[1] + 2) * 8)
    chosen = jax.lax.cond(True, lambda t: t + 1, lambda t: t - 1, t)
    np.testing.assert_allclose(chosen.numpy(), VALUES + 1)
    np.testing.assert_allclose(jax.lax.map(lambda row: row * 2, t).numpy(), VALUES * 2)


@marked(jax_test)
def test_a_tensor_is_a_pytree_of_one_leaf() -> None:
    jax, jnp = untyped("jax"), untyped("jax.numpy")

    t = ep.astensor(jnp.asarray(VALUES))
    leaves, structure = jax.tree.flatten(t)
    assert len(leaves) == 1
    assert leaves[0] is t.raw
    assert type(jax.tree.unflatten(structure, leaves)) is ep.JAXTensor
    (path, _), *_ = jax.tree_util.tree_leaves_with_path({"a": t})
    assert jax.tree_util.keystr(path) == "['a'].raw"
    assert jax.tree.map(lambda x: x + 1, {"a": t})["a"].shape == (2, 3)
    for stand_in in (None, object(), "text", jax.ShapeDtypeStruct((2,), np.float32)):
        assert jax.tree.unflatten(structure, [stand_in]).raw is stand_in  # JAX itself puts such things there
    assert jax.eval_shape(lambda t: t.sum(axis=0), t).raw.shape == (3,)
    assert jax.tree.structure(t) == jax.tree.structure(t + 1)
    hash(structure)


@marked(jax_test)
def test_ahead_of_time_compilation_and_checkpoint() -> None:
    jax, jnp = untyped("jax"), untyped("jax.numpy")

    t = ep.astensor(jnp.asarray(VALUES))
    compiled = jax.jit(chain).lower(t).compile()
    np.testing.assert_allclose(compiled(t).numpy(), chain(t).numpy(), rtol=1e-5)
    grad = jax.grad(lambda t: jax.checkpoint(chain)(t).sum().raw)(t)
    np.testing.assert_allclose(grad.numpy(), ep.value_and_grad(lambda t: chain(t).sum(), t)[1].numpy(), rtol=1e-4, atol=1e-6)
    assert jax.block_until_ready(t) is not None
    assert jax.device_put(t).shape == (2, 3)


@marked(jax_test)
def test_value_and_grad_inside_jit_and_donated_arguments() -> None:
    jax, jnp = untyped("jax"), untyped("jax.numpy")

    def step(t: Any) -> Any:
        return t - 0.1 * ep.value_and_grad(lambda u: u.square().sum(), t)[1]

    t = ep.astensor(jnp.asarray(VALUES))
    np.testing.assert_allclose(jax.jit(step)(t).numpy(), 0.8 * VALUES, rtol=1e-6)
    np.testing.assert_allclose(jax.jit(jax.vmap(step))(t).numpy(), 0.8 * VALUES, rtol=1e-6)


@marked(jax_test)
def test_random_numbers_under_jit_are_refused_or_fresh() -> None:
    """One draw that is baked into the program would be wrong without a sign of it."""
    jax, jnp = untyped("jax"), untyped("jax.numpy")

    t = ep.astensor(jnp.ones(2))
    for use in (lambda t: t.uniform(3), lambda t: t.normal((2, 2))):
        with pytest.raises(ValueError, match=r"while JAX traces .*Cure: "):
            jax.jit(use)(t)


@marked(jax_test)
def test_jax_functions_on_raw_tensors_and_typed_containers() -> None:
    jnp = untyped("jax.numpy")

    t = ep.astensor(jnp.asarray(VALUES))
    assert ep.astensor(jnp.fft.fft(t.raw)).shape == (2, 3)
    with pytest.raises(TypeError):
        jnp.sum(t)  # a Tensor is no array to JAX: `.raw` is


# -- PyTorch: torch.compile and torch.func ---------------------------------------------------------------------------


COMPILE = """
import jax, tensorflow, torch, torch._dynamo.testing
import numpy as np
import eagertyped as ep
from tests.test_interop import VALUES, chain

ep.astensor(jax.numpy.ones(1)), ep.astensor(tensorflow.ones(1))
{before}
counted = torch._dynamo.testing.CompileCounter()

def native(x):
    return chain(ep.astensor(x)).raw

x = torch.tensor(VALUES)
compiled = torch.compile(native, fullgraph=True, backend=counted)
found = compiled(x).numpy()
np.testing.assert_allclose(found, native(x).numpy(), rtol=1e-5)
assert counted.frame_count == 1, counted.frame_count
case = torch.compile(lambda x: (ep.astensor(x).square().sum() + 1).raw, fullgraph=True, backend="eager")
assert case(x).item() == (ep.astensor(x).square().sum() + 1).item()
print("compiled")
"""


@marked(torch_test)
@pytest.mark.slow
@pytest.mark.parametrize("before", ["ep.astensor(torch.ones(1))", ""], ids=["seen before", "first tensor"])
def test_compiled_in_one_graph_with_jax_and_tensorflow_imported(before: str) -> None:
    """In a process of its own: ``isinstance(x, jax.Array)`` must not be asked before the test for PyTorch, and compilation is global.

    The first PyTorch tensor of all may come inside the compiled function: then its kernels are loaded while Dynamo traces.
    """
    assert output(COMPILE.format(before=before)).splitlines()[-1] == "compiled"


@pytest.fixture
def compiled() -> Any:  # Any: torch.compile with one whole graph
    import torch

    torch._dynamo.reset()
    yield lambda f: torch.compile(f, fullgraph=True, backend="eager")
    torch._dynamo.reset()


@marked(torch_test)
def test_compiled_functions_take_and_give_tensors(compiled: Any) -> None:
    import torch

    t = ep.astensor(torch.tensor(VALUES))
    result = compiled(chain)(t)
    assert type(result) is ep.PyTorchTensor
    np.testing.assert_allclose(result.numpy(), chain(t).numpy(), rtol=1e-5)
    found = compiled(lambda tree: {"a": tree[0] + tree[1], "b": [tree[0]]})((t, t))
    np.testing.assert_array_equal(found["a"].numpy(), 2 * VALUES)


COMPILED: dict[str, Function] = {
    "conversions": lambda x: (lambda pair: pair[1](pair[0] * 2))(ep.astensor_(x)),
    "functions": lambda x: ep.maximum(ep.astensor(x), 0).raw,
    "scalars": lambda x: (2 ** ep.astensor(x).clip(-2, 2) // 1 % 3 - 1.5).raw,
    "comparisons": lambda x: ep.logical_and(ep.astensor(x) > 0, ep.astensor(x) <= 2).float32().raw,
    "reductions": lambda x: (ep.astensor(x).prod(axis=1) + ep.astensor(x).min(axis=1) + ep.astensor(x).argmax(axis=1)).raw,
    "axes": lambda x: ep.astensor(x).sum(axis=(0, -1), keepdims=True).raw,
    "order": lambda x: (ep.astensor(x).sort() + ep.astensor(x).argsort() + ep.astensor(x).topk(3)[0]).raw,
    "shapes": lambda x: ep.astensor(x).flatten().expand_dims(0).squeeze(0).reshape((3, 2)).flip(0).transpose().raw,
    "indices": lambda x: ep.astensor(x)[1, ::-1][[0, 2]].raw,
    "update": lambda x: ep.astensor(x).index_update((0, slice(1, None)), 1.0).raw,
    "pad reflect": lambda x: ep.astensor(x).pad(((0, 1), (1, 2)), "reflect").raw,
    "matmul": lambda x: ep.astensor(x).matmul(ep.astensor(x).T).raw,
    "stack": lambda x: ep.stack([ep.astensor(x), ep.astensor(x) * 2]).raw,
    "losses": lambda x: ep.astensor(x).crossentropy(ep.astensor(x).argmin(axis=1)).raw,
    "norms": lambda x: (ep.astensor(x).norms.lp(3, axis=1) + ep.norms.linf(ep.astensor(x), axis=1)).raw,
    "kl": lambda x: ep.kl_div_with_logits(ep.astensor(x), ep.astensor(x).exp()).raw,
    "creation": lambda x: (ep.astensor(x).full((2, 3), 2) + ep.astensor(x).arange(3)).raw,
    "cast": lambda x: ep.astensor(x).astype(ep.int32).astype(ep.float32).raw,
    "iteration": lambda x: sum((row.sum() for row in ep.astensor(x)), start=ep.astensor(x)[0, 0]).raw,
    "isinstance": lambda x: (ep.astensor(x) if ep.istensor(ep.astensor(x)) else None).raw,  # type: ignore[union-attr]
}


@marked(torch_test)
@pytest.mark.parametrize("name", COMPILED)
def test_each_kind_of_operation_compiles_in_one_graph(name: str, compiled: Any) -> None:
    import torch

    x = torch.tensor(VALUES)
    np.testing.assert_allclose(compiled(COMPILED[name])(x).numpy(), COMPILED[name](x).numpy(), rtol=1e-5)


@marked(torch_test)
def test_the_at_sign_does_not_compile_yet(compiled: Any) -> None:
    """A documented limit of Dynamo: `matmul` traces. The day that this fails, the README can say so."""
    import torch

    with pytest.raises(torch._dynamo.exc.Unsupported, match="matmul"):
        compiled(lambda x: (ep.astensor(x) @ ep.astensor(x).T).raw)(torch.tensor(VALUES))


@marked(torch_test)
def test_batch_sizes_do_not_compile_again_and_again() -> None:
    import torch
    from torch._dynamo.testing import CompileCounter

    torch._dynamo.reset()
    counter = CompileCounter()
    f = torch.compile(lambda x: (ep.astensor(x).reshape((x.shape[0], -1)).square().sum(axis=1)).raw, fullgraph=True, backend=counter)
    for n in range(2, 12):
        assert f(torch.ones(n, 3)).tolist() == [3.0] * n
    assert counter.frame_count <= 2
    torch._dynamo.reset()


@marked(torch_test)
def test_compiled_graphs_are_differentiable(compiled: Any) -> None:
    import torch

    x = torch.tensor(VALUES, requires_grad=True)
    compiled(lambda x: chain(ep.astensor(x)).sum().raw)(x).backward()
    _, grad = ep.value_and_grad(lambda t: chain(t).sum(), ep.astensor(x))
    assert x.grad is not None
    np.testing.assert_allclose(x.grad.numpy(), grad.numpy(), rtol=1e-4, atol=1e-6)


@marked(torch_test)
def test_refusals_while_compiling_are_refusals(compiled: Any) -> None:
    import torch

    with pytest.raises(Exception, match="mean"):
        compiled(lambda x: ep.astensor(x).mean().raw)(torch.ones(2, dtype=torch.int32))


@marked(torch_test)
def test_torch_func_on_raw_tensors() -> None:
    import torch

    x = torch.tensor(VALUES)
    by_rows = torch.func.vmap(lambda row: (ep.astensor(row).softmax(axis=0) * 2).raw)(x)
    np.testing.assert_allclose(by_rows.numpy(), (ep.astensor(x).softmax(axis=1) * 2).numpy(), rtol=1e-6)
    jacobian = torch.func.jacrev(lambda x: ep.astensor(x).square().raw)(x[0])
    np.testing.assert_allclose(jacobian.numpy(), np.diag(2 * VALUES[0]))


# -- TensorFlow: tf.function -----------------------------------------------------------------------------------------


@marked(tensorflow_test)
@pytest.mark.parametrize("shape", [(2, 3), (None, 3), (None, None)], ids=str)
def test_chain_in_a_tf_function(shape: tuple[int | None, ...]) -> None:
    tf = untyped("tensorflow")

    f = tf.function(lambda x: chain(ep.astensor(x)).raw, input_signature=[tf.TensorSpec(shape)])
    np.testing.assert_allclose(f(tf.constant(VALUES)).numpy(), chain(ep.astensor(VALUES)).numpy(), rtol=1e-5)


@marked(tensorflow_test)
def test_unknown_sizes() -> None:
    tf = untyped("tensorflow")

    seen: list[Any] = []

    def f(x: Any) -> Any:
        t = ep.astensor(x)
        seen.append((t.ndim, t.shape[1], type(t.shape[1]), type(t.shape)))
        assert tf.is_symbolic_tensor(t.shape[0])
        assert ep.istensor(t.flatten())
        first = t.reshape((t.shape[0], -1)) + t.reshape((-1, 2)) + t.reshape(t.shape)
        second = t.zeros(t.shape) + t.ones_like() + t.full((t.shape[0], 1), 2) + t.full_like(1)
        third = t.flatten().reshape((-1, 2)) + t.expand_dims(0).squeeze(0) + t.T.T + t[::-1].flip(0)
        return (first + second * third).raw

    traced = tf.function(f, input_signature=[tf.TensorSpec([None, 2])])
    for n in (1, 3, 5):
        x = np.arange(2.0 * n, dtype=np.float32).reshape(n, 2)
        np.testing.assert_allclose(traced(tf.constant(x)).numpy(), 3 * x + 4 * 4 * x)
    assert seen == [(2, 2, int, tuple)]  # traced once


UNKNOWN: dict[str, Function] = {
    "sum": lambda t: t.sum(axis=0),
    "mean": lambda t: t.mean(axis=(0, 1)),
    "max": lambda t: t.max(axis=0),
    "argmax": lambda t: t.argmax(axis=0),
    "argmax of all": lambda t: t.argmax(),
    "cumsum": lambda t: t.cumsum(),
    "sort": lambda t: t.sort(axis=0),
    "topk": lambda t: t.topk(2)[0],
    "getitem": lambda t: t[0],
    "slice": lambda t: t[1:, ::-1],
    "list": lambda t: t[[0, 0, 1]],
    "mask": lambda t: t[t > 0],
    "mask of rows": lambda t: t[t.sum(axis=1) > 0],
    "update": lambda t: t.index_update(0, 1.0),
    "update mask": lambda t: t.index_update(t > 0, 0.0),
    "take_along_axis": lambda t: t.take_along_axis(t.argsort(axis=0), 0),
    "onehot_like": lambda t: t.onehot_like(t.argmax(axis=1)),
    "crossentropy": lambda t: t.crossentropy(t.argmax(axis=1)),
    "softmax": lambda t: t.softmax(axis=0),
    "tile": lambda t: t.tile((2, 1)),
    "pad": lambda t: t.pad(((1, 1), (0, 0))),
    "pad reflect": lambda t: t.pad(((1, 1), (0, 0)), "reflect"),
    "concatenate": lambda t: ep.concatenate([t, t]),
    "stack": lambda t: ep.stack([t, t]),
    "meshgrid": lambda t: ep.stack(ep.meshgrid(t[:, 0], t[0])),
    "matmul": lambda t: t.T @ t,
    "norms": lambda t: t.norms.l2(axis=0),
    "gradient": lambda t: ep.value_and_grad(lambda u: u.square().sum(), t)[1],
    "comparison with a larger int": lambda t: t.astype(ep.int8) < 1000,
}


@marked(tensorflow_test)
@pytest.mark.parametrize("name", UNKNOWN)
def test_operations_on_unknown_sizes(name: str) -> None:
    tf = untyped("tensorflow")

    f = tf.function(lambda x: UNKNOWN[name](ep.astensor(x)).raw, input_signature=[tf.TensorSpec([None, None])])
    np.testing.assert_allclose(f(tf.constant(VALUES)).numpy(), UNKNOWN[name](ep.astensor(tf.constant(VALUES))).numpy(), rtol=1e-5)


@marked(tensorflow_test)
def test_empty_reductions_of_unknown_size_are_not_silent() -> None:
    """What cannot be seen while tracing: the result is the framework's, not a Python error."""
    tf = untyped("tensorflow")

    f = tf.function(lambda x: ep.astensor(x).sum(axis=0).raw, input_signature=[tf.TensorSpec([None, 2])])
    assert f(tf.zeros((0, 2))).numpy().tolist() == [0.0, 0.0]


@marked(tensorflow_test)
def test_tf_function_in_python_control_flow_and_autograph() -> None:
    tf = untyped("tensorflow")

    def f(x: Any, n: int) -> Any:
        t = ep.astensor(x)
        for i in range(n):
            t = t + i
        return t.raw

    assert tf.function(f)(tf.constant([1.0]), 3).numpy().tolist() == [4.0]
    xla = tf.function(lambda x: chain(ep.astensor(x)).raw, jit_compile=True)
    np.testing.assert_allclose(xla(tf.constant(VALUES)).numpy(), chain(ep.astensor(VALUES)).numpy(), rtol=1e-5)


@marked(tensorflow_test)
def test_native_tapes_maps_and_datasets_around_a_chain() -> None:
    tf = untyped("tensorflow")

    x = tf.constant(VALUES)
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = chain(ep.astensor(x)).sum().raw
    _, grad = ep.value_and_grad(lambda t: chain(t).sum(), ep.astensor(x))
    np.testing.assert_allclose(tape.gradient(loss, x).numpy(), grad.numpy(), rtol=1e-5)
    np.testing.assert_allclose(tf.map_fn(lambda row: ep.astensor(row).square().raw, x).numpy(), VALUES**2)
    np.testing.assert_allclose(tf.vectorized_map(lambda row: ep.astensor(row).square().raw, x).numpy(), VALUES**2)
    data = tf.data.Dataset.from_tensor_slices(x).map(lambda row: (ep.astensor(row) * 2).raw)
    np.testing.assert_allclose(np.stack(list(data.as_numpy_iterator())), VALUES * 2)


# -- foreign operands ------------------------------------------------------------------------------------------------


def test_numpy_arrays_on_either_side_do_not_swallow_a_tensor(backend: TestBackend) -> None:
    t = backend.tensor([1.0, 2.0], np.float32)
    array: Any = np.ones(2, np.float32)  # Any: a checker knows that some do not combine
    uses: list[Callable[[], Any]] = [lambda: array * t, lambda: t * array, lambda: array - t, lambda: array == t, lambda: array < t]
    for use in uses:
        if backend.name == "numpy":
            assert type(use()) is ep.NumPyTensor
        else:
            with pytest.raises(TypeError, match=rf"on {backend.title}: .*NumPy float32 tensor .*Cure: "):
                use()


def test_numpy_scalars_count_as_python_scalars(backend: TestBackend) -> None:
    t = backend.tensor([1.0, 2.0], np.float32)
    scalar: Any  # Any: for a checker they are no Python scalars
    for scalar in (np.float64(2), np.float32(2), np.int64(2)):
        for result in (t * scalar, scalar * t, t.maximum(scalar)):
            assert type(result) is backend.leaf
            assert backend.dtype(result) == "float32"


def test_native_tensors_as_operands(backend: TestBackend) -> None:
    t = backend.tensor([1.0, 2.0], np.float32)
    result = t + t.raw
    assert type(result) is backend.leaf
    assert result.numpy().tolist() == [2.0, 4.0]
    assert ep.maximum(t.raw, t).numpy().tolist() == [1.0, 2.0]
