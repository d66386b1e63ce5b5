"""Verdicts follow from the numbers, in both directions."""

import json

import numpy as np
import pytest

from cheapbandits.fields.clusterings import Clustering
from cheapbandits.graphs import erdos_renyi
from cheapbandits.metrics import MeanInterval
from cheapbandits.studies.cell import Cell
from cheapbandits.studies.claims import (
    TOPICS,
    Claim,
    Evidence,
    Part,
    evaluate_claims,
    forest,
    setting,
    theorems,
    write_claims,
)
from cheapbandits.studies.claims.claim import (
    above,
    all_of,
    below,
    judge,
    not_contradicted,
    within,
)
from cheapbandits.studies.claims.costs import cost_claims
from cheapbandits.studies.claims.forest import forest_claims
from cheapbandits.studies.claims.local import certified
from cheapbandits.studies.claims.lower import lower_claims
from cheapbandits.studies.claims.random_graphs import random_graph_claims
from cheapbandits.studies.claims.regrets import regret_claims
from cheapbandits.studies.claims.theorems import largest_log_det
from cheapbandits.studies.paper import by_smoothness, paper_studies
from cheapbandits.studies.results import Results
from cheapbandits.studies.run import CellResult
from cheapbandits.theory import lower_bound
from tests.plots.samples import kind_and_rounds


def test_an_interval_decides_only_on_one_side_of_the_limit():
    assert above(MeanInterval(5, 4, 6), 4).verdict == "holds"
    assert above(MeanInterval(5, 4, 6), 7).verdict == "does not hold"
    assert above(MeanInterval(5, 4, 6), 5).verdict == "undecided"
    assert "contains the limit 5" in above(MeanInterval(5, 4, 6), 5).why
    assert below(MeanInterval(5, 4, 6), 6).verdict == "holds"
    assert below(MeanInterval(5, 4, 6), 3).verdict == "does not hold"
    assert below(MeanInterval(5, 4, 6), 5).verdict == "undecided"
    assert within(MeanInterval(1, 0.95, 1.05), 1, 0.1).verdict == "holds"
    assert within(MeanInterval(2, 1.9, 2.1), 1, 0.1).verdict == "does not hold"
    assert within(MeanInterval(1, 0.8, 1.05), 1, 0.1).verdict == "undecided"
    assert judge(False).verdict == "does not hold"


def test_a_loose_bound_is_not_said_to_hold():
    assert not_contradicted(1.01).verdict == "does not hold"
    assert not_contradicted(0.7).verdict == "holds"
    assert not_contradicted(0.1).verdict == "not contradicted"
    assert not_contradicted(7e-6).verdict == "not contradicted"


def test_one_failing_part_fails_the_sentence_and_is_named():
    good, bad = (Part.of(n, 0.1, judge(v)) for n, v in (("spruce", True), ("aspen", False)))
    open_one = Part.of("pine", MeanInterval(1, 0, 2), below(MeanInterval(1, 0, 2), 1))
    assert all_of([good]).verdict == "holds"
    assert all_of([good, open_one]).verdict == "undecided"
    ruling = all_of([good, open_one, bad])
    assert ruling.verdict == "does not hold"
    assert "aspen" in ruling.why
    assert "spruce" not in ruling.why


def invented(regret_of, runs=8, names=None):
    """Results of the paper's figures with the regrets one likes and the schedule's costs."""
    rng = np.random.default_rng(0)
    results = {}
    for name, study in paper_studies(runs=runs).items():
        for cell in study.cells if name in (names or FIGURES) else ():
            kind, rounds = kind_and_rounds(cell)
            told = regret_of(cell) if callable(regret_of) else regret_of[kind]
            a_round = told * rng.uniform(0.98, 1.02)
            cost = 0.6 if kind.startswith("Cheap") else 1.0
            results[cell] = CellResult((a_round,) * rounds, (cost,) * rounds, (1,) * rounds, 0.0)
    return Results(results, by_smoothness)


