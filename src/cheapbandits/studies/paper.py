"""The paper's experiments as tables of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from cheapbandits.errors import ParameterError
from cheapbandits.fields.clusterings import N_CLUSTERINGS
from cheapbandits.fields.forest import COVER_TYPES
from cheapbandits.studies.cell import Cell, PolicyName, ProblemName
from cheapbandits.text import did_you_mean

__all__ = [
    "FUTURE",
    "POLICIES",
    "Study",
    "by_smoothness",
    "cells_of",
    "clique_fields",
    "group_of",
    "paper_studies",
    "select_studies",
    "split_group",
]

POLICIES = ("CheapUCB", "SpectralUCB", "LinUCB")
#: The paper's first future work, cheap sensing for linear bandits, beside its own three.
FUTURE = ("CheapLinUCB",)
RANDOM_GRAPHS = ("ba", "er", "sbm")
#: The text says T = 150, Figure 1's caption T = 100; the forest figures have T = 100.
HORIZONS = (150, 100)
FOREST_HORIZON = 100
#: The paper never gives c. On simulated fields ``||alpha*||_Lambda`` is known, as its theorems ask;
#: on the forest it makes every policy explore to the end, and c = 1 shows what the paper shows.
RANDOM_SMOOTHNESS, FOREST_SMOOTHNESS = "theory", "1"
#: What the paper does not say: c, and the horizon between powers of two.
OTHER_SMOOTHNESS = ("0.1", "0.3", "1", "3", "10", "theory")
OTHER_HORIZONS = (64, 65, 96, 127, 128, 129, 192, 249)
#: Does CheapUCB's regret a round fall as the horizon grows? With c = 1, where policies learn.
LONG_HORIZONS, LONG_SMOOTHNESS = (128, 256, 512, 1024, 2048), "1"
#: The forest in twenty clusterings, a run each: intervals cover the clustering, not ties and noise
#: alone. Its reward can be read as the share of the type's rows, its neighbours as alike in reward.
FOREST, SHARE, ALIKE = "forests", "-share", "forests-alike"
#: The lower bound's construction: numbers of cliques and horizons.
CLIQUES, CLIQUE_HORIZONS = (2, 4, 8, 16), (128, 512, 2048)
#: The horizon at which every field of the construction is run, for its maximum.
EVERY_FIELD_HORIZON = 512
#: Its noise, which the policies are told.
CLIQUE_SETTINGS = {"noise": "1"}
#: The policies' own c, which their names need not say.
DEFAULT_SMOOTHNESS = "1"


@dataclass(frozen=True)
class Study:
    """A named table of cells."""

    name: str
    title: str
    cells: tuple[Cell, ...]


def paper_studies(*, runs: int = 100, seed: int = 0) -> dict[str, Study]:
    """Return every study of the reproduction.

    Parameters
    ----------
    runs
        Runs of the paper's own figures; what is asked beside them takes a fifth. On the forest a
        run is a clustering, and there are twenty.
    seed
        Number of the first run.
    """
    seeds = range(seed, seed + runs)
    few = range(seed, seed + max(2, runs // 5))
    lands = seeds[:N_CLUSTERINGS]
    studies = [
        Study("ba", "Figure 1 a, b: Barabasi-Albert graphs", _random("ba", seeds)),
        Study("er", "Figure 1 c, d: Erdos-Renyi graphs", _random("er", seeds)),
        Study("sbm", "Figure 2 a, b: stochastic block model", _random("sbm", seeds)),
        Study(
            "forest",
            "Figure 2 c, d: forest, Cottonwood/Willow",
            _forest(["cottonwood-willow"], lands),
        ),
        Study(
            "forest-all",
            "Figure 3: forest, all seven cover types",
            _forest(COVER_TYPES, lands),
        ),
        Study(
            "forest-share",
            "Forest, the other reading of the reward",
            _shares(few),
        ),
        Study("sensitivity", "What the paper does not say: c, support, T", _sensitivity(few)),
        Study("horizons", "Corollary 1: regret a round as T grows", _horizons(few)),
        Study("raw-cost", "Section 3.3: the cost s'Ls as it stands", _raw_cost(few)),
        Study("cliques", "Proposition 1: disjoint cliques", _cliques(few)),
    ]
    return {study.name: study for study in studies}


def select_studies(studies: dict[str, Study], names: Iterable[str]) -> tuple[Study, ...]:
    """Return the named studies (all, for no name), or say which name is nearest."""
    chosen = []
    for name in names:
        if name not in studies:
            meant = did_you_mean(name, list(studies))
            raise ParameterError(f"no study {name!r}: {meant}there are {', '.join(studies)}")
        chosen.append(studies[name])
    return tuple(chosen) or tuple(studies.values())


def group_of(graph: str, field: str, horizon: int, smoothness: str, cost: str = "") -> str:
    """Return the group of a problem whose policies share ``c``: what the paper compares.

    Examples
    --------
    >>> group_of("ba", "lowest", 150, "theory")
    'ba/lowest/T150/c-theory'
    >>> group_of("ba", "lowest", 150, "1", cost="laplacian")
    'ba/lowest/T150/c-1@laplacian'
    """
    return f"{ProblemName(graph, field, horizon)}/c-{smoothness}" + (f"@{cost}" if cost else "")


def split_group(group: str) -> tuple[str, str]:
    """Return the problem and the ``c`` of a group."""
    problem, _, smoothness = group.partition("@")[0].rpartition("/c-")
    return problem, smoothness


def cells_of(group: str, policies: Iterable[str], seeds: Iterable[int]) -> tuple[Cell, ...]:
    """Return the cells of a group, for these policies and seeds.

    Examples
    --------
    >>> [cell.id for cell in cells_of("ba/lowest/T150/c-theory", ["LinUCB"], [7])]
    ['ba/lowest/T150/LinUCB(smoothness=theory)/007']
    """
    problem, smoothness = split_group(group)
    named = [_policy(kind, smoothness, {}) for kind in policies]
    return tuple(Cell(problem, policy, seed) for policy in named for seed in seeds)


def by_smoothness(cell: Cell) -> tuple[str, str]:
    """File a cell under its problem and ``c``, with the plain name of its policy.

    Examples
    --------
    >>> by_smoothness(Cell("ba/lowest/T150", "CheapUCB(smoothness=theory)", 0))
    ('ba/lowest/T150/c-theory', 'CheapUCB')
    """
    policy = PolicyName.parse(cell.policy)
    smoothness = policy.settings.get("smoothness", DEFAULT_SMOOTHNESS)
    cost = policy.settings.get("cost", "")
    return f"{cell.problem}/c-{smoothness}" + (f"@{cost}" if cost else ""), policy.kind


def _table(
    graphs: Iterable[str],
    fields: Iterable[str],
    horizons: Iterable[int],
    smoothness: Iterable[str],
    seeds: Iterable[int],
    policies: Iterable[str] = POLICIES,
    settings: dict[str, str] | None = None,
) -> tuple[Cell, ...]:
    problems = [str(ProblemName(*row)) for row in product(graphs, fields, horizons)]
    named = [_policy(kind, c, settings or {}) for c in smoothness for kind in policies]
    return tuple(Cell(*row) for row in product(problems, named, seeds))


def _policy(kind: str, smoothness: str, settings: dict[str, str]) -> str:
    own = {} if smoothness == DEFAULT_SMOOTHNESS else {"smoothness": smoothness}
    return str(PolicyName(kind, settings | own))


def _random(graph: str, seeds: Iterable[int]) -> tuple[Cell, ...]:
    return (
        *_table([graph], ["lowest"], HORIZONS, [RANDOM_SMOOTHNESS], seeds),
        *_table([graph], ["lowest"], HORIZONS[:1], [RANDOM_SMOOTHNESS], seeds, FUTURE),
    )


def _forest(cover_types: Iterable[str], seeds: Iterable[int]) -> tuple[Cell, ...]:
    settings = [FOREST_HORIZON], [FOREST_SMOOTHNESS], seeds
    return (
        *_table([FOREST], cover_types, *settings),
        *_table([FOREST], ["cottonwood-willow"], *settings, FUTURE),
    )


def _shares(seeds: Sequence[int]) -> tuple[Cell, ...]:
    """Return the forest with each type's rewards as shares of the type, and alike neighbours."""
    settings = [FOREST_HORIZON], [FOREST_SMOOTHNESS], seeds[:N_CLUSTERINGS]
    cottonwood = ("cottonwood-willow", f"cottonwood-willow{SHARE}")
    return (
        *_table([FOREST], [f"{name}{SHARE}" for name in COVER_TYPES], *settings),
        *_table([ALIKE], cottonwood, *settings),
    )


