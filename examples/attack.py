"""One attack, four frameworks: small changes to pictures of digits that make a classifier wrong.

Each framework trains a classifier in its own plain code. The attack (`pgd`: projected gradient ascent within a box around each picture) and
the evaluation are written once, with `import eagertyped as ep`, and run on the native tensors of each framework. NumPy has no gradients:
there the classifier has a closed form, and random noise of the same strength takes the place of the attack.

    python examples/attack.py                     every framework that is installed
    python examples/attack.py --framework torch   one of them

The exit status is 1 if a classifier learns too little or the attack does too little harm.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, TypeAlias, TypeVar

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")  # TensorFlow writes its start-up notices to stderr
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")  # and one more about this, which would also change the last digits

import numpy as np
import numpy.typing as npt

import eagertyped as ep
from eagertyped import JAX, Backend, Bool, Float32, Integer, NumPy, Tensor, TensorFlow, Torch

B = TypeVar("B", bound=Backend)
Model: TypeAlias = Callable[[Tensor[B, Float32]], Tensor[B, Float32]]
"""Pictures (n, 64) with values from 0 to 1 -> logits (n, 10)."""
Floats: TypeAlias = npt.NDArray[np.float32]
Ints: TypeAlias = npt.NDArray[np.int64]

EPSILON = 0.15  # how far each pixel may move; they go from 0 to 1
STEPS = 20
HIDDEN = 64
EPOCHS = 150
LEARNING_RATE = 0.01


# -- written once, for every framework -----------------------------------------------------------------------------


def correct(model: Model[B], images: Tensor[B, Float32], labels: Tensor[B, Integer]) -> Tensor[B, Bool]:
    """Whether the model names each picture rightly."""
    return model(images).argmax(axis=-1) == labels


def accuracy(model: Model[B], images: Tensor[B, Float32], labels: Tensor[B, Integer]) -> float:
    """The share of pictures that the model names rightly."""
    return correct(model, images, labels).float32().mean().item()


def within_box(x: Tensor[B, Float32], images: Tensor[B, Float32]) -> Tensor[B, Float32]:
    """The pictures nearest to `x` that differ from `images` by EPSILON at most, and are pictures."""
    return (images + (x - images).clip(-EPSILON, EPSILON)).clip(0.0, 1.0)


def noise(images: Tensor[B, Float32]) -> Tensor[B, Float32]:
    """Each pixel EPSILON up or down, at random: what the attack has to beat."""
    return within_box(images + EPSILON * images.uniform(images.shape, -1.0, 1.0).sign(), images)


def pgd(model: Model[B], images: Tensor[B, Float32], labels: Tensor[B, Integer], name: str) -> Tensor[B, Float32]:
    """Walk uphill on the loss, and stay in the box around each picture."""

    def loss(x: Tensor[B, Float32]) -> Tensor[B, Float32]:
        return model(x).crossentropy(labels).sum()

    x = within_box(images + images.uniform(images.shape, -EPSILON, EPSILON), images)
    for _ in progress(STEPS, name):
        _, gradient = ep.value_and_grad(loss, x)
        x = within_box(x + 2.5 * EPSILON / STEPS * gradient.sign(), images)
    return x


# -- a classifier in each framework's own code ---------------------------------------------------------------------


@dataclass(frozen=True)
class Trained(Generic[B]):
    """A classifier, and how to make native tensors for it."""

    model: Model[B]
    native: Callable[[npt.NDArray[Any]], Any]  # Any: pictures and labels alike, to tensors of this framework


def train_torch(images: Floats, labels: Ints) -> Trained[Torch]:
    import torch

    torch.manual_seed(0)
    x, y = torch.tensor(images), torch.tensor(labels)
    net = torch.nn.Sequential(torch.nn.Linear(64, HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, 10))
    optimizer = torch.optim.Adam(net.parameters(), lr=LEARNING_RATE)
    for _ in range(EPOCHS):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(net(x), y).backward()  # type: ignore[no-untyped-call]  # PyTorch leaves it untyped
        optimizer.step()

    def model(t: Tensor[Torch, Float32]) -> Tensor[Torch, Float32]:
        logits: Tensor[Torch, Float32] = ep.astensor(net(t.raw))
        return logits

    return Trained(model, torch.tensor)


def train_tensorflow(images: Floats, labels: Ints) -> Trained[TensorFlow]:
    import tensorflow as tf

    tf.keras.utils.set_random_seed(0)
    net = tf.keras.Sequential([tf.keras.layers.Dense(HIDDEN, activation="relu"), tf.keras.layers.Dense(10)])
    net.compile(tf.keras.optimizers.Adam(LEARNING_RATE), tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    net.fit(images, labels, batch_size=len(images), epochs=EPOCHS, shuffle=False, verbose=0)

    def model(t: Tensor[TensorFlow, Float32]) -> Tensor[TensorFlow, Float32]:
        logits: Tensor[TensorFlow, Float32] = ep.astensor(net(t.raw))
        return logits

    return Trained(model, tf.constant)


def train_jax(images: Floats, labels: Ints) -> Trained[JAX]:
    import jax
    import jax.numpy as jnp

    np.random.seed(0)  # where ep's random numbers on JAX begin
    keys = jax.random.split(jax.random.key(0))
    params = {
        "w1": jax.random.normal(keys[0], (64, HIDDEN)) * (2 / 64) ** 0.5,
        "b1": jnp.zeros(HIDDEN),
        "w2": jax.random.normal(keys[1], (HIDDEN, 10)) * (2 / HIDDEN) ** 0.5,
        "b2": jnp.zeros(10),
    }

    def logits(p: dict[str, jax.Array], x: jax.Array) -> jax.Array:
        return jax.nn.relu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]

    def loss(p: dict[str, jax.Array]) -> jax.Array:
        log_p = jax.nn.log_softmax(logits(p, jnp.asarray(images)))
        return -jnp.take_along_axis(log_p, jnp.asarray(labels)[:, None], axis=1).mean()

    @jax.jit
    def step(p: dict[str, jax.Array], velocity: dict[str, jax.Array]) -> tuple[dict[str, jax.Array], dict[str, jax.Array]]:
        gradient = jax.grad(loss)(p)
        velocity = {k: 0.9 * velocity[k] - 10 * LEARNING_RATE * gradient[k] for k in p}
        return {k: p[k] + velocity[k] for k in p}, velocity

    velocity = {k: jnp.zeros_like(v) for k, v in params.items()}
    for _ in range(EPOCHS):
        params, velocity = step(params, velocity)

    def model(t: Tensor[JAX, Float32]) -> Tensor[JAX, Float32]:
        return ep.astensor(logits(params, t.raw))

    return Trained(model, jnp.asarray)


def train_numpy(images: Floats, labels: Ints) -> Trained[NumPy]:
    """Least squares: the best linear classifier has a closed form, and needs no gradients."""
    np.random.seed(0)
    x = np.concatenate([images, np.ones((len(images), 1), np.float32)], axis=1)
    targets = np.eye(10, dtype=np.float32)[labels]
    weights: Floats = np.linalg.solve(x.T @ x + 0.1 * np.eye(65, dtype=np.float32), x.T @ targets)

    def model(t: Tensor[NumPy, Float32]) -> Tensor[NumPy, Float32]:
        return ep.astensor(t.raw @ weights[:-1] + weights[-1])

    return Trained(model, np.asarray)


# -- running them --------------------------------------------------------------------------------------------------

TITLES = {"numpy": "NumPy", "torch": "PyTorch", "tensorflow": "TensorFlow", "jax": "JAX"}
TRAINERS: dict[str, Callable[[Floats, Ints], Trained[Any]]] = {  # Any: each its own backend
    "numpy": train_numpy,
    "torch": train_torch,
    "tensorflow": train_tensorflow,
    "jax": train_jax,
}


def digits() -> tuple[Floats, Ints, Floats, Ints]:
    """Pictures and labels to train with, and 500 to test with. They come with scikit-learn."""
    from sklearn.datasets import load_digits

    data = load_digits()
    order = np.random.default_rng(0).permutation(len(data.target))
    images: Floats = (data.data[order] / 16).astype(np.float32)
    labels: Ints = data.target[order].astype(np.int64)
    return images[500:], labels[500:], images[:500], labels[:500]


def missing(name: str) -> str:
    """Why a framework cannot be used, or nothing."""
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        return "not installed" if error.name == name else f"does not work here ({error})"
    except Exception as error:  # a broken installation raises whatever it likes
        return f"does not work here ({type(error).__name__}: {error})"
    return ""


def progress(steps: int, name: str) -> Iterator[int]:
    """Count the steps under a bar: tqdm's, or a plain one."""
    try:
        from tqdm import tqdm
    except ImportError:
        for i in range(steps):
            yield i
            done = 20 * (i + 1) // steps
            print(f"\r{name}: {'#' * done}{'.' * (20 - done)} {i + 1}/{steps}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
    else:
        yield from tqdm(range(steps), desc=name)


def report(name: str, trained: Trained[B], images: Floats, labels: Ints) -> bool:
    """Attack, print the accuracies, and say whether they are as they should be."""
    x: Tensor[B, Float32] = ep.astensor(trained.native(images))
    y: Tensor[B, Integer] = ep.astensor(trained.native(labels))
    before = accuracy(trained.model, x, y)
    line = f"{TITLES[name]}: accuracy {before:.3f}, with random noise {accuracy(trained.model, noise(x), y):.3f}"
    if name == "numpy":
        print(f"{line} (no attack: NumPy has no gradients)", flush=True)
        return before > 0.9
    after = accuracy(trained.model, pgd(trained.model, x, y, TITLES[name]), y)
    print(f"{line}, after the attack {after:.3f}", flush=True)
    return before > 0.9 and after < 0.5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--framework", choices=TRAINERS, help="this one only")
    chosen: str | None = parser.parse_args().framework
    if missing("sklearn"):
        print(f"scikit-learn, which brings the pictures: {missing('sklearn')}. Cure: pip install scikit-learn")
        return 1
    train_images, train_labels, images, labels = digits()
    as_expected = True
    for name in [chosen] if chosen else TRAINERS:
        problem = missing(name)
        if problem:
            print(f"{TITLES[name]}: left out, {problem}", flush=True)
            as_expected = as_expected and not chosen
            continue
        as_expected = report(name, TRAINERS[name](train_images, train_labels), images, labels) and as_expected
    if not as_expected:
        print("This is not the result that this example is about.")
    return 0 if as_expected else 1


if __name__ == "__main__":
    sys.exit(main())
