"""The paper's claims, each judged by code."""

from cheapbandits.studies.claims.claim import Claim, Verdict, write_claims
from cheapbandits.studies.claims.costs import cost_claims
from cheapbandits.studies.claims.forest import forest_claims
from cheapbandits.studies.claims.random_graphs import (
    PAPER_EIGENVALUES,
    block_model_eigenvalues,
    random_graph_claims,
)
from cheapbandits.studies.claims.theorems import theorem_claims
from cheapbandits.studies.results import Results

__all__ = [
    "PAPER_EIGENVALUES",
    "Claim",
    "Verdict",
    "block_model_eigenvalues",
    "evaluate_claims",
    "write_claims",
]


def evaluate_claims(results: Results) -> list[Claim]:
    """Return every claim that the results can judge, in the paper's order."""
    return [
        *cost_claims(),
        *theorem_claims(results),
        *random_graph_claims(results),
        *forest_claims(results),
    ]
