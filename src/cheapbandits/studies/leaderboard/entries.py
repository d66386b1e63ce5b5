"""Who takes part, with which budget and in how many runs: the leaderboard's table of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cheapbandits.policies.registry import policy_class, policy_names
from cheapbandits.studies.cell import Cell, PolicyName
from cheapbandits.studies.leaderboard.workloads import Workload
from cheapbandits.studies.observed import Watch

__all__ = [
    "BOARD_WATCH",
    "CHEAP",
    "FINDER",
    "FULL",
    "PACED",
    "SPECTRAL",
    "board_cells",
    "contenders",
]

CHEAP, SPECTRAL = "CheapUCB", "SpectralUCB"
#: At CheapUCB's cost; with a unit of cost a round, as SpectralUCB pays; to find the place.
PACED, FULL, FINDER = "PacedKG(budget=cheap)", "PacedKG(budget=T)", "Finder(budget=T)"
#: The budgets of policies that plan with one.
BUDGETS = {"PacedKG": ("cheap", "T"), "Finder": ("T",)}
#: Those that the targets are about: they get all runs, the others a third.
MAIN = ("CheapUCB", "SpectralUCB", "PacedKG", "Finder")
FEWER = 3
#: Policies that need to know where the nodes lie.
LOCATED = ("CoordinatesGP",)
#: Runs of random graphs; a real field, of which there is one, gets a third.
RUNS = 30
#: After so many readings the policies are asked how sure they are.
BOARD_WATCH = Watch(checkpoints=(15, 30, 60, 100), assessed=(CHEAP, PACED, FINDER))


def contenders(names: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the policies of the board as cells name them; all that are registered, for no name.

    A policy that plans with a budget takes part once for each of its budgets. One that is named
    with settings, such as ``CheapUCB(smoothness=0.1)``, takes part as it is.
    """
    found: list[str] = []
    for name in dict.fromkeys(names) or policy_names():
        parsed = PolicyName.parse(name)
        policy_class(parsed.kind)  # says so where there is none
        budgets = BUDGETS.get(parsed.kind, ())
        if not budgets or "budget" in parsed.settings:
            found.append(str(parsed))
        else:
            settings = parsed.settings
            found += [str(PolicyName(parsed.kind, settings | {"budget": b})) for b in budgets]
    return tuple(dict.fromkeys(found))


def board_cells(
    workloads: Sequence[Workload], policies: Sequence[str], *, runs: int = RUNS, seed: int = 0
) -> list[Cell]:
    """Return the cells of a board.

    Parameters
    ----------
    workloads, policies
        As :func:`select_workloads` and :func:`contenders` return them.
    runs
        Draws of each random graph; real fields get a third of them, at least 2, and so do, once
        more, the policies that no target is about.
    seed
        Number of the first run.
    """
    cells = []
    for workload in workloads:
        most = runs if workload.group == "random" else _fewer(runs)
        for policy in policies:
            kind = PolicyName.parse(policy).kind
            if kind in LOCATED and not workload.located:
                continue
            n = most if kind in MAIN else _fewer(most)
            cells += [Cell(workload.problem, policy, k) for k in range(seed, seed + n)]
    return cells


def _fewer(runs: int) -> int:
    return max(2, -(-runs // FEWER))
