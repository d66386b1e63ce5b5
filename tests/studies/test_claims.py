"""Verdicts follow from the numbers, in both directions."""

import json

import numpy as np
import pytest

from cheapbandits.metrics import MeanInterval
from cheapbandits.studies.cell import Cell
from cheapbandits.studies.claims import Claim, evaluate_claims, write_claims
from cheapbandits.studies.claims.claim import above, below, judge, within
from cheapbandits.studies.paper import by_smoothness, paper_studies
from cheapbandits.studies.results import Results
from cheapbandits.studies.run import CellResult
from tests.plots.samples import kind_and_rounds


def test_an_interval_decides_only_on_one_side_of_the_limit():
    assert above(MeanInterval(5, 4, 6), 4).verdict == "holds"
    assert above(MeanInterval(5, 4, 6), 7).verdict == "does not hold"
    assert above(MeanInterval(5, 4, 6), 5).verdict == "cannot be tested"
    assert "contains the limit 5" in above(MeanInterval(5, 4, 6), 5).why
    assert below(MeanInterval(5, 4, 6), 6).verdict == "holds"
    assert below(MeanInterval(5, 4, 6), 3).verdict == "does not hold"
    assert below(MeanInterval(5, 4, 6), 5).verdict == "cannot be tested"
    assert within(MeanInterval(1, 0.95, 1.05), 1, 0.1).verdict == "holds"
    assert within(MeanInterval(2, 1.9, 2.1), 1, 0.1).verdict == "does not hold"
    assert within(MeanInterval(1, 0.8, 1.05), 1, 0.1).verdict == "cannot be tested"
    assert judge(False).verdict == "does not hold"


def invented(regret_of, runs=8):
    """Results of all the paper's figures with the regrets one likes and the schedule's costs."""
    rng = np.random.default_rng(0)
    results = {}
    for name, study in paper_studies(runs=runs).items():
        for cell in study.cells if name not in ("sensitivity", "cliques") else ():
            kind, rounds = kind_and_rounds(cell)
            a_round = regret_of[kind] * rng.uniform(0.98, 1.02)
            cost = 0.6 if kind == "CheapUCB" else 1.0
            results[cell] = CellResult((a_round,) * rounds, (cost,) * rounds, (1,) * rounds, 0.0)
    return Results(results, by_smoothness)


def verdicts(regret_of):
    return {c.id: c.verdict for c in evaluate_claims(invented(regret_of))}


def test_the_papers_story_makes_its_claims_hold():
    told = verdicts({"CheapUCB": 0.105, "SpectralUCB": 0.1, "LinUCB": 0.2})
    for claim in ("ba-T150-slightly-worse", "er-T100-better-than-lin", "sbm-same-regret"):
        assert told[claim] == "holds"
    assert told["forest-aspen-better-than-lin"] == "holds"
    assert told["forest-similar-regret"] == "holds"
    assert told["ba-T150-saving"] == "holds"


def test_the_opposite_story_makes_them_fail():
    told = verdicts({"CheapUCB": 0.3, "SpectralUCB": 0.1, "LinUCB": 0.2})
    for claim in (
        "ba-T150-slightly-worse",
        "er-T100-better-than-lin",
        "sbm-same-regret",
        "forest-aspen-better-than-lin",
        "forest-similar-regret",
        "forest-saturates",
    ):
        assert told[claim] == "does not hold"


def test_what_needs_no_simulation_is_judged_always():
    told = {c.id: c for c in evaluate_claims(Results({}))}
    assert told["cost-of-a-node"].verdict == "holds"
    assert told["cost-falls"].verdict == "holds"
    assert told["cost-bound"].verdict == "does not hold"
    assert "15, 16" in told["cost-bound"].note
    assert told["clique-lambda-2"].verdict == "holds"
    assert not any(claim.startswith(("ba-T", "er-", "forest-")) for claim in told)


def test_ids_are_unique_and_the_file_is_plain_json(tmp_path):
    claims = evaluate_claims(invented({"CheapUCB": 0.1, "SpectralUCB": 0.1, "LinUCB": 0.2}))
    assert len({c.id for c in claims}) == len(claims)
    odd = Claim("odd", "a", "b", "c", float("nan"), -float("inf"), 1.0, "cannot be tested")
    write_claims([*claims, odd], tmp_path / "claims.json")
    rows = json.loads((tmp_path / "claims.json").read_text(), parse_constant=pytest.fail)
    assert {"id", "claim", "where", "measured", "low", "high", "verdict"} <= set(rows[0])
    assert rows[-1]["measured"] is None


def test_ratios_have_the_textbook_interval():
    """A ratio of paired means: exact when one is a multiple of the other."""
    group = "ba/lowest/T4"
    values = {
        "CheapUCB": [2.0, 4.0, 6.0],
        "SpectralUCB": [1.0, 2.0, 3.0],
        "LinUCB": [5.0, 1.0, 3.0],
    }
    cells = {
        Cell(group, policy, seed): CellResult((v / 4,) * 4, (1.0,) * 4, (1,) * 4, 0)
        for policy, row in values.items()
        for seed, v in enumerate(row)
    }
    results = Results(cells)
    twice = results.ratio(group, "CheapUCB", "SpectralUCB")
    assert (twice.mean, twice.low, twice.high) == pytest.approx((2.0, 2.0, 2.0))
    loose = results.ratio(group, "LinUCB", "SpectralUCB")
    residual = np.array(values["LinUCB"]) - 1.5 * np.array(values["SpectralUCB"])
    half = 4.30265 * residual.std(ddof=1) / 3**0.5 / 2.0
    assert loose.high - loose.mean == pytest.approx(half, rel=1e-5)
    assert results.difference(group, "LinUCB", "CheapUCB").mean == pytest.approx(-1.0)


def test_tidy_tables_hold_every_cell_and_round(tmp_path):
    results = invented({"CheapUCB": 0.1, "SpectralUCB": 0.1, "LinUCB": 0.2}, runs=3)
    runs, curves = results.runs_table(), results.curves_table()
    assert len(runs) == sum(
        len(results.seeds(g, p)) for g in results.groups for p in results.policies(g)
    )
    assert set(curves.groupby(["group", "policy"]).size()) == {100, 150}
    files = results.write(tmp_path, ("csv", "parquet"))
    assert sorted(f.name for f in files) == [
        "curves.csv",
        "curves.parquet",
        "runs.csv",
        "runs.parquet",
    ]
