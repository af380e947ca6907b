"""Norms as functions: ``ep.norms.l2(t, axis=-1)``."""

from ._functions.norms import l0, l1, l2, linf, lp

__all__ = ["l0", "l1", "l2", "linf", "lp"]