def _horizons(seeds: Iterable[int]) -> tuple[Cell, ...]:
    """Return the long runs; linear bandits only at the longest, where T > N and they learn."""
    two, linear = ("CheapUCB", "SpectralUCB"), ("LinUCB", *FUTURE)
    rows = [LONG_SMOOTHNESS], seeds
    return (
        *_table(RANDOM_GRAPHS, ["lowest"], LONG_HORIZONS, *rows, two),
        *_table(RANDOM_GRAPHS, ["lowest"], LONG_HORIZONS[-1:], *rows, linear),
    )


def _raw_cost(seeds: Iterable[int]) -> tuple[Cell, ...]:
    raw = {"cost": "laplacian"}
    rows = [100], [RANDOM_SMOOTHNESS], seeds, ("CheapUCB", "SpectralUCB"), raw
    return _table(RANDOM_GRAPHS, ["lowest"], *rows)


def _sensitivity(seeds: Sequence[int]) -> tuple[Cell, ...]:
    main, *_ = HORIZONS
    lands = seeds[:N_CLUSTERINGS]
    return (
        *_table(RANDOM_GRAPHS, ["lowest"], [main], OTHER_SMOOTHNESS, seeds),
        *_table([FOREST], ["cottonwood-willow"], [FOREST_HORIZON], OTHER_SMOOTHNESS, lands),
        *_table(RANDOM_GRAPHS, ["random"], [main], [RANDOM_SMOOTHNESS], seeds),
        *_table(RANDOM_GRAPHS, ["lowest"], OTHER_HORIZONS, [RANDOM_SMOOTHNESS], seeds),
    )


def _cliques(seeds: Iterable[int]) -> tuple[Cell, ...]:
    drawn = [f"d{d}" for d in CLIQUES]
    every = [field for d in CLIQUES for field in clique_fields(d)]
    rows = ["theory"], seeds, ("CheapUCB", "SpectralUCB"), CLIQUE_SETTINGS
    return (
        *_table(["cliques"], drawn, CLIQUE_HORIZONS, *rows),
        *_table(["cliques"], every, [EVERY_FIELD_HORIZON], *rows),
    )


def clique_fields(dimension: int) -> list[str]:
    """Return the fields of the lower bound's construction, one a clique that may be the good one.

    Examples
    --------
    >>> clique_fields(2)
    ['d2-good0', 'd2-good1']
    """
    return [f"d{dimension}-good{good}" for good in range(dimension)]
