"""Which engine computes, and why: what a policy's ``explain()`` says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Explanation"]


@dataclass(frozen=True)
class Explanation:
    """An engine, the reason it was taken, and the facts that describe it.

    Attributes
    ----------
    engine
        ``"dense"``, ``"dissection"``, ``"iterative"`` or ``"identity"``.
    reason
        One sentence.
    facts
        Names and values, for people to read.
    """

    engine: str
    reason: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def add(self, facts: Mapping[str, object]) -> Explanation:
        """Return the same with more facts."""
        return Explanation(self.engine, self.reason, {**self.facts, **facts})

    def __str__(self) -> str:
        lines = [f"engine: {self.engine} ({self.reason})"]
        return "\n".join([*lines, *(f"  {name}: {value}" for name, value in self.facts.items())])
