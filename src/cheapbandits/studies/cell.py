"""A cell: one policy on one problem with one seed. Its id says all there is to know."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from cheapbandits.checks import instance, whole
from cheapbandits.errors import ParameterError

__all__ = ["Cell", "PolicyName", "ProblemName"]

_PROBLEM = re.compile(r"(?P<graph>[a-z0-9-]+)/(?P<field>[a-z0-9-]+)/T(?P<horizon>[1-9]\d*)")
_POLICY = re.compile(r"(?P<kind>[A-Za-z_]\w*)(?:\((?P<settings>\w+=[\w.+-]+(?:,\w+=[\w.+-]+)*)\))?")
_CELL = re.compile(r"(?P<problem>.+)/(?P<policy>[^/]+)/(?P<seed>\d+)")


class ProblemName(NamedTuple):
    """What is to be found where, in how many rounds.

    Attributes
    ----------
    graph, field
        Names known to :mod:`cheapbandits.studies.problems`.
    horizon
        ``T``, the number of rounds.

    Examples
    --------
    >>> str(ProblemName("ba", "lowest", 150))
    'ba/lowest/T150'
    """

    graph: str
    field: str
    horizon: int

    def __str__(self) -> str:
        return f"{self.graph}/{self.field}/T{self.horizon}"

    @classmethod
    def parse(cls, text: str) -> ProblemName:
        """Return the parts of a problem's name."""
        match = _PROBLEM.fullmatch(text)
        if match is None:
            raise ParameterError(f"not a problem: {text!r}; they look like ba/lowest/T150")
        return cls(match["graph"], match["field"], int(match["horizon"]))


class PolicyName(NamedTuple):
    """A registered policy with the settings that are not its own defaults, as text.

    Examples
    --------
    >>> str(PolicyName("CheapUCB", {"smoothness": "theory"}))
    'CheapUCB(smoothness=theory)'
    >>> PolicyName.parse("LinUCB")
    PolicyName(kind='LinUCB', settings={})
    """

    kind: str
    settings: dict[str, str]

    def __str__(self) -> str:
        inside = ",".join(f"{key}={value}" for key, value in sorted(self.settings.items()))
        return f"{self.kind}({inside})" if inside else self.kind

    @classmethod
    def parse(cls, text: str) -> PolicyName:
        """Return the parts of a policy's name."""
        match = _POLICY.fullmatch(text)
        if match is None:
            raise ParameterError(
                f"not a policy: {text!r}; they look like CheapUCB or CheapUCB(smoothness=0.1)"
            )
        pairs = (match["settings"] or "").split(",")
        return cls(match["kind"], dict(pair.split("=") for pair in pairs if pair))

    @property
    def values(self) -> dict[str, int | float | str]:
        """The settings with numbers as numbers."""
        return {key: _value(text) for key, text in self.settings.items()}


@dataclass(frozen=True, order=True)
class Cell:
    """One row of a study's table.

    Attributes
    ----------
    problem
        As :class:`ProblemName` writes it: ``ba/lowest/T150``.
    policy
        As :class:`PolicyName` writes it: ``CheapUCB``, ``CheapUCB(smoothness=theory)``. The word
        ``theory`` stands for the ``c`` that the theorems ask for, ``||alpha*||_Lambda``.
    seed
        Number of the run; the drawn problem, its noise and the policy's own draws follow from it.

    Examples
    --------
    >>> Cell("ba/lowest/T150", "CheapUCB", 17).id
    'ba/lowest/T150/CheapUCB/017'
    """

    problem: str
    policy: str
    seed: int

    def __post_init__(self) -> None:
        instance(self.problem, str, "a cell's problem", "a name such as ba/lowest/T150")
        instance(self.policy, str, "a cell's policy", "a name such as CheapUCB")
        object.__setattr__(self, "seed", whole(self.seed, "a cell's seed", least=0))
        # Two ways to write one cell would be two cells.
        object.__setattr__(self, "problem", str(ProblemName.parse(self.problem)))
        object.__setattr__(self, "policy", str(PolicyName.parse(self.policy)))

    @property
    def id(self) -> str:
        """A readable name, such as ``ba/lowest/T150/CheapUCB/017``."""
        return f"{self.problem}/{self.policy}/{self.seed:03d}"

    @classmethod
    def parse(cls, text: str) -> Cell:
        """Return the cell of an id."""
        match = _CELL.fullmatch(text)
        if match is None:
            raise ParameterError(
                f"not a cell id: {text!r}; they look like ba/lowest/T150/CheapUCB/017"
            )
        try:
            return cls(match["problem"], match["policy"], int(match["seed"]))
        except ParameterError as error:
            raise ParameterError(f"not a cell id: {text!r}: {error}") from None


def _value(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
