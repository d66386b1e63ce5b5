"""Copies that go their own way."""

from __future__ import annotations

from copy import deepcopy
from typing import TypeVar

__all__ = ["independent"]

T = TypeVar("T")


def independent(thing: T, *shared: object) -> T:
    """Return a copy that nobody who changes the other one can see, nor the other way round.

    Python's ``copy.copy`` would share lists and arrays and copy plain numbers: two that are half
    one. What never changes and is large may be ``shared``: a graph, its probes, an engine.
    """
    return deepcopy(thing, {id(part): part for part in shared})
