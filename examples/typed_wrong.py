"""Mistakes that mypy finds without a plugin. The comment above each wrong line is what mypy prints for it.

pyright finds the same ones, in other words.
"""

from eagertyped import JAX, Float32, Float64, NumPy, Tensor, Torch


def loss(x: Tensor[Torch, Float32]) -> Tensor[Torch, Float32]:
    return x.square().sum()


def mixed_backends(x: Tensor[Torch, Float32], y: Tensor[JAX, Float32]) -> None:
    # error: Unsupported operand types for + ("Tensor[Torch, Float32]" and "Tensor[JAX, Float32]")  [operator]
    print(x + y)


def wrong_backend(x: Tensor[NumPy, Float32]) -> None:
    # error: Argument 1 to "loss" has incompatible type "Tensor[NumPy, Float32]"; expected "Tensor[Torch, Float32]"  [arg-type]
    loss(x)


def wrong_dtype(x: Tensor[Torch, Float64]) -> None:
    # error: Argument 1 to "loss" has incompatible type "Tensor[Torch, Float64]"; expected "Tensor[Torch, Float32]"  [arg-type]
    loss(x)


def mixed_dtypes(x: Tensor[Torch, Float32], y: Tensor[Torch, Float64]) -> None:
    # What comes out depends on the framework. Cure: loss((x + y).float32())
    # error: Argument 1 to "loss" has incompatible type "Tensor[Torch, DType]"; expected "Tensor[Torch, Float32]"  [arg-type]
    loss(x + y)


def wrong_scalar(x: Tensor[Torch, Float32]) -> int:
    # error: Incompatible return value type (got "float", expected "int")  [return-value]
    return loss(x).item()


def not_a_mask(x: Tensor[Torch, Float32]) -> Tensor[Torch, Float32]:
    # error: Incompatible return value type (got "Tensor[Torch, Bool]", expected "Tensor[Torch, Float32]")  [return-value]
    return x > 0


def no_such_axis(x: Tensor[Torch, Float32]) -> Tensor[Torch, Float32]:
    # error: Argument "axis" to "sort" of "Reductions" has incompatible type "str"; expected "int"  [arg-type]
    return x.sort(axis="rows")


# error: Type argument "float" of "Tensor" must be a subtype of "DType"  [type-var]
def no_dtype(x: Tensor[Torch, float]) -> None: ...
