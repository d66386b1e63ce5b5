"""A cell: one policy on one problem with one seed. Its id says all there is to know."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cheapbandits.errors import ParameterError

__all__ = ["Cell"]

_ID = re.compile(
    r"(?P<graph>[a-z0-9-]+)/(?P<field>[a-z0-9-]+)/T(?P<horizon>\d+)/c-(?P<smoothness>[a-z0-9.]+)"
    r"/(?P<policy>[A-Za-z]+)/(?P<seed>\d+)"
)


@dataclass(frozen=True, order=True)
class Cell:
    """One row of a study's table.

    Attributes
    ----------
    graph, field
        Names known to :mod:`cheapbandits.studies.problems`.
    horizon
        ``T``.
    smoothness
        ``c`` as text: a number, or ``"theory"`` for ``||alpha*||_Lambda`` of the drawn field.
    policy
        The policy's class name.
    seed
        Number of the run; the problem and its noise follow from it.
    """

    graph: str
    field: str
    horizon: int
    smoothness: str
    policy: str
    seed: int

    @property
    def id(self) -> str:
        """A readable name, such as ``ba/lowest/T150/c-1/CheapUCB/017``."""
        return f"{self.group}/{self.policy}/{self.seed:03d}"

    @property
    def group(self) -> str:
        """What the cells of one curve share, the policy left out."""
        return f"{self.graph}/{self.field}/T{self.horizon}/c-{self.smoothness}"

    @property
    def problem(self) -> tuple[str, int]:
        """Cells with the same graph and seed share set-up work and are run together."""
        return self.graph, self.seed

    @classmethod
    def parse(cls, text: str) -> Cell:
        """Return the cell of an id."""
        match = _ID.fullmatch(text)
        if match is None:
            raise ParameterError(
                f"not a cell id: {text!r}; they look like ba/lowest/T150/c-1/CheapUCB/017"
            )
        parts = match.groupdict()
        return cls(
            parts["graph"],
            parts["field"],
            int(parts["horizon"]),
            parts["smoothness"],
            parts["policy"],
            int(parts["seed"]),
        )
