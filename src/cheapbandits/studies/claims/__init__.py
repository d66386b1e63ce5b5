"""The paper's claims, each judged by code."""

from cheapbandits.studies.claims.across import Row, across_smoothness
from cheapbandits.studies.claims.claim import TOPICS, Claim, Part, Topic, Verdict, write_claims
from cheapbandits.studies.claims.costs import cost_claims
from cheapbandits.studies.claims.forest import forest_claims
from cheapbandits.studies.claims.local import local_claims
from cheapbandits.studies.claims.lower import lower_claims
from cheapbandits.studies.claims.position import Evidence
from cheapbandits.studies.claims.random_graphs import random_graph_claims
from cheapbandits.studies.claims.regrets import regret_claims
from cheapbandits.studies.claims.setting import setting_claims
from cheapbandits.studies.claims.spectra import (
    PAPER_EIGENVALUES,
    block_model_eigenvalues,
    spectrum_claims,
)
from cheapbandits.studies.claims.theorems import theorem_claims
from cheapbandits.studies.results import Results

__all__ = [
    "PAPER_EIGENVALUES",
    "TOPICS",
    "Claim",
    "Evidence",
    "Part",
    "Row",
    "Topic",
    "Verdict",
    "across_smoothness",
    "block_model_eigenvalues",
    "evaluate_claims",
    "write_claims",
]


def evaluate_claims(evidence: Results | Evidence) -> list[Claim]:
    """Return every claim that the results can judge, by topic and in the paper's order."""
    if isinstance(evidence, Results):
        evidence = Evidence(evidence)
    results = evidence.results
    claims = [
        *random_graph_claims(evidence),
        *forest_claims(evidence),
        *regret_claims(evidence),
        *cost_claims(results),
        *theorem_claims(results),
        *local_claims(),
        *setting_claims(),
        *lower_claims(results),
        *spectrum_claims(),
    ]
    order = list(TOPICS)
    return sorted(claims, key=lambda claim: order.index(claim.topic))
