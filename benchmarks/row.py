"""One row of the table: two times, their ratio, and whether it is what was asked for."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class AtLeast:
    """Ours must be so many times faster; ``None``: how many times, for information."""

    limit: float | None

    def ratio(self, ours: float, other: float) -> float:
        return other / ours

    def met(self, ratio: float) -> bool | None:
        return None if self.limit is None else ratio >= self.limit

    def phrase(self, ratio: float) -> str:
        return f"{_rounded(ratio)}x faster"

    def __str__(self) -> str:
        if self.limit is None:
            return "-"
        return "faster" if self.limit == 1 else f"at least {self.limit:g}x faster"


@dataclass(frozen=True)
class AtMost:
    """Ours may take so many times as long; ``None``: how many times, for information."""

    limit: float | None

    def ratio(self, ours: float, other: float) -> float:
        return ours / other

    def met(self, ratio: float) -> bool | None:
        return None if self.limit is None else ratio <= self.limit

    def phrase(self, ratio: float) -> str:
        return f"{_rounded(ratio)}x as long"

    def __str__(self) -> str:
        return "-" if self.limit is None else f"at most {self.limit:g}x as long"


@dataclass(frozen=True)
class Row:
    """What was measured; times in seconds.

    A time is ``None`` where it could not be measured; ``note`` then says why. ``right`` is
    ``False`` where the two did not give the same answer, which no speed makes up for.
    """

    what: str
    other: str
    ours_seconds: float | None
    other_seconds: float | None
    asked: AtLeast | AtMost
    note: str = ""
    right: bool = True

    @property
    def ratio(self) -> float | None:
        if self.ours_seconds is None or self.other_seconds is None:
            return None
        return self.asked.ratio(self.ours_seconds, self.other_seconds)

    @property
    def reached(self) -> bool | None:
        """``None`` where nothing was asked for or nothing could be measured."""
        if not self.right:
            return False
        return None if self.ratio is None else self.asked.met(self.ratio)

    def as_dict(self) -> dict[str, object]:
        """Return the row for JSON, ratio and verdict included."""
        verdict = {"asked": str(self.asked), "ratio": self.ratio, "reached": self.reached}
        if self.ratio is not None:
            verdict["in_words"] = self.asked.phrase(self.ratio)
        return asdict(self) | verdict


def _rounded(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"