FIGURES = ("ba", "er", "sbm", "forest", "forest-all")
PAPERS_STORY = {"CheapUCB": 0.105, "SpectralUCB": 0.1, "LinUCB": 0.3, "CheapLinUCB": 0.3}
OPPOSITE = {"CheapUCB": 0.4, "SpectralUCB": 0.1, "LinUCB": 0.3, "CheapLinUCB": 0.4}
ABOUT_REGRET = (
    "random-slightly-worse",
    "random-better-than-lin",
    "sbm-same-regret",
    "forest-similar-regret",
    "forest-types-close",
    "forest-types-better-than-lin",
    "forest-saturates",
)


def judged(results):
    """Only what runs decide; the rest is exact and tested where it is computed."""
    evidence = Evidence(results)
    found = [*random_graph_claims(evidence), *forest_claims(evidence), *regret_claims(evidence)]
    return {claim.id: claim for claim in found}


def test_the_papers_story_makes_its_claims_hold():
    told = judged(invented(PAPERS_STORY))
    assert {claim: told[claim].verdict for claim in ABOUT_REGRET} == dict.fromkeys(
        ABOUT_REGRET, "holds"
    )
    assert told["random-saving"].verdict == "holds"
    assert told["random-saving"].unit.startswith("%")
    assert told["random-saving"].measured == pytest.approx(40, abs=1)


def test_the_opposite_story_makes_them_fail():
    told = judged(invented(OPPOSITE))
    assert {claim: told[claim].verdict for claim in ABOUT_REGRET} == dict.fromkeys(
        ABOUT_REGRET, "does not hold"
    )


def test_a_sentence_of_the_paper_is_one_row_and_cottonwood_has_one():
    told = judged(invented(PAPERS_STORY))
    parts = [part.name for part in told["forest-types-close"].parts]
    assert len(parts) == 6
    assert not any("ottonwood" in name for name in parts)
    assert len(told["random-slightly-worse"].parts) == 4
    assert sum("Cottonwood" in claim.claim and claim.topic == "regret" for claim in told.values())
    assert len(told["spectral-beats-lin"].parts) == 3 + 7


def test_spectral_ucb_can_lose_to_lin_ucb_on_one_type():
    def regret(cell):
        kind, _ = kind_and_rounds(cell)
        if "/aspen/" in cell.problem:
            return {"CheapUCB": 0.3, "SpectralUCB": 0.31, "LinUCB": 0.25}[kind]
        return PAPERS_STORY[kind]

    told = judged(invented(regret))
    assert told["spectral-beats-lin"].verdict == "does not hold"
    assert "aspen" in told["spectral-beats-lin"].note
    verdicts = {part.name: part.verdict for part in told["forest-types-close"].parts}
    assert verdicts["Aspen"] in ("holds", "ill-posed")  # no scale where LinUCB is better


@pytest.mark.parametrize(
    ("falls", "verdict"), [(False, "does not hold"), (True, "holds")], ids=["level", "falls"]
)
def test_corollary_1_needs_a_ratio_that_does_not_grow(falls, verdict):
    """SpectralUCB's regret a round falls like T^-1/2; CheapUCB's too, or it stays."""

    def regret(cell):
        kind, rounds = kind_and_rounds(cell)
        falling = rounds**-0.5
        return falling if kind == "SpectralUCB" or falls else 0.3

    told = judged(invented(regret, names=("horizons",), runs=20))
    assert told["corollary-1-regret"].verdict == verdict
    assert "floor" in told["corollary-1-regret"].note


def test_the_raw_cost_has_a_verdict_of_its_own():
    def cost(results):
        return {c.id: c for c in cost_claims(results)}

    told = cost(invented({"CheapUCB": 0.1, "SpectralUCB": 0.1}, names=("raw-cost",)))
    assert told["raw-saving"].verdict == "holds"
    assert told["raw-saving"].measured == pytest.approx(40)


