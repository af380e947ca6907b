"""The three frameworks with gradients, as the clients' programs use them: natively, without eagertyped or EagerPy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]  # Any: floats of either width, labels, success
Native = Any  # Any: a native tensor of whichever framework
FRAMEWORKS = ("torch", "tensorflow", "jax")
CLASSES = 4
SHAPE = (3, 4, 4)
"""Of one image; the channels come first."""
HIDDEN = 16


@dataclass(frozen=True)
class Framework:
    """One framework."""

    floating: str
    """The widest floating dtype that it has without further settings."""
    native: Callable[[Array], Native]
    value_and_gradients: Callable[[Callable[[Native, Native], Native], Native, Native], tuple[Native, Native, Native]]
    """Of a function of two native tensors, by the framework's own means."""
    seed: Callable[[int], object]
    """For what EagerPy and eagertyped draw."""
    model: Callable[..., Any]  # Any: a foolbox model
    """The classifier below; its first argument is the module foolbox, which must not be imported before EagerPy is chosen."""


def parameters() -> tuple[Array, Array, Array, Array]:
    """Weights and biases of a small classifier of images: flattened, tanh of a linear map, another linear map."""
    rng = np.random.default_rng(7)
    size = int(np.prod(SHAPE))
    w1, b1 = rng.normal(0, 2 / np.sqrt(size), (size, HIDDEN)), rng.normal(0, 0.1, HIDDEN)
    w2, b2 = rng.normal(0, 3 / np.sqrt(HIDDEN), (HIDDEN, CLASSES)), rng.normal(0, 0.1, CLASSES)
    return w1.astype(np.float32), b1.astype(np.float32), w2.astype(np.float32), b2.astype(np.float32)


def logits(images: Array) -> Array:
    """What the classifier makes of images, in NumPy."""
    w1, b1, w2, b2 = parameters()
    result: Array = np.tanh(images.reshape(len(images), -1) @ w1 + b1) @ w2 + b2
    return result


def images(count: int = 8) -> Array:
    """Random images, most of whose values are far from grey."""
    return np.random.default_rng(8).beta(0.3, 0.3, (count, *SHAPE)).astype(np.float32)


def labels() -> Array:
    """What the classifier says of the images."""
    result: Array = logits(images()).argmax(-1)
    return result


def _torch() -> Framework:
    import torch
    from torch import nn

    def value_and_gradients(f: Callable[[Native, Native], Native], x: Native, y: Native) -> tuple[Native, Native, Native]:
        x, y = x.clone().requires_grad_(), y.clone().requires_grad_()
        value = f(x, y)
        return value.detach(), *torch.autograd.grad(value, (x, y), materialize_grads=True)

    def model(foolbox: Any, **arguments: Any) -> Any:  # Any: as declared
        w1, b1, w2, b2 = map(torch.tensor, parameters())
        network = nn.Sequential(nn.Flatten(), nn.Linear(len(w1), HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, CLASSES))
        network.load_state_dict({"1.weight": w1.T, "1.bias": b1, "3.weight": w2.T, "3.bias": b2})
        return foolbox.PyTorchModel(network.eval(), bounds=(0, 1), device="cpu", **arguments)

    return Framework("float64", torch.tensor, value_and_gradients, torch.manual_seed, model)


def _tensorflow() -> Framework:
    import tensorflow as tf

    def value_and_gradients(f: Callable[[Native, Native], Native], x: Native, y: Native) -> tuple[Native, Native, Native]:
        with tf.GradientTape() as tape:
            tape.watch((x, y))
            value = f(x, y)
        gradients = tape.gradient(value, (x, y), unconnected_gradients=tf.UnconnectedGradients.ZERO)
        return value, *map(tf.convert_to_tensor, gradients)  # of what was gathered, TensorFlow gives slices

    def model(foolbox: Any, **arguments: Any) -> Any:  # Any: as declared
        layers = tf.keras.layers
        network = tf.keras.Sequential([tf.keras.Input(SHAPE), layers.Flatten(), layers.Dense(HIDDEN, "tanh"), layers.Dense(CLASSES)])
        network.set_weights(parameters())
        return foolbox.TensorFlowModel(network, bounds=(0, 1), device="/CPU:0", **arguments)

    return Framework("float64", tf.constant, value_and_gradients, tf.random.set_seed, model)


def _jax() -> Framework:
    import jax
    import jax.numpy as jnp

    def value_and_gradients(f: Callable[[Native, Native], Native], x: Native, y: Native) -> tuple[Native, Native, Native]:
        value, gradients = jax.value_and_grad(f, argnums=(0, 1))(x, y)
        return value, *gradients

    def model(foolbox: Any, **arguments: Any) -> Any:  # Any: as declared
        w1, b1, w2, b2 = map(jnp.array, parameters())

        def network(x: Native) -> Native:
            return jnp.tanh(x.reshape(len(x), -1) @ w1 + b1) @ w2 + b2

        return foolbox.JAXModel(network, bounds=(0, 1), **arguments)

    return Framework("float32", jnp.array, value_and_gradients, np.random.seed, model)


MAKERS: dict[str, Callable[[], Framework]] = {"torch": _torch, "tensorflow": _tensorflow, "jax": _jax}
