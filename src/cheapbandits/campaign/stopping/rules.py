"""Stopping rules: small, frozen, and the same text in a terminal, a file and a program.

``probability>=0.95``, ``regret<=0.01``, ``cost>=50``, ``rounds>=100``, ``never``.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from cheapbandits.belief.surprise import ENOUGH
from cheapbandits.checks import instance
from cheapbandits.errors import ParameterError
from cheapbandits.text import parse_number

if TYPE_CHECKING:
    from cheapbandits.belief.learned import Verdict

__all__ = [
    "CostAtLeast",
    "Never",
    "ProbabilityAtLeast",
    "RegretAtMost",
    "RoundsAtLeast",
    "StoppingRule",
    "parse_rule",
]

_FORMS = "probability>=0.95, regret<=0.01, cost>=50, rounds>=100 or never"
_PATTERN = re.compile(r"\s*(\w+)\s*(>=|<=)\s*(\S+)\s*")


class StoppingRule(ABC):
    """Says when a campaign is done. ``str(rule)`` is the text that :func:`parse_rule` reads."""

    #: Whether :meth:`met` looks at the assessment, which takes time; others accept ``None``.
    needs_assessment: ClassVar[bool] = False

    @abstractmethod
    def met(self, assessment: Verdict | None, spent: float, rounds: int) -> bool:
        """Return whether to stop.

        Parameters
        ----------
        assessment
            What is known now.
        spent
            Cost so far.
        rounds
            Readings so far.
        """


@dataclass(frozen=True)
class Never(StoppingRule):
    """Go on until someone says stop."""

    def met(self, assessment: Verdict | None, spent: float, rounds: int) -> bool:  # noqa: ARG002
        """Return false."""
        return False

    def __str__(self) -> str:
        return "never"


@dataclass(frozen=True)
class _Threshold(StoppingRule):
    """A rule with one number."""

    value: float
    name: ClassVar[str]
    sign: ClassVar[str] = ">="
    expected: ClassVar[str] = "positive"

    def __post_init__(self) -> None:
        if not (math.isfinite(self.value) and self._in_range()):
            raise ParameterError(
                f"a stopping rule's {self.name} must be {self.expected}, got {_plain(self.value)}"
            )

    def _in_range(self) -> bool:
        return self.value > 0

    def __str__(self) -> str:
        return f"{self.name}{self.sign}{_plain(self.value)}"


class ProbabilityAtLeast(_Threshold):
    """Stop when the best node is the best (within the tolerance) with this probability.

    Not before two readings, and not while nobody can tell.
    """

    name = "probability"
    expected = "above 0 and at most 1"
    needs_assessment = True

    def _in_range(self) -> bool:
        return 0 < self.value <= 1

    def met(self, assessment: Verdict | None, spent: float, rounds: int) -> bool:  # noqa: ARG002
        """Return whether the probability is reached."""
        known = _required(self, assessment)
        stated = known.probability
        return known.n_readings >= ENOUGH and stated is not None and stated >= self.value


class RegretAtMost(_Threshold):
    """Stop when the expected regret of stopping is this small; not before two readings."""

    name, sign = "regret", "<="
    needs_assessment = True

    def met(self, assessment: Verdict | None, spent: float, rounds: int) -> bool:  # noqa: ARG002
        """Return whether the expected regret is small enough."""
        known = _required(self, assessment)
        return known.n_readings >= ENOUGH and known.expected_regret <= self.value


class CostAtLeast(_Threshold):
    """Stop when this much has been spent."""

    name = "cost"

    def met(self, assessment: Verdict | None, spent: float, rounds: int) -> bool:  # noqa: ARG002
        """Return whether the cost is reached."""
        return spent >= self.value


class RoundsAtLeast(_Threshold):
    """Stop after this many readings."""

    name = "rounds"
    expected = "a whole number from 1"

    def _in_range(self) -> bool:
        return self.value >= 1 and float(self.value).is_integer()

    def met(self, assessment: Verdict | None, spent: float, rounds: int) -> bool:  # noqa: ARG002
        """Return whether there are as many readings."""
        return rounds >= self.value


_RULES: dict[tuple[str, str], type[_Threshold]] = {
    (rule.name, rule.sign): rule
    for rule in (ProbabilityAtLeast, RegretAtMost, CostAtLeast, RoundsAtLeast)
}


def parse_rule(text: str) -> StoppingRule:
    """Return the rule that a text names.

    Examples
    --------
    >>> parse_rule("probability >= 0.95")
    ProbabilityAtLeast(value=0.95)
    >>> str(parse_rule("cost>=50.0"))
    'cost>=50'
    """
    instance(text, str, "a stopping rule", _FORMS)
    if text.strip() == "never":
        return Never()
    match = _PATTERN.fullmatch(text)
    rule = _RULES.get((match[1], match[2])) if match else None
    if match is None or rule is None:
        raise ParameterError(f"a stopping rule is {_FORMS}; got {text!r}")
    value = parse_number(match[3])
    if value is None:
        raise ParameterError(f"{match[3]!r} in {text!r} is not a number; write {_FORMS}")
    return rule(value)


def _required(rule: StoppingRule, assessment: Verdict | None) -> Verdict:
    if assessment is None:
        raise ParameterError(f"the rule {rule} needs an assessment: call policy.assess() first")
    return assessment


def _plain(value: float) -> str:
    """Return a number in the shortest form that reads back the same."""
    return repr(float(value)).removesuffix(".0")