def on_cliques(share_of):
    """Results on the lower bound's cliques with the multiples of the bound that one likes."""
    rng = np.random.default_rng(1)
    results = {}
    for cell in paper_studies(runs=20)["cliques"].cells:
        _, rounds = kind_and_rounds(cell)
        name = cell.problem.split("/")[1]
        d = int(name.removeprefix("d").partition("-")[0])
        a_round = share_of(name) * lower_bound(d, rounds) / rounds * rng.uniform(0.99, 1.01)
        results[cell] = CellResult((a_round,) * rounds, (1.0,) * rounds, (1,) * rounds, 0.0)
    return Results(results, by_smoothness)


@pytest.mark.parametrize(
    ("share_of", "verdict", "least"),
    [
        (lambda _: 0.9, "does not hold", 0.9),
        (lambda name: 1.2 if name.endswith("-good1") else 0.1, "holds", 1.2),
        (lambda _: 2.0, "holds", 1.5),  # the player who knows all but the place has the least
    ],
    ids=["below on every field", "above on one field", "uniform play"],
)
def test_the_lower_bound_is_about_the_worst_field(share_of, verdict, least):
    (claim,) = lower_claims(on_cliques(share_of))
    assert claim.verdict == verdict
    assert claim.measured == pytest.approx(least, rel=0.05)
    assert len(claim.parts) == 3 * 4


def test_linear_bandits_are_judged_where_they_learn():
    """In T < N rounds no policy could lose anything by averaging: that decides nothing."""
    short = judged(invented(PAPERS_STORY))["cheap-linear"]
    assert short.verdict == "not contradicted"

    def regret(cell, dear=0.35):
        kind, rounds = kind_and_rounds(cell)
        return dear if kind == "CheapLinUCB" and rounds > 250 else PAPERS_STORY[kind]

    names = (*FIGURES, "horizons")
    assert judged(invented(regret, 20, names))["cheap-linear"].verdict == "does not hold"
    cheap = invented(lambda cell: regret(cell, 0.3), 20, ("horizons",))
    assert judged(cheap)["cheap-linear"].verdict == "holds"


def test_a_certificate_that_falls_short_refutes_nothing():
    assert certified(1.6, 1.5).verdict == "holds"
    assert certified(1.4, 1.5).verdict == "undecided"


def test_no_probes_exceed_the_largest_log_det():
    """Filling up the smallest eigenvalues beats probes at random, and is reached by no less."""
    rng = np.random.default_rng(3)
    values = np.sort(rng.uniform(0.01, 3.0, 12))
    most = largest_log_det(values, 30)
    for _ in range(20):
        probes = rng.normal(size=(30, 12))
        probes /= np.linalg.norm(probes, axis=1, keepdims=True)
        reached = np.linalg.slogdet(np.diag(values) + probes.T @ probes)[1] - np.log(values).sum()
        assert reached < most
    level = (30 + values.sum()) / 12
    assert level > values[-1]
    assert most == pytest.approx(12 * np.log(level) - np.log(values).sum())


@pytest.fixture(scope="module")
def exact():
    """What needs draws but no runs."""
    return {c.id: c for c in evaluate_claims(Results({}))}


def test_what_needs_no_simulation_is_judged_always(exact):
    assert exact["cost-of-a-node"].verdict == "holds"
    assert exact["cost-bound"].verdict == "does not hold"
    assert "15, 16" in exact["cost-bound"].note
    assert exact["clique-lambda-2"].verdict == "holds"
    assert not any(claim.startswith(("random-", "sbm-same", "forest-")) for claim in exact)


@pytest.mark.parametrize(
    ("claim", "verdict", "measured"),
    [
        ("proposition-2", "does not hold", 2.58),
        ("cauchy-schwarz", "holds", 0.55),
        ("weak-smoothness", "not contradicted", 2.7e-5),
        ("block-model-confirms", "ill-posed", 0.2158),
        ("partition-hypothesis", "holds", 2.69),
        ("weaker-in-t", "does not hold", 20),
        ("cost-sum", "does not hold", 2000),
        ("cost-capped", "does not hold", 44),
        ("cost-follows", "does not hold", 0.25),
        ("remark-1", "does not hold", 6.7),
        ("lemma-log-det", "does not hold", 100),
        ("lemma-norm", "does not hold", 3.2),
        ("constant-reward", "does not hold", 250**0.5 / 10),
        ("dimension-small", "does not hold", 22.93),
        ("dimension-below-n", "holds", 0.1),
        ("dimension-stays", "holds", 7.26),
        ("parts-at-most-d", "does not hold", 18),
        ("arms", "does not hold", 4.5),
        ("n-indices", "holds", 250),
        ("node-crisper", "holds", 0.976),
        ("closer-is-better", "holds", 0.0783),
        ("lemma-dimension", "holds", 0.332),
    ],
)
def test_what_the_second_reading_found(exact, claim, verdict, measured):
    assert exact[claim].verdict == verdict
    assert exact[claim].measured == pytest.approx(measured, rel=0.02)
    assert exact[claim].unit


