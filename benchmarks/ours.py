"""This package's side: a whole run with cold caches, and its rounds after set-up."""

from __future__ import annotations

from time import perf_counter

import numpy as np

import cheapbandits as cb
from benchmarks.problem import Problem

#: Scores closer than this to the top are ties, which engines may break by their rounding.
TIE = 1e-7


def whole_run(problem: Problem) -> cb.History:
    """Run CheapUCB from the bare weights; a new graph keeps nothing from an earlier run."""
    policy = cb.CheapUCB(cb.Graph(problem.weights), **problem.settings)
    return cb.simulate(policy, problem.field, noise=problem.noise, rng=problem.seed)


def one_round(problem: Problem, *, repetitions: int) -> float:
    """Return the seconds of an ask and a tell, averaged over all rounds; best of several runs."""
    return min(_one_round(problem) for _ in range(repetitions))


def _one_round(problem: Problem) -> float:
    readings = [row.reading for row in whole_run(problem)]
    policy = cb.CheapUCB(cb.Graph(problem.weights), **problem.settings)
    start = perf_counter()
    for reading in readings:  # the policy asks as it did, so the readings fit
        policy.tell(policy.ask(), reading)
    return (perf_counter() - start) / len(readings)


def n_disagreements(problem: Problem, history: cb.History, choices: list[int]) -> int:
    """Return in how many rounds another's choice was not a best one in our eyes.

    Both were told the same probes and readings, those of ``history``.
    """
    policy = cb.CheapUCB(cb.Graph(problem.weights), **problem.settings)
    wrong = 0
    for row, choice in zip(history, choices, strict=False):
        view = policy.belief.view(policy.family.at(row.width))
        wrong += not is_best(view.mean + policy.beta * view.deviation.upper, choice)
        policy.tell(policy.ask(), row.reading)
    return wrong


def is_best(scores: np.ndarray, choice: int) -> bool:
    """Return whether a choice has the largest score, up to ties."""
    top = float(scores.max())
    return bool(scores[choice] >= top - TIE * max(1.0, abs(top)))
