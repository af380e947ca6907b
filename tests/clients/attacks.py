"""Attacks on a small classifier: what Foolbox computes through EagerPy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.clients.frameworks import Array, Framework, images, labels, logits

SEED = 5
MEAN, STD = [0.4, 0.5, 0.6], [0.2, 0.25, 0.5]
"""For preprocessing, as Foolbox's users write it: lists."""


@dataclass(frozen=True)
class Attack:
    """One attack; foolbox itself is an argument, since it must not be imported before EagerPy is chosen."""

    make: Callable[[Any], Any]  # Any: the module foolbox in, one of its attacks out
    epsilons: tuple[float | None, ...]
    is_random: bool = False
    norm: Callable[[Array], Array] = field(default=lambda difference: np.sqrt(np.square(difference).sum(axis=(1, 2, 3))))
    """That the epsilons limit, of each image."""


def _linf(difference: Array) -> Array:
    result: Array = np.abs(difference).max(axis=(1, 2, 3))
    return result


ATTACKS: dict[str, Attack] = {
    "LinfPGD": Attack(lambda foolbox: foolbox.attacks.LinfPGD(steps=20), (0.03, 0.1, 0.3), is_random=True, norm=_linf),
    "LinfPGD from the images": Attack(lambda foolbox: foolbox.attacks.LinfPGD(steps=20, random_start=False), (0.03, 0.1, 0.3), norm=_linf),
    "L2DeepFool": Attack(lambda foolbox: foolbox.attacks.L2DeepFoolAttack(), (0.1, 0.5, None)),
    "L2DeepFool by cross-entropy": Attack(lambda foolbox: foolbox.attacks.L2DeepFoolAttack(loss="crossentropy"), (0.1, 0.5, None)),
    "BoundaryAttack": Attack(lambda foolbox: foolbox.attacks.BoundaryAttack(steps=150), (0.5, 2.0, None), is_random=True),
    "InversionAttack": Attack(lambda foolbox: foolbox.attacks.InversionAttack(distance=foolbox.distances.l2), (0.5, 2.0, None)),
    "InversionAttack in another norm": Attack(
        lambda foolbox: foolbox.attacks.InversionAttack(distance=foolbox.distances.linf), (0.1, 0.5, None), norm=_linf
    ),
}
RANDOM = [name for name, attack in ATTACKS.items() if attack.is_random]


def attack(name: str, framework: Framework, wrapped: bool = False) -> dict[str, Array]:
    """Run an attack on native tensors, or on EagerPy's: what it found, that within each epsilon, and whether it succeeded."""
    import eagerpy
    import foolbox

    framework.seed(SEED)
    x, y = framework.native(images()), framework.native(labels())
    if wrapped:
        x, y = eagerpy.astensors(x, y)
    found, clipped, success = ATTACKS[name].make(foolbox)(framework.model(foolbox), x, y, epsilons=list(ATTACKS[name].epsilons))
    for t in (*found, *clipped, success):
        assert type(t) is type(x), f"{type(t)} for {type(x)}"
    return {
        "found": np.stack([_array(t) for t in found]),
        "clipped": np.stack([_array(t) for t in clipped]),
        "success": _array(success),
    }


def _array(t: Any) -> Array:  # Any: a native tensor, or one of EagerPy's
    return np.asarray(getattr(t, "raw", t))


def preprocessing(framework: Framework) -> dict[str, Array]:
    """Logits behind preprocessing given as lists, and between other bounds."""
    import foolbox

    model = framework.model(foolbox, preprocessing={"mean": MEAN, "std": STD, "axis": -3})
    x = framework.native(images())
    return {"logits": _array(model(x)), "between other bounds": _array(model.transform_bounds((-1, 1))(x * 2 - 1))}


def distances(framework: Framework) -> dict[str, Array]:
    """Foolbox's four distances between images, some of whose pixels are equal."""
    import foolbox

    x, y = framework.native(images()), framework.native(np.roll(images(), 1, axis=0).round())
    return {name: _array(getattr(foolbox.distances, name)(x, y)) for name in ("l0", "l1", "l2", "linf")}


def fewest_pixels(framework: Framework) -> dict[str, Array]:
    """Foolbox's fast minimum-norm attack on the number of pixels, which compares that number with others."""
    import foolbox

    x, y = framework.native(images()), framework.native(labels())
    return {"found": _array(foolbox.attacks.L0FMNAttack(steps=20).run(framework.model(foolbox), x, foolbox.Misclassification(y)))}


def one_by_one(framework: Framework) -> dict[str, Array]:
    """Foolbox's pointwise attack, which starts from negatives and sets their pixels back one after the other."""
    import foolbox

    negatives = 1 - images()
    chosen = np.flatnonzero(logits(negatives).argmax(-1) != labels())[:2]  # the attack starts from what fools the classifier
    x, y, starts = (framework.native(a[chosen]) for a in (images(), labels(), negatives))
    attack = foolbox.attacks.PointwiseAttack()
    np.random.seed(SEED)  # for the order of the pixels, which Foolbox draws itself
    return {"found": _array(attack.run(framework.model(foolbox), x, foolbox.Misclassification(y), starting_points=starts))}


PROGRAMS: dict[str, Callable[[Framework], dict[str, Array]]] = {
    "preprocessing": preprocessing,
    "distances": distances,
    "fewest pixels": fewest_pixels,
    "one by one": one_by_one,
}
"""What else of Foolbox uses parts of EagerPy that the attacks above do not."""
