"""Every refusal says the operation, the backend, what was given and the cure; the framework's own error stays as the cause."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import eagertyped as ep
from eagertyped import _errors
from tests import test_random
from tests.backends import MAKERS, TestBackend
from tests.programs import ROOT, untyped
from tests.refused_tensors import matrix

Use = Callable[[Any], Any]  # Any: Tensors, used as a checker would not let them be


functions: Any = ep  # Any: called with what a checker would not let through


class Refusal(NamedTuple):
    """A call that is refused."""

    op: str
    dtype: str
    shape: tuple[int, ...]
    use: Use
    error: type[Exception]
    given: str
    """What the text must name, as a regular expression."""
    cure: str = ""


def i32(t: ep.Tensor) -> ep.Tensor:
    return t.from_numpy(np.zeros(t.shape, np.int32))


OURS: dict[str, Refusal] = {
    # core
    "foreign operand": Refusal(
        "add", "float32", (2,), lambda t: t + "text", TypeError, "float32 .*with str", "a Tensor or a Python scalar"
    ),
    "reflected foreign operand": Refusal("subtract", "float32", (2,), lambda t: [1] - t, TypeError, "with list", "a Python scalar"),
    "higher scalar": Refusal("minimum", "int32", (2,), lambda t: t.minimum(1.5), TypeError, r"float 1\.5 .*int32", "astype"),
    "higher scalar in clip": Refusal("clip", "int32", (2,), lambda t: t.clip(0, 1.5), TypeError, r"float 1\.5 .*int32", "astype"),
    "not bool": Refusal("all", "float32", (2,), lambda t: t.all(), ValueError, r"float32 tensor of shape \(2,\)", r"t\.bool\(\)"),
    "not bool where": Refusal("where", "int32", (2,), lambda t: ep.where(t, 1, 0), ValueError, "int32", r"t\.bool\(\)"),
    "axis no integer": Refusal("sum", "float32", (2,), lambda t: t.sum(axis=1.5), TypeError, r"float 1\.5", "an int"),
    "axis text": Refusal("argmax", "float32", (2,), lambda t: t.argmax("0"), TypeError, "str", "an int"),
    "axis too large": Refusal("sum", "float32", (2, 3), lambda t: t.sum(axis=2), ValueError, "axis 2 .*2 dimensions", "from -2 to 1"),
    "axis too small": Refusal("cumsum", "float32", (2, 3), lambda t: t.cumsum(-3), ValueError, "axis -3 .*2 dimensions", "from -2 to 1"),
    "axis of 0-d": Refusal("sort", "float32", (), lambda t: t.sort(), ValueError, "axis -1 .*0 dimensions", "no axis"),
    "axis twice": Refusal("max", "float32", (2, 3), lambda t: t.max(axis=(0, -2)), ValueError, r"\(0, -2\)", "each axis once"),
    "axes no sequence": Refusal("transpose", "float32", (2,), lambda t: t.transpose(0), TypeError, "int 0", "a tuple"),
    "bound no number": Refusal("uniform", "float32", (2,), lambda t: t.uniform(2, "a"), TypeError, "low .*str", "a float"),
    "seed too large": Refusal("generator", "float32", (2,), lambda t: ep.random.generator(t, 2**32), ValueError, str(2**32), "modulo"),
    "seed no integer": Refusal(
        "generator", "float32", (2,), lambda t: functions.random.generator(t, 1.5), TypeError, r"float 1\.5", "an int"
    ),
    "integer draws": Refusal("uniform", "int8", (2,), lambda t: ep.random.generator(t, 0).uniform(2), TypeError, "int8", "floating"),
    "permuted 0-d": Refusal(
        "permutation", "float32", (), lambda t: ep.random.generator(t, 0).permutation(t), ValueError, "0-d", "expand_dims"
    ),
    "shape no integers": Refusal("reshape", "float32", (4,), lambda t: t.reshape((2.0, 2)), TypeError, r"float 2\.0", "an int or a tuple"),
    "shape bool": Refusal("zeros", "float32", (4,), lambda t: t.zeros(True), TypeError, "bool True", "an int or a tuple"),
    "item of several": Refusal("item", "float32", (2,), lambda t: t.item(), ValueError, r"float32 tensor of shape \(2,\)", "index one"),
    "no copy": Refusal("__array__", "float32", (2,), lambda t: np.asarray(t, np.int8, copy=False), ValueError, "int8", "copy=False"),
    "len of 0-d": Refusal("len", "float32", (), len, TypeError, "0-d", r"t\.item\(\)"),
    "bool of several": Refusal("bool", "float32", (2,), bool, ValueError, r"shape \(2,\)", r"t\.any\(\) or t\.all\(\)"),
    "float of 1-d": Refusal("float", "float32", (1,), float, TypeError, r"float32 tensor of shape \(1,\)", r"t\.item\(\)"),
    "index of a float": Refusal("index", "float32", (), range, TypeError, "float32", "integers"),
    # elementwise
    "logical_and with int": Refusal("logical_and", "bool", (2,), lambda t: t.logical_and(1), ValueError, "int 1", r"t\.bool\(\)"),
    "logical_or with ints": Refusal("logical_or", "bool", (2,), lambda t: t.logical_or(i32(t)), ValueError, "int32", r"t\.bool\(\)"),
    "imaginary part": Refusal("float32", "complex64", (2,), lambda t: t.float32(), TypeError, "complex64 .*float32", r"t\.abs\(\)"),
    "imaginary part, astype": Refusal("astype", "complex64", (2,), lambda t: t.astype(ep.int32), TypeError, "complex64 .*int32", "complex"),
    "no dtype": Refusal("astype", "float32", (2,), lambda t: t.astype("no such"), TypeError, "'no such'", r"ep\.float32"),
    # reductions
    "mean of integers": Refusal("mean", "int32", (2,), lambda t: t.mean(), ValueError, "int32", r"t\.float32\(\)"),
    "max of nothing": Refusal("max", "float32", (0,), lambda t: t.max(), ValueError, r"shape \(0,\)", "another axis"),
    "argmin of nothing": Refusal("argmin", "float32", (2, 0), lambda t: t.argmin(axis=1), ValueError, r"shape \(2, 0\)", "another axis"),
    "topk": Refusal("topk", "float32", (2, 3), lambda t: t.topk(4), ValueError, "from 0 to 3, .*got 4", "smaller k"),
    # shape
    "reshape": Refusal("reshape", "float32", (6,), lambda t: t.reshape((0, -1)), ValueError, r"\(0, -1\)", "-1 once"),
    "flatten": Refusal("flatten", "float32", (2, 3), lambda t: t.flatten(1, 0), ValueError, "end=0 .*start=1", "swap"),
    "transpose": Refusal("transpose", "float32", (2, 3), lambda t: t.transpose((0,)), ValueError, r"\(0,\) .*2 axes", "each axis once"),
    "squeeze": Refusal("squeeze", "float32", (2, 3), lambda t: t.squeeze(0), ValueError, "axis 0 has size 2", "size 1 only"),
    "tile": Refusal("tile", "float32", (2, 3), lambda t: t.tile((2,)), ValueError, r"got \(2,\)", "expand_dims"),
    "pad no pairs": Refusal("pad", "float32", (2,), lambda t: t.pad((1,)), TypeError, r"got \(1,\)", r"\(before, after\)"),
    "pad pairs": Refusal("pad", "float32", (2, 3), lambda t: t.pad(((1, 1),)), ValueError, r"got \(\(1, 1\),\)", r"\(before, after\)"),
    "pad mode": Refusal("pad", "float32", (2,), lambda t: t.pad(((1, 1),), "edge"), ValueError, "'edge'", "'reflect'"),
    "pad reflect": Refusal("pad", "float32", (2,), lambda t: t.pad(((2, 0),), "reflect"), ValueError, r"got \(\(2, 0\),\)", "constant"),
    "meshgrid indexing": Refusal("meshgrid", "float32", (2,), lambda t: t.meshgrid(t, indexing="yx"), ValueError, "'yx'", "'ij'"),
    "meshgrid scalar": Refusal("meshgrid", "float32", (2,), lambda t: t.meshgrid(1), TypeError, "int 1", r"t\.full"),
    "meshgrid rank": Refusal("meshgrid", "float32", (2, 3), lambda t: t.meshgrid(), ValueError, r"shape \(2, 3\)", "flatten"),
    # indexing
    "key": Refusal("getitem", "float32", (2,), lambda t: t[1.5], TypeError, r"float 1\.5", "integers, slices"),
    "key in a tuple": Refusal(
        "index_update", "float32", (2,), lambda t: t.index_update((0, "a"), 1.0), TypeError, "str", "integers, slices"
    ),
    "rank of an index": Refusal(
        "take_along_axis", "float32", (2, 3), lambda t: t.take_along_axis(i32(t)[0], 0), ValueError, "int32 .*float32"
    ),
    "index no integers": Refusal("take_along_axis", "float32", (2,), lambda t: t.take_along_axis(t, 0), TypeError, "float32", r"ep\.int64"),
    "onehot_like": Refusal("onehot_like", "float32", (2, 3), lambda t: t.onehot_like(i32(t)), ValueError, "float32 .*int32", "reshape"),
    "truncated": Refusal("index_update", "int32", (2,), lambda t: t.index_update(0, t.float32()), TypeError, "float32 .*int32", "astype"),
    # creation
    "fill": Refusal("full", "float32", (2,), lambda t: t.full(3, t), ValueError, r"shape \(2,\)", "index one"),
    "negative size": Refusal("ones", "float32", (2,), lambda t: t.ones((2, -1)), ValueError, r"\(2, -1\)", "the size of each axis"),
    "arange": Refusal("arange", "float32", (2,), lambda t: t.arange(0, 1.5), TypeError, r"\(0, 1\.5, None\)", "afterwards"),
    "arange step": Refusal("arange", "float32", (2,), lambda t: t.arange(0, 3, 0), ValueError, "step", "positive"),
    "uniform": Refusal("uniform", "int32", (2,), lambda t: t.uniform(3), TypeError, "int32", r"t\.float32\(\)"),
    "normal": Refusal("normal", "bool", (2,), lambda t: t.normal(3), TypeError, "bool", r"t\.float32\(\)"),
    "uniform bounds": Refusal("uniform", "float32", (2,), lambda t: t.uniform(3, 1, 0), ValueError, r"1\.0 and 0\.0", "swap"),
    "normal stddev": Refusal("normal", "float32", (2,), lambda t: t.normal(3, 0, -1), ValueError, r"-1\.0", "absolute"),
    "from_numpy masked": Refusal("from_numpy", "float32", (2,), lambda t: t.from_numpy(np.ma.ones(2)), TypeError, "mask", r"array\.filled"),
    "from_numpy matrix": Refusal("from_numpy", "float32", (2,), lambda t: t.from_numpy(matrix()), TypeError, r"np\.matrix", "asarray"),
    "from_numpy": Refusal("from_numpy", "float32", (2,), lambda t: t.from_numpy(np.array(["a"])), TypeError, "<U1", r"array\.astype"),
    "from_numpy of numbers": Refusal("from_numpy", "float32", (2,), lambda t: t.from_numpy([2**63]), ValueError, "int(32|64)", "wider"),
    # linear algebra
    "matmul scalar": Refusal("matmul", "float32", (2,), lambda t: t @ 2, TypeError, "int 2", r"\*"),
    "inv": Refusal("inv", "float32", (2, 3), lambda t: t.inv(), ValueError, r"shape \(2, 3\)", r"\(\.\.\., n, n\)"),
    "slogdet": Refusal("slogdet", "float32", (2,), lambda t: t.slogdet(), ValueError, r"shape \(2,\)", r"\(\.\.\., n, n\)"),
    "labels shape": Refusal("crossentropy", "float32", (2, 3), lambda t: t.crossentropy(i32(t)), ValueError, "float32 .*int32", "reshape"),
    "logits dtype": Refusal("crossentropy", "int32", (2, 3), lambda t: t.crossentropy(t[:, 0]), TypeError, "int32", r"t\.float32\(\)"),
    "labels dtype": Refusal("crossentropy", "float32", (2, 3), lambda t: t.crossentropy(t[:, 0]), TypeError, "float32", r"ep\.int64"),
    # norms
    "lp": Refusal("lp", "float32", (2,), lambda t: t.norms.lp(-1), ValueError, "-1", r"math\.inf"),
}
GRADIENTS: dict[str, Refusal] = {
    "integers": Refusal(
        "value_and_grad", "int32", (2,), lambda t: t.value_and_grad(lambda x: x.sum()), TypeError, "int32", r"t\.float32\(\)"
    ),
    "no pair": Refusal(
        "value_aux_and_grad",
        "float32",
        (2,),
        lambda t: t.value_aux_and_grad(lambda x: x.sum()),
        ValueError,
        "tensor",
        r"\(loss, aux\)",
    ),
    "float loss": Refusal(
        "value_and_grad",
        "float32",
        (2,),
        lambda t: t.value_and_grad(lambda x: 1.5),
        ValueError,
        r"float 1\.5",
        r"item\(\)",
    ),
    "1-d loss": Refusal(
        "value_and_grad", "float32", (2,), lambda t: t.value_and_grad(lambda x: x), ValueError, r"shape \(2,\)", r"\.sum\(\)"
    ),
    "int loss": Refusal(
        "value_and_grad", "float32", (2,), lambda t: t.value_and_grad(lambda x: (x > 0).sum()), ValueError, "int", r"\.mean\(\)"
    ),
}


def text_of(use: Use, t: ep.Tensor, error: type[Exception]) -> tuple[str, Exception]:
    with pytest.raises(error) as caught:
        use(t)
    return str(caught.value), caught.value


def check(refusal: Refusal, backend: TestBackend) -> Exception:
    t = backend.tensor(np.zeros(refusal.shape), refusal.dtype)
    text, raised = text_of(refusal.use, t, refusal.error)
    assert text.startswith(f"{refusal.op} on {backend.title}: "), text
    what, _, cure = text.partition(" Cure: ")
    assert re.search(refusal.given, what), text
    assert re.search(refusal.cure, cure), text
    assert cure.endswith("."), text
    assert "\n" not in text
    assert ".." not in text.replace("...", ""), text
    return raised


@pytest.mark.parametrize("name", OURS)
def test_our_refusals(name: str, backend: TestBackend) -> None:
    raised = check(OURS[name], backend)
    assert raised.__cause__ is None


@pytest.mark.parametrize("name", GRADIENTS)
def test_our_refusals_of_gradients(name: str, gradient_backend: TestBackend) -> None:
    assert check(GRADIENTS[name], gradient_backend).__cause__ is None


@pytest.mark.parametrize("name", ["value_and_grad", "value_aux_and_grad", "value_and_grad_fn"])
def test_numpy_refuses_gradients(name: str) -> None:
    refusal = Refusal(name, "float32", (2,), lambda t: getattr(t, name)(lambda x: x.sum()), NotImplementedError, "no gradients", "PyTorch")
    check(refusal, MAKERS["numpy"]())


# -- every call of _errors is tested ---------------------------------------------------------------------------------

MAKERS_OF_TEXTS = ("type_error", "value_error", "axis_error")
BELOW = {"__len__", "_raw_of", "__tf_tensor__"}
"""Functions whose other refusals the tests below reach: an unknown size, another backend (beside TensorFlow's own: test_operators.py)."""


def calls() -> Iterator[tuple[str, str, int]]:
    """File, function and line of every call of `_errors` in the method layer."""
    for path in (ROOT / "eagertyped" / "_tensor").glob("*.py"):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef):
                for node in ast.walk(function):
                    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MAKERS_OF_TEXTS:
                        yield path.name, function.name, node.lineno


