"""Rows: a whole CheapUCB run, set-up included, next to two eigenbasis implementations."""

from __future__ import annotations

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotri

import cheapbandits as cb
from benchmarks.clock import Contestant, best_of_each
from benchmarks.literal import Literal, follow
from benchmarks.ours import whole_run
from benchmarks.problem import Problem, forest, random_graph
from benchmarks.rank_one import RankOne
from benchmarks.row import AtLeast, AtMost, Row

LITERAL = "literal: full eigendecomposition, V inverted every round"
RANK_ONE = "eigendecomposition with rank-one updates"


def forest_rows(*, quick: bool = False) -> list[Row]:
    """2000 nodes, 100 rounds."""
    baselines = {LITERAL: (Literal, 1, AtLeast(100)), RANK_ONE: (RankOne, 2, AtLeast(10))}
    problem = forest(quick=quick)
    return [*_rows(problem, baselines, ours=6), _limit_row(problem)]


def random_rows(*, quick: bool = False) -> list[Row]:
    """250 nodes, 150 rounds."""
    baselines = {LITERAL: (Literal, 8, AtLeast(40)), RANK_ONE: (RankOne, 10, AtLeast(None))}
    return _rows(random_graph(quick=quick), baselines, ours=40, threads=(None, 1))


def _rows(
    problem: Problem, baselines: dict, *, ours: int, threads: tuple[int | None, ...] = (None,)
) -> list[Row]:
    history = whole_run(problem)
    wrong: dict[str, int] = {}

    def run(name: str, kind: type[Literal]) -> None:
        wrong[name] = follow(kind(problem), history)

    contestants = {"ours": Contestant(lambda: whole_run(problem), ours)}
    for name, (kind, repetitions, _) in baselines.items():
        contestants[name] = Contestant(lambda name=name, kind=kind: run(name, kind), repetitions)
    times = best_of_each(contestants, threads=threads)
    return [
        Row(
            f"Whole CheapUCB run, {problem.name}, set-up included",
            name,
            times["ours"],
            times[name],
            asked,
            note=f"best of {ours} and of {repetitions}; {agreement(wrong[name], len(history))}",
            right=wrong[name] == 0,
        )
        for name, (_, repetitions, asked) in baselines.items()
    ]


def _limit_row(problem: Problem) -> Row:
    """What any method pays that inverts ``L + ridge I`` densely: LAPACK's part alone."""
    laplacian = cb.Graph(problem.weights).laplacian.toarray(order="F")
    laplacian[np.diag_indices_from(laplacian)] += problem.settings.get("ridge", 0.01)

    def invert() -> None:
        factor, _ = dpotrf(laplacian, lower=1)
        dpotri(factor, lower=1, overwrite_c=1)

    contestants = {
        "ours": Contestant(lambda: whole_run(problem), 6),
        "lapack": Contestant(invert, 6),
    }
    times = best_of_each(contestants)
    return Row(
        f"Whole CheapUCB run, {problem.name}, set-up included",
        "the limit: LAPACK's Cholesky inversion of L + ridge I alone",
        times["ours"],
        times["lapack"],
        AtMost(None),
        note="best of 6 each; the rest: effective dimension, mirrored half, rounds",
    )


def agreement(n_wrong: int, n_rounds: int) -> str:
    """Say in how many rounds the same probe was chosen."""
    return f"same probe, up to ties, in {n_rounds - n_wrong} of {n_rounds} rounds"
