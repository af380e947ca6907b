"""What changes a framework's rules from outside."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Flags"]


@dataclass(frozen=True)
class Flags:
    """Settings of the frameworks, with their own defaults.

    Attributes
    ----------
    jax_enable_x64
        JAX's mode with 64-bit dtypes; without it they are 32-bit ones.
    torch_default_dtype
        What ``torch.set_default_dtype`` was given: the float that integers become.
    """

    jax_enable_x64: bool = False
    torch_default_dtype: str = "float32"