def test_every_number_has_a_unit_and_every_claim_a_topic(exact):
    assert all(claim.unit and claim.topic in TOPICS for claim in exact.values())


def test_ids_are_unique_and_the_file_is_plain_json(tmp_path, exact):
    claims = [*exact.values(), *judged(invented(PAPERS_STORY)).values()]
    assert len({c.id for c in claims}) == len(claims)
    nan, inf = float("nan"), float("inf")
    part = Part("p", nan, 0.0, inf, "ill-posed")
    odd = Claim("odd", "data", "a", "b", "c", "u", nan, -inf, 1.0, "ill-posed", "", (part,))
    write_claims([*claims, odd], tmp_path / "claims.json")
    rows = json.loads((tmp_path / "claims.json").read_text(), parse_constant=pytest.fail)
    wanted = {
        "id",
        "topic",
        "claim",
        "where",
        "unit",
        "measured",
        "low",
        "high",
        "verdict",
        "parts",
    }
    assert wanted <= set(rows[0])
    assert rows[-1]["measured"] is None
    assert rows[-1]["parts"][0]["high"] is None


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
    results = invented(PAPERS_STORY, runs=3)
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


@pytest.mark.parametrize(
    ("module", "name", "mutant", "judged_by", "verdict"),
    [
        (setting, "dimensions", lambda _: (3, 200), "_below_n", "does not hold"),
        (setting, "N_NODES", 249, "_indices_a_round", "does not hold"),
        (setting, "_largest_share", lambda _: 1.01, "_crisper", "does not hold"),
        (setting, "BLOCKS", (83, 83, 84), "_unchanged", "holds"),
        (
            setting,
            "stochastic_block_model",
            lambda *_, rng: _even(rng),
            "_unchanged",
            "does not hold",
        ),
        (setting, "RIDGE", 1e-6, "_at_most_d_parts", "holds"),
        (setting, "local_smoothness_gap", lambda *_, width: 1 / width, "_closer", "does not hold"),
        (theorems, "largest_log_det", lambda *_: 1e4, "_log_det_dimension", "does not hold"),
        (theorems, "largest_log_det", lambda *_: 1.0, "_log_det_dimension", "not contradicted"),
        (forest, "clustering", lambda _: _ramp(), "_neighbours_alike", "holds"),
        (forest, "PAPER_TOP_REWARD", 0.59, "_data", "holds"),
    ],
)
def test_each_exact_claim_can_come_out_otherwise(
    monkeypatch, module, name, mutant, judged_by, verdict
):
    """Other data, or another limit, and the verdict is another: what is judged is the number."""
    monkeypatch.setattr(module, name, mutant)
    for draws in ("DRAWS", "DIMENSION_DRAWS"):
        if hasattr(module, draws):
            monkeypatch.setattr(module, draws, 3)
    judge_it = getattr(module, judged_by)
    found = next(judge_it(Results({}))) if judged_by == "_data" else judge_it()
    assert found.verdict == verdict


def _even(rng):
    """A graph without blocks."""
    return erdos_renyi(250, 0.3, rng=rng)


def _ramp():
    """A chain of clusters along which every cover type changes slowly."""
    chain = np.column_stack([np.arange(39), np.arange(1, 40)])
    return Clustering(chain, np.add.outer(np.arange(40), 10 * np.arange(7)) ** 2 + 1)
