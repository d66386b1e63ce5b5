"""Do the readings agree with the graph? Three numbers and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import logsumexp

if TYPE_CHECKING:
    from cheapbandits.belief.learned.large_belief import LargeBelief
    from cheapbandits.belief.learned.learned import LearnedBelief
    from cheapbandits.graphs import Graph

__all__ = ["Calibration", "calibrate"]

#: Log odds from which readings follow the graph, and below which they contradict it. On shuffled
#: fields they fall slowly (-5 to 4 after 100 readings), since some models are nearly white.
FOLLOWS, CONTRADICTS = 4.0, -1.0
#: Readings below which nothing is said.
FEW = 8
#: Standardised innovations beyond this are surprises; a Gaussian has 1 in 370.
SURPRISE = 3.0


@dataclass(frozen=True)
class Calibration:
    """What the readings say about the graph and the model.

    Attributes
    ----------
    energy
        Roughness of the estimated field, ``m'Lm / (m'm delta)`` about its mean: near 0 it follows
        the graph, near 1 neighbours have nothing in common.
    log_odds
        Log of how much better the readings are explained with the graph than without.
    innovation
        Root mean square of the standardised leave-one-place-out innovations; 1 is right, above 1
        the model is too sure.
    surprises
        Share of them beyond 3.
    verdict
        ``"follows"``, ``"contradicts"`` or ``"cannot tell"``.
    words
        The same in a sentence.
    """

    energy: float
    log_odds: float
    innovation: float
    surprises: float
    verdict: str
    words: str

    @property
    def widen(self) -> float:
        """By what deviations are to be multiplied where the model was too sure; at least 1."""
        return max(1.0, self.innovation)


def calibrate(graph: Graph, belief: LearnedBelief | LargeBelief) -> Calibration:
    """Compare the models that use the graph with the one that does not."""
    white = belief.prior.white_models
    logs = belief.evidence.log_weights() - belief.evidence.log_prior
    with_graph = logsumexp(logs[~white]) - np.log(np.count_nonzero(~white))
    without = logsumexp(logs[white]) - np.log(np.count_nonzero(white))
    odds = float(with_graph - without)
    innovations = belief.left_out().innovations
    size = float(np.sqrt(np.mean(innovations**2))) if len(innovations) else 1.0
    surprises = float(np.mean(np.abs(innovations) > SURPRISE)) if len(innovations) else 0.0
    verdict, words = _say(belief.count, odds, size, surprises)
    return Calibration(_energy(graph, belief), odds, size, surprises, verdict, words)


def _energy(graph: Graph, belief: LearnedBelief | LargeBelief) -> float:
    mean = belief.mean - belief.mean.mean()
    total = float(mean @ mean) * float(np.median(graph.degrees))
    return float(mean @ (graph.laplacian @ mean)) / total if total > 0 else 0.0


def _say(count: int, odds: float, size: float, surprises: float) -> tuple[str, str]:
    if count < FEW:
        return "cannot tell", f"{count} readings are too few to tell whether they follow the graph"
    if odds < CONTRADICTS:
        verdict = "contradicts"
        words = (
            "the readings contradict the graph: they are explained better by nodes that have "
            "nothing to do with each other; check the edges, or the order of the nodes"
        )
    elif odds > FOLLOWS:
        verdict, words = "follows", "the readings follow the graph"
    else:
        verdict = "cannot tell"
        words = "the readings do not tell yet whether neighbours are alike"
    if size > 1.5 or surprises > 0.1:
        words += "; places came out further from what the others foretold than the model allows"
    return verdict, words
