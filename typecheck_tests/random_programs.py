"""Random typed programs over every operation, each from its seed, and how one is run.

A program is a function: parameters with annotations, then one statement per line, each of which gives a new variable. mypy says the type of
every variable; running the program says what it is.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

import eagertyped as ep
from eagertyped._rules.dtypes import DTYPES, WIDE
from eagertyped.dtypes import CONCRETE
from tests.test_rules import native
from typecheck_tests import run_claims

__all__ = ["DTYPE_TEXTS", "HEAD", "TEMPLATES", "Program", "Run", "program", "runs"]

_UNARY = (
    "sign sqrt square exp log log2 log10 log1p sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh round ceil"
    " floor isnan isinf logical_not sum prod mean min max all any argmin argmax cumsum sort argsort softmax log_softmax inv flip flatten"
    " transpose squeeze stop_gradient zeros_like ones_like"
)
_METHODS = "add subtract multiply divide floor_divide remainder equal not_equal less less_equal greater greater_equal"  # operators only
_SIGNS = dict(zip(_METHODS.split(), ["+", "-", "*", "/", "//", "%", "==", "!=", "<", "<=", ">", ">="], strict=True))
_SHAPED = {
    "reshape": "reshape((-1,))",
    "expand_dims": "expand_dims(0)",
    "tile": "tile((2,))",
    "pad": "pad(((1, 1),))",
    "zeros": "zeros(2)",
    "ones": "ones((2, 2))",
    "uniform": "uniform(2)",
    "normal": "normal((2,), 0.0, 1.0)",
    "take_along_axis": "take_along_axis({t}.arange(1), 0)",
    "onehot_like": "onehot_like({t}.arange(2), value={s})",
    "crossentropy": "crossentropy({t}.arange(2))",
    "arange": "arange(0, 4)",
    "full": "full((2,), {s})",
    "full_like": "full_like({s})",
    "index_update": "index_update(0, {u})",
    "logical_or": "logical_or({u})",
}
"""Calls with arguments, as methods; as functions the tensor comes first."""

TEMPLATES: Final[dict[str, tuple[str, ...]]] = {
    **{name: (f"{{t}}.{name}()", f"ep.{name}({{t}})") for name in _UNARY.split()},
    **{name: (f"{{t}}.{call}", f"ep.{name}({{t}}, {call.partition('(')[2]}") for name, call in _SHAPED.items()},
    **{
        op: (
            f"{{t}} {sign} {{u}}",
            f"{{t}} {sign} {{s}}",
            f"{{s}} {sign} {{t}}",
            f"{{t}} {sign} {{t}}",
            f"({{t}} {sign} {{u}}) {sign} {{s}}",
        )
        for op, sign in _SIGNS.items()
    },
    "pow": ("{t} ** {u}", "{t} ** {s}", "{s} ** {t}", "{t}.pow({s})", "ep.pow({t}, {u})"),
    "matmul": ("{t} @ {u}", "{t}.matmul({u})", "ep.matmul({t}, {u})"),
    "negative": ("-{t}", "-({t} + {s})"),
    "abs": ("abs({t})", "{t}.abs()", "ep.abs({t})"),
    "T": ("{t}.T",),
    "getitem": ("{t}[0]", "{t}[..., None]", "{t}[::-1]", "{t}[{t} == {t}]", "{t}[[0, 1]]"),
    "minimum": ("{t}.minimum({u})", "ep.minimum({s}, {t})", "ep.minimum({t}, {s})"),
    "maximum": ("{t}.maximum({s})", "ep.maximum({t}, {u})", "ep.maximum({s}, {t})"),
    "where": (
        "ep.where({t} == {t}, {t}, {u})",
        "ep.where({t} == {t}, {s}, {u})",
        "({t} == {t}).where({t}, {s})",
        "({t} == {t}).where({s}, {s})",
    ),
    "clip": ("{t}.clip({s}, {s})", "{t}.clip({s}, None)", "ep.clip({t}, {s}, {u})"),
    "logical_and": ("{t}.logical_and({u})", "ep.logical_and({t}, {t} == {t})", "ep.logical_and(True, {t})"),
    "topk": ("{t}.topk(1)[0]", "ep.topk({t}, 1)[0]"),
    "topk.indices": ("{t}.topk(1)[1]",),
    "slogdet": ("{t}.slogdet()[0]", "ep.slogdet({t})[0]"),
    "slogdet.logabsdet": ("{t}.slogdet()[1]",),
    "meshgrid": ("{t}.meshgrid({u})[0]", "ep.meshgrid({t}, {u})[1]"),
    "stack": ("ep.stack([{t}, {u}])", "ep.stack(({t}, {t}), axis=-1)", "ep.stack([t for t in ({t}, {u})])"),
    "concatenate": ("ep.concatenate([{t}, {u}])", "ep.concatenate(({u}, {t}, {t}), axis=0)"),
    "kl_div_with_logits": ("ep.kl_div_with_logits({t}, {t})",),
    "integers": ("ep.random.generator({t}, 0).integers(0, 3, 2)",),
    "astype": ("{t}.astype({dtype})", "{t}.astype({u}.dtype)"),
    "float32": ("{t}.float32()",),
    "float64": ("{t}.float64()",),
    "bool": ("{t}.bool()",),
    "from_numpy": ("{t}.from_numpy(np.zeros(2, dtype=np.{array}))",),
    "value_and_grad": ("{t}.value_and_grad(lambda x: (x * x).sum())[1]", "ep.value_and_grad(lambda x: x.square().sum(), {t})[0]"),
    **{
        f"norms.{name}": (f"{{t}}.norms.{name}({argument})", f"ep.norms.{name}({{t}}{', ' * bool(argument)}{argument})")
        for name, argument in {"l0": "", "l1": "", "l2": "", "linf": "", "lp": "3.0"}.items()
    },
}
"""Every operation of the rules, in the ways that people write it: t and u are tensors, s is a scalar, dtype and array name dtypes."""

HEAD: Final = """from typing import TypeVar

