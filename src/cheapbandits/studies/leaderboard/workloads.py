"""What the policies are compared on: the paper's graphs, the forest, counties, other real fields.

Nodes are numbered at random in every run (see :mod:`cheapbandits.studies.problems`); that also
draws where a policy starts, since ties go to the lowest number.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from cheapbandits.errors import ParameterError
from cheapbandits.studies.cell import ProblemName
from cheapbandits.studies.maps import FILES
from cheapbandits.text import did_you_mean

__all__ = ["GROUPS", "WORKLOADS", "Workload", "select_workloads"]

#: Groups of workloads that are averaged over, and what they are called.
GROUPS = {
    "random": "random graphs",
    "forest": "forest",
    "counties": "counties",
    "real": "other real fields",
    "planted": "roads, planted field",
}


class Workload(NamedTuple):
    """A problem that policies are compared on.

    Attributes
    ----------
    problem
        Its name in a cell's id.
    group
        One of :data:`GROUPS`.
    title
        For people.
    located
        Whether its nodes have coordinates that a model may use.
    """

    problem: str
    group: str
    title: str
    located: bool = False

    @property
    def name(self) -> str:
        """A short name: the problem without its horizon, and without a field that has no choice."""
        graph, field, _ = ProblemName.parse(self.problem)
        return graph if self.group in ("random", "counties", "planted") else f"{graph}/{field}"

    @property
    def horizon(self) -> int:
        """``T``."""
        return ProblemName.parse(self.problem).horizon

    @property
    def file(self) -> str | None:
        """The file of a data folder that it needs."""
        return FILES.get(ProblemName.parse(self.problem).graph)


def _forest(field: str, title: str) -> Workload:
    return Workload(f"forest/{field}/T100", "forest", title)


WORKLOADS: tuple[Workload, ...] = (
    Workload("ba/lowest/T150", "random", "Barabási-Albert"),
    Workload("er/lowest/T150", "random", "Erdős-Rényi"),
    Workload("sbm/lowest/T150", "random", "block model"),
    _forest("spruce-fir", "Spruce/Fir"),
    _forest("lodgepole-pine", "Lodgepole Pine"),
    _forest("ponderosa-pine", "Ponderosa Pine"),
    _forest("cottonwood-willow", "Cottonwood/Willow"),
    _forest("aspen", "Aspen"),
    _forest("douglas-fir", "Douglas-fir"),
    _forest("krummholz", "Krummholz"),
    Workload("counties/unemployment/T100", "counties", "counties", located=True),
    Workload("relief/elevation/T100", "real", "relief", located=True),
    Workload("sst/month-03/T100", "real", "sea surface, March", located=True),
    Workload("sst/month-09/T100", "real", "sea surface, September", located=True),
    Workload("house/log-price/T100", "real", "house prices", located=True),
    Workload("walker/v/T100", "real", "Walker Lake, samples", located=True),
    Workload("lake/u/T100", "real", "Walker Lake, U", located=True),
    Workload("roads/planted/T100", "planted", "roads"),
)


def select_workloads(only: Iterable[str] = (), data: Path | None = None) -> tuple[Workload, ...]:
    """Return the workloads asked for, by name, graph or group; all that can run, for no name.

    Parameters
    ----------
    only
        Such as ``ba``, ``forest``, ``forest/aspen``, ``real``.
    data
        Folder of the maps; without it, or without their file, real fields are left out.
    """
    wanted = tuple(only)
    can_run = [w for w in WORKLOADS if _is_there(w, data)]
    if not wanted:
        return tuple(can_run)
    chosen: list[Workload] = []
    for word in wanted:
        found = [w for w in WORKLOADS if word in _words(w)]
        if not found:
            known = list(dict.fromkeys(name for w in WORKLOADS for name in _words(w)))
            meant = did_you_mean(word, known)
            raise ParameterError(f"no workload {word!r}: {meant}there are {', '.join(known)}")
        missing = [w for w in found if w not in can_run]
        if missing:
            raise ParameterError(
                f"{word} needs {missing[0].file} of a data folder: name the folder by --data"
            )
        chosen += found
    return tuple(dict.fromkeys(chosen))


def _is_there(workload: Workload, data: Path | None) -> bool:
    file = workload.file
    return file is None or (data is not None and (data / file).is_file())


def _words(workload: Workload) -> tuple[str, ...]:
    return workload.name, ProblemName.parse(workload.problem).graph, workload.group