@pytest.mark.numpy
@pytest.mark.xdist_group("numpy")
def test_every_refusal_of_the_method_layer_is_among_these(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new refusal needs a case above. On NumPy, which stands for all: the method layer is the same."""
    seen = set()

    def recording(name: str) -> Callable[..., Exception]:
        original = getattr(_errors, name)

        def record(*args: object) -> Exception:
            caller = sys._getframe(1)
            seen.add((Path(caller.f_code.co_filename).name, caller.f_lineno))
            error: Exception = original(*args)
            return error

        return record

    for name in MAKERS_OF_TEXTS:
        monkeypatch.setattr(_errors, name, recording(name))
    backend = MAKERS["numpy"]()
    for refusal in OURS.values():
        with pytest.raises(refusal.error):
            refusal.use(backend.tensor(np.zeros(refusal.shape), refusal.dtype))
    for _, use, error, _ in test_random.BAD:
        with pytest.raises(error):
            use(test_random.generator(backend))
    elsewhere = {"autodiff.py"}  # NumPy has none: GRADIENTS
    missing = {
        (file, function, line)
        for file, function, line in calls()
        if (file, line) not in seen and file not in elsewhere and function not in BELOW
    }
    assert not missing
    assert len(seen) > 30


def test_every_text_that_is_written_out_names_a_cure() -> None:
    """Texts that no function of `_errors` makes: those without a tensor at hand."""
    markers = {"dtypes.py:NativeDType", "dtypes.py:_static", "backends.py:_backend_"}  # not operations: for annotations only
    markers |= {"backends.py:__getattr__"}  # Python's own form of what a module lacks
    for path in [*(ROOT / "eagertyped").glob("*.py"), *(ROOT / "eagertyped" / "_tensor").glob("*.py")]:
        tree = ast.parse(path.read_text())
        names = {
            id(n): getattr(f, "name", "") for f in ast.walk(tree) if isinstance(f, ast.FunctionDef | ast.ClassDef) for n in ast.walk(f)
        }
        owners = {id(n): f.name for f in tree.body if isinstance(f, ast.ClassDef) for n in ast.walk(f)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and "Error" in ast.unparse(node.exc.func):
                text = ast.unparse(node.exc)
                places = {f"{path.name}:{names.get(id(node))}", f"{path.name}:{owners.get(id(node))}"}
                made = ast.unparse(node.exc.func).startswith("_errors.") or "_text(" in text or text == "AttributeError(name)"
                assert made or "Cure: " in text or "{CURE}" in text or places & markers, f"{path.name}:{node.lineno}: {text}"


# -- two backends ----------------------------------------------------------------------------------------------------

PAIRS: list[tuple[str, Callable[[Any, Any], object]]] = [
    ("add", lambda x, y: x + y),
    ("pow", lambda x, y: x**y),
    ("less", lambda x, y: x < y),
    ("equal", lambda x, y: x == y),
    ("minimum", lambda x, y: x.minimum(y)),
    ("maximum", ep.maximum),
    ("matmul", lambda x, y: x @ y),
    ("where", lambda x, y: (x > 0).where(x, y)),
    ("concatenate", lambda x, y: ep.concatenate([x, y])),
    ("stack", lambda x, y: ep.stack([x, y])),
    ("meshgrid", ep.meshgrid),
    ("getitem", lambda x, y: x[y]),
    ("clip", lambda x, y: x.clip(y, None)),
    ("full_like", lambda x, y: x.full_like(y)),
    ("index_update", lambda x, y: x.index_update(0, y)),
    ("take_along_axis", lambda x, y: x.take_along_axis(y, 0)),
]


@pytest.mark.parametrize("op, use", PAIRS, ids=[op for op, _ in PAIRS])
@pytest.mark.parametrize("other", ["numpy", "torch", "tensorflow", "jax"])
def test_mixing_backends_names_both(op: str, use: Callable[[Any, Any], object], other: str, backend: TestBackend) -> None:
    if other == backend.name:
        return
    x, y = backend.tensor(np.ones(2), np.float32), MAKERS[other]().tensor(np.ones(2), np.float32)
    with pytest.raises(TypeError) as caught:
        use(x, y)
    text = str(caught.value)
    both = (
        rf"{backend.title} \w+ tensor of shape \(2,\) with {y._ops.title} float32 tensor of shape \(2,\): they belong to different backends"
    )
    assert re.match(f"{op} on {backend.title}: cannot combine {both}", text), text
    assert text.endswith("Cure: convert one of them, for example with t.from_numpy(other.numpy()).")


@pytest.mark.parametrize("name", ["torch", "tensorflow", "jax"])
def test_native_tensors_of_another_backend_are_refused_too(name: str, gradient_backend: TestBackend) -> None:
    native = MAKERS["numpy" if name == gradient_backend.name else name]().native(np.ones(2, np.float32))
    with pytest.raises(TypeError, match=rf"multiply on {gradient_backend.title}: .*belong to different backends\. Cure: "):
        gradient_backend.tensor(np.ones(2), np.float32) * native


# -- without a tensor at hand ----------------------------------------------------------------------------------------

FUNCTIONS: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: functions.minimum(1, 2), TypeError, r"minimum: needs a tensor on one side .*int 1 and int 2\. Cure: .*ep\.astensor"),
    (lambda: functions.logical_or(True, [True]), TypeError, r"logical_or: .*bool True and list\. Cure: "),
    (lambda: functions.concatenate([]), ValueError, r"concatenate: needs at least one tensor, got none\. Cure: "),
    (lambda: functions.stack(()), ValueError, r"stack: needs at least one tensor, got none\. Cure: "),
    (lambda: functions.stack([1.5]), TypeError, r"stack: cannot wrap the Python float 1\.5\. Cure: "),
    (lambda: functions.matmul([1], [2]), TypeError, r"matmul: cannot wrap a Python list\. Cure: "),
    (lambda: functions.pow(2, 3), TypeError, r"pow: cannot wrap the Python int 2\. Cure: "),
    (lambda: functions.where(True, 1, 2), TypeError, r"where: cannot wrap the Python bool True\. Cure: "),
    (lambda: functions.meshgrid(1), TypeError, r"meshgrid: cannot wrap the Python int 1\. Cure: "),
    (lambda: functions.value_and_grad(lambda x: x.sum(), [1.0]), TypeError, r"no Tensor to differentiate with respect to in list\. Cure: "),
]


@pytest.mark.parametrize("use, error, text", FUNCTIONS, ids=[text.partition(":")[0] + str(i) for i, (*_, text) in enumerate(FUNCTIONS)])
def test_functions_without_a_tensor(use: Callable[[], object], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        use()


# -- what the framework refused --------------------------------------------------------------------------------------

NATIVE: dict[str, Refusal] = {
    "broadcast": Refusal("add", "float32", (2,), lambda t: t + t.zeros(3), ValueError, r"shape \(2,\).*shape \(3,\)", "reshape"),
    "broadcast reflected": Refusal("minimum", "float32", (2,), lambda t: t.minimum(t.zeros(3)), ValueError, r"\(2,\).*\(3,\)", "reshape"),
    "matmul": Refusal("matmul", "float32", (2, 3), lambda t: t.matmul(t), ValueError, r"shape \(2, 3\)", "reshape"),
    "reshape": Refusal("reshape", "float32", (6,), lambda t: t.reshape((4, 4)), ValueError, r"shape \(6,\)", "reshape"),
    "concatenate": Refusal(
        "concatenate", "float32", (2, 3), lambda t: ep.concatenate([t, t.zeros((2, 4))]), ValueError, r"\(2, 3\).*\(2, 4\)"
    ),
    "stack": Refusal("stack", "float32", (2,), lambda t: ep.stack([t, t.zeros(3)]), ValueError, r"\(2,\).*\(3,\)", "reshape"),
    "where": Refusal("where", "float32", (2,), lambda t: (t > 0).where(t, t.zeros(3)), ValueError, "tensor of shape", "reshape"),
    "index": Refusal("getitem", "float32", (2, 3), lambda t: t[5], IndexError, r"shape \(2, 3\)", "within the size"),
    "indices": Refusal("getitem", "float32", (2, 3), lambda t: t[[0, 7]], IndexError, r"shape \(2, 3\)", "within the size"),
    "too many": Refusal("getitem", "float32", (2,), lambda t: t[0, 0], IndexError, r"shape \(2,\)"),
    "update": Refusal("index_update", "float32", (2,), lambda t: t.index_update([5], 1.0), IndexError, r"shape \(2,\)", "within the size"),
    "update shape": Refusal("index_update", "float32", (4,), lambda t: t.index_update([0, 1], t.zeros(3)), ValueError, r"shape \(4,\)"),
    "overflow": Refusal("full", "uint8", (2,), lambda t: t.full(3, 300), ValueError, "uint8", "can hold"),
    "overflow in minimum": Refusal("minimum", "int8", (2,), lambda t: t.minimum(1000), ValueError, "int8", "can hold"),
}
RAISES_OUT_OF_BOUNDS = {"index", "indices", "too many", "update"}


@pytest.mark.parametrize("name", NATIVE)
def test_refusals_of_the_framework_keep_their_cause(name: str, backend: TestBackend) -> None:
    raised = check(NATIVE[name], backend)
    assert isinstance(raised.__cause__, Exception)
    assert str(raised.__cause__).strip()
    assert "Cure:" not in str(raised.__cause__)


def test_a_singular_matrix_is_numpys_own_error(backend: TestBackend) -> None:
    t = backend.tensor(np.zeros((2, 2)), np.float32)
    if backend.name == "jax":  # it cannot look at values
        assert not np.isfinite(t.inv().numpy()).any()
        return
    with pytest.raises(np.linalg.LinAlgError, match=rf"inv on {backend.title}: .*float32 tensor .*Cure: the matrix must be invertible\."):
        t.inv()


def test_dtypes_that_the_framework_refuses(backend: TestBackend) -> None:
    """One that each refuses; TensorFlow names both dtypes."""
    t = backend.tensor([True, False])
    use: dict[str, tuple[str, Use]] = {
        "numpy": ("subtract", lambda t: t - t),
        "torch": ("subtract", lambda t: t - t),
        "tensorflow": ("add", lambda t: t.float32() + t.astype(ep.int32)),
        "jax": ("subtract", lambda t: t - t),
    }
    op, call = use[backend.name]
    text, raised = text_of(call, t, TypeError)
    assert re.match(rf"{op} on {backend.title}: .*{backend.title} \w+ tensor of shape \(2,\), {backend.title} \w+ tensor", text), text
    assert "Cure: cast first" in text
    assert raised.__cause__ is not None
    if backend.name == "tensorflow":
        assert "float32" in text
        assert "int32" in text


# -- what must pass unchanged ----------------------------------------------------------------------------------------


def test_out_of_memory_passes_unchanged(backend: TestBackend) -> None:
    t = backend.tensor([1.0], np.float32)
    with pytest.raises(Exception, match=r"(?i)memory|allocat") as caught:
        t.zeros(2**50)
    assert "Cure:" not in str(caught.value)
    assert not isinstance(caught.value, (TypeError, ValueError, IndexError))
    assert type(caught.value).__module__.partition(".")[0] != "eagertyped"


def test_programming_errors_pass_unchanged() -> None:
    for error in (
        AttributeError("a"),
        KeyError("a"),
        AssertionError("a"),
        MemoryError(),
        StopIteration(),
        RecursionError("a"),
        OSError("a"),
    ):
        assert _errors.refused(error, "add") is error

    class Own(ValueError): ...

    own = Own("a user's own error")
    assert _errors.refused(own, "add") is own


def test_our_own_refusals_are_not_reworded() -> None:
    error = TypeError("add on NumPy: no. Cure: yes.")
    assert _errors.refused(error, "sum", ep.astensor(np.ones(2))) is error
    assert error.__cause__ is None


def test_refusals_of_kernels_are_given_their_operation() -> None:
    """A kernel that refuses knows the cure, but not for which operation it runs."""
    found = _errors.refused(ValueError("no. Cure: yes."), "sum", ep.astensor(np.ones(2)))
    assert type(found) is ValueError
    assert str(found) == "sum on NumPy: no. Cure: yes."


def test_an_error_of_the_differentiated_function_passes_unchanged(gradient_backend: TestBackend) -> None:
    class Own(Exception): ...

    def f(x: ep.Tensor) -> ep.Tensor:
        raise Own("mine")

    t = gradient_backend.tensor([1.0], np.float32)
    with pytest.raises(Own) as caught:
        ep.value_and_grad(f, t)
    assert caught.value.args == ("mine",)
    value, grad = ep.value_and_grad(lambda x: x.sum(), t)  # and nothing is left behind
    assert (value.item(), grad.item()) == (1.0, 1.0)


@pytest.mark.jax
@pytest.mark.xdist_group("jax")
def test_jax_errors_about_tracers_pass_unchanged() -> None:
    import jax
    import jax.numpy as jnp

    def traced(use: Callable[[Any], object]) -> Callable[[Any], Any]:
        def f(x: Any) -> Any:
            use(ep.astensor(x))
            return x

        return jax.jit(f)

    x = jnp.arange(3.0)
    cases: list[tuple[Callable[[Any], object], type[Exception]]] = [
        (lambda t: bool(t.sum()), jax.errors.TracerBoolConversionError),
        (lambda t: float(t.sum()), jax.errors.ConcretizationTypeError),
        (lambda t: t.sum().item(), jax.errors.ConcretizationTypeError),
        (lambda t: t.numpy(), jax.errors.TracerArrayConversionError),
        (lambda t: t[t > 1], jax.errors.NonConcreteBooleanIndexError),
        (lambda t: range(t.sum().astype(ep.int32)), jax.errors.ConcretizationTypeError),
    ]
    for use, error in cases:
        with pytest.raises(error) as caught:
            traced(use)(x)
        assert type(caught.value).__module__.startswith("jax")
        assert "Cure:" not in str(caught.value)
    leaked: list[Any] = []
    jax.jit(lambda x: leaked.append(ep.astensor(x)) or x)(x)  # type: ignore[func-returns-value]  # None, then x
    with pytest.raises(jax.errors.UnexpectedTracerError):
        leaked[0] + 1


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
def test_tensorflow_errors_that_are_no_refusals_pass_unchanged() -> None:
    tf = untyped("tensorflow")

    for kind in ("ResourceExhaustedError", "CancelledError", "AbortedError", "UnavailableError", "DeadlineExceededError"):
        error = getattr(tf.errors, kind)(None, None, "happens")
        assert _errors.refused(error, "add") is error


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
def test_tensorflow_errors_are_python_errors() -> None:
    """OpErrors are no ValueErrors, and their texts name nodes of a graph."""
    tf = untyped("tensorflow")

    t = ep.astensor(tf.ones((2, 3)))
    with pytest.raises(ValueError, match=r"matmul on TensorFlow: ") as caught:
        t.matmul(t)
    assert isinstance(caught.value.__cause__, tf.errors.OpError)
    assert "{{" not in str(caught.value)


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
def test_an_unknown_size_is_refused_where_python_needs_one() -> None:
    tf = untyped("tensorflow")

    def f(x: Any) -> Any:
        t = ep.astensor(x)
        for use in (len, list):
            with pytest.raises(TypeError, match=r"len on TensorFlow: .*unknown while tracing\. Cure: use t\.shape\[0\]\."):
                use(t)
        with pytest.raises(ValueError, match=r"item on TensorFlow: .*shape \(None, 2\)\. Cure: "):
            t.item()
        return x

    tf.function(f, input_signature=[tf.TensorSpec([None, 2])])(tf.ones((3, 2)))


@pytest.mark.tensorflow
@pytest.mark.xdist_group("tensorflow")
def test_an_unknown_rank_is_refused_with_a_cure() -> None:
    tf = untyped("tensorflow")

    def f(x: Any) -> Any:
        with pytest.raises(ValueError, match=r"rank .*unknown.*tf\.ensure_shape"):
            ep.astensor(x).sum(axis=0)
        return ep.astensor(x).square().raw

    assert tf.function(f, input_signature=[tf.TensorSpec(None)])(tf.constant([2.0])).numpy().tolist() == [4.0]


# -- describe --------------------------------------------------------------------------------------------------------


def test_describe(backend: TestBackend) -> None:
    assert _errors.describe(backend.tensor(np.ones((2, 3)), np.float32)) == f"{backend.title} float32 tensor of shape (2, 3)"
    assert _errors.describe(backend.tensor(True)) == f"{backend.title} bool tensor of shape ()"


@pytest.mark.parametrize(
    "x, text",
    [
        (True, "bool True"),
        (1, "int 1"),
        (1.5, "float 1.5"),
        (1j, "complex 1j"),
        (None, "NoneType"),
        ("secret text", "str"),
        ([1, 2], "list"),
        (np.ones(2), "ndarray"),
        (np.float64(1.5), "float64 np.float64(1.5)"),
        (ep.NumPyTensor, "type"),
    ],
    ids=repr,
)
def test_describe_others(x: object, text: str) -> None:
    assert _errors.describe(x) == text
    if isinstance(x, str):
        assert x not in _errors.describe(x)


def test_texts_are_never_empty() -> None:
    """TensorFlow's assertions and Python's own bare exceptions have no text."""
    for kind in (TypeError, ValueError, RuntimeError, IndexError, NotImplementedError, ZeroDivisionError, OverflowError):
        text = str(_errors.refused(kind(), "add", ep.astensor(np.ones(2))))
        assert re.match(rf"add on NumPy: {kind.__name__}; given NumPy float64 tensor of shape \(2,\)\. Cure: \w", text)