import numpy as np

import eagertyped as ep
from eagertyped import *
from eagertyped.backends import Backend

B = TypeVar("B", bound=Backend)
F = TypeVar("F", bound=Floating)
N = TypeVar("N", bound=Numeric)
D = TypeVar("D", bound=DType)
"""

_GROUPS = ("Floating", "SignedInteger", "UnsignedInteger", "Integer", "ComplexFloating", "Numeric", "DType")
_VARIABLES = {"F": ep.Floating, "N": ep.Numeric, "D": ep.DType}
_NARROW = [marker.__name__ for marker in CONCRETE if marker.name not in WIDE]
_MARKERS = [marker.__name__ for marker in CONCRETE]
_LITERALS = ("0", "1", "2", "3", "-1", "0.5", "2.0", "-1.5", "True", "False", "1j")
_SCALAR_PARAMETERS: dict[str, tuple[object, ...]] = {
    "bool": (True, False),
    "int": (0, 1, 2, -1, 3, True),
    "float": (0.5, 2.0, -1.5, 1, False),
    "complex": (1j, 2.0, 3, True),
}
"""Annotation -> values that it lets through."""
DTYPE_TEXTS: Final = [
    *(f"ep.{name}" for name in DTYPES if name != "bool"),
    "ep.Float32",
    "ep.Int64",
    "ep.Bool",
    "np.float32",
    "np.int8",
    "np.complex128",
    "np.dtype(np.float16)",
    "bool",
    "float",
]
_ARRAYS = ("bool_", "int8", "int32", "int64", "uint8", "uint64", "float16", "float32", "float64", "complex64")


@dataclass
class Program:
    """A function: parameter names with annotations, and statements."""

    name: str
    parameters: dict[str, str]
    statements: list[tuple[str, str]] = field(default_factory=list)
    """(variable, expression)"""

    def source(self) -> str:
        """Its text; every statement is one line, and its type is asked for on the next."""
        lines = [f"def {self.name}({', '.join(f'{n}: {t}' for n, t in self.parameters.items())}) -> None:"]
        for variable, expression in self.statements:
            lines += [f"    {variable} = {expression}", f"    reveal_type({variable})"]
        return "\n".join(lines) + "\n"


def program(seed: int, backend: str) -> Program:
    """The program of that seed, on one backend, or on a type variable or union that includes it."""
    chosen = random.Random(f"{backend} {seed}")
    b = chosen.choice([backend] * 6 + ["B", f"{backend} | {'Torch' if backend == 'NumPy' else 'NumPy'}"])
    dtypes = _NARROW if backend == "JAX" else _MARKERS
    result = Program(f"f_{seed}", {name: _annotation(chosen, b, dtypes) for name in "abc"[: chosen.randint(1, 3)]})
    tensors = list(result.parameters)
    scalars = list(_LITERALS)
    for kind in chosen.sample(list(_SCALAR_PARAMETERS), chosen.randint(0, 2)):
        result.parameters[f"s_{kind}"] = kind
        scalars += [f"s_{kind}"] * 3
    for i in range(chosen.randint(3, 7)):
        template = chosen.choice(TEMPLATES[chosen.choice(list(TEMPLATES))])
        expression = template.format(
            t=chosen.choice(tensors),
            u=chosen.choice(tensors),
            s=chosen.choice(scalars),
            dtype=chosen.choice(DTYPE_TEXTS),
            array=chosen.choice(_ARRAYS),
        )
        result.statements.append((f"v{i}", expression))
        tensors.append(f"v{i}")
    return result


def _annotation(chosen: random.Random, b: str, dtypes: list[str]) -> str:
    one, other = chosen.choice(dtypes), chosen.choice(dtypes)
    d = chosen.choice([one] * 8 + [f"{one} | {other}", chosen.choice(_GROUPS), *_VARIABLES])
    return f"Tensor[{b}, {d}]" + (f" | Tensor[{b}, {other}]" if chosen.random() < 0.08 else "")


@dataclass
class Run:
    """One run of a program: what each variable is, or the exception that its statement raised; what the type variables stood for."""

    values: dict[str, object]
    raised: dict[str, Exception]
    variables: dict[str, object]


def runs(program: Program, backend: type[ep.Backend], count: int) -> Iterator[Run]:
    """Runs with random choices of dtypes and ranks, the same each time; statements whose operands are missing are left out."""
    chosen = random.Random(program.name)
    for _ in range(count):
        rank = chosen.choice((0, 1, 2, 2))
        variables: dict[str, object] = {"B": backend}
        for name, bound in _VARIABLES.items():
            markers = [m for m in run_claims.markers(bound) if _exists(backend, m)]
            variables[name] = chosen.choice(markers)
        namespace: dict[str, Any] = {**vars(ep), **variables, "ep": ep, "np": np}  # Any: a module's names
        for name, annotation in program.parameters.items():
            namespace[name] = _argument(annotation, backend, variables, rank if chosen.random() < 0.8 else 2 - rank, chosen)
        run = Run({}, {}, variables)
        for variable, expression in program.statements:
            try:
                with warnings.catch_warnings(), np.errstate(all="ignore"):
                    warnings.simplefilter("ignore")  # JAX's about 64 bits, NumPy's about casts
                    value = eval(expression, namespace)  # our own text
                if str(value.dtype) == "torch.complex32":
                    raise TypeError("a dtype without a marker, which the rules count as refused")
                namespace[variable] = run.values[variable] = value
            except NameError:
                continue
            except Exception as error:
                run.raised[variable] = error
        yield run


def _exists(backend: type[ep.Backend], marker: type[ep.DType]) -> bool:
    return backend is not ep.JAX or marker.__name__ in _NARROW


def _argument(annotation: str, backend: type[ep.Backend], variables: dict[str, object], rank: int, chosen: random.Random) -> object:
    if annotation in _SCALAR_PARAMETERS:
        return chosen.choice(_SCALAR_PARAMETERS[annotation])
    text = chosen.choice(annotation.split(" | Tensor")).removeprefix("Tensor").strip("[]")
    names = [variables.get(name) or vars(ep)[name] for name in text.rpartition(", ")[2].split(" | ")]
    markers = [m for bound in names for m in run_claims.markers(bound) if _exists(backend, m)]
    return ep.astensor(native(backend.name, chosen.choice(markers).name, (2, 2)[:rank]))
