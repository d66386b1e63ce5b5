"""Where CheapUCB stands between the two others, and the final word on fresh seeds."""

import numpy as np
import pytest

from cheapbandits.metrics import MeanInterval
from cheapbandits.studies.claims import Evidence, across_smoothness
from cheapbandits.studies.claims.position import (
    LESS,
    MUCH,
    SAME,
    SLIGHT,
    beside,
    clear_of_lin,
    position,
    standing,
)
from cheapbandits.studies.decide import FIRST_SEED, decide, open_groups, questions
from cheapbandits.studies.paper import by_smoothness, cells_of, paper_studies
from cheapbandits.studies.results import Results
from cheapbandits.studies.run import CellResult
from tests.plots.samples import kind_and_rounds

BA = "ba/lowest/T150/c-theory"


def results_of(values, group=BA):
    """Results in which each policy has these final regrets, run by run."""
    cells = {}
    for policy, row in values.items():
        for cell, value in zip(cells_of(group, [policy], range(len(row))), row, strict=True):
            cells[cell] = CellResult((value,), (1.0,), (1,), 0.0)
    return Results(cells, by_smoothness)


def test_ends_of_the_scale():
    lin, spectral = [9.0, 12.0, 10.0], [2.0, 3.0, 1.0]
    for cheap, expected in ((spectral, 0.0), (lin, 1.0)):
        found = position(
            results_of({"CheapUCB": cheap, "SpectralUCB": spectral, "LinUCB": lin}), BA
        )
        assert found.mean == pytest.approx(expected)


def test_the_interval_covers_the_truth_as_often_as_it_says():
    """Drawn with a known position of 0.3: 95 % intervals of 60 runs, 150 times."""
    rng = np.random.default_rng(1)
    inside = 0
    for _ in range(150):
        shared = rng.normal(size=60)
        values = {
            "CheapUCB": 23 + shared + rng.normal(size=60),
            "SpectralUCB": 20 + shared + rng.normal(size=60),
            "LinUCB": 30 + rng.normal(size=60),
        }
        found = position(results_of(values), BA)
        inside += found.low <= 0.3 <= found.high
    assert 0.90 <= inside / 150 <= 0.99


def test_without_a_scale_the_question_is_ill_posed_unless_cheap_ucb_is_better():
    near = {"SpectralUCB": [5.0, 6.0, 7.0], "LinUCB": [5.1, 5.9, 7.0]}
    worse = Evidence(results_of({**near, "CheapUCB": [6.0, 7.0, 8.0]}))
    assert standing(worse, "x", BA, SLIGHT).verdict == "undecided"  # three runs do not tell
    equal = {"SpectralUCB": [5.0, 6.0, 7.0], "LinUCB": [5.01, 5.99, 7.0]}
    same = Evidence(results_of({**equal, "CheapUCB": [6.0, 7.0, 8.0]}))
    assert standing(same, "x", BA, SLIGHT).verdict == "ill-posed"
    better = Evidence(results_of({**near, "CheapUCB": [3.0, 4.0, 5.0]}))
    assert standing(better, "x", BA, SLIGHT).verdict == "holds"


def test_better_than_lin_ucb_needs_less_regret_and_not_only_a_position():
    def verdict(cheap, spectral, lin):
        rows = {"CheapUCB": cheap, "SpectralUCB": spectral, "LinUCB": lin}
        runs = {name: [mean, mean + 0.1, mean + 0.2] for name, mean in rows.items()}
        return clear_of_lin(Evidence(results_of(runs)), "x", BA).verdict

    assert verdict(12.0, 10.0, 20.0) == "holds"
    assert verdict(18.0, 10.0, 20.0) == "does not hold"  # too near to LinUCB
    assert verdict(19.4, 19.3, 20.0) == "does not hold"  # near to SpectralUCB, which is like LinUCB
    assert verdict(20.0, 20.0, 20.0) == "does not hold"


def test_ratio_and_median_stand_beside_it():
    values = {"CheapUCB": [2.0, 4.0, 30.0], "SpectralUCB": [2.0, 2.0, 10.0], "LinUCB": [40.0] * 3}
    words = beside(Evidence(results_of(values)), [("BA", BA)])
    assert "2.57" in words
    assert "median 2.00, 3 runs" in words


def test_the_limits_are_those_that_were_written_down():
    """Changing one after the fresh seeds were drawn must not go unseen."""
    assert (SAME, SLIGHT, MUCH, LESS) == (0.10, 0.25, 0.50, 0.90)
    assert FIRST_SEED == 1_000_000
    assert not any(
        cell.seed >= FIRST_SEED for study in paper_studies().values() for cell in study.cells
    )


def runner(asked, cheap_of):
    """Run nothing: regret comes from a formula and a little noise that belongs to the seed."""

    def run(cells):
        asked.append(len(cells))
        found = {}
        for cell in cells:
            kind, _ = kind_and_rounds(cell)
            noise = np.random.default_rng(cell.seed).normal(scale=4)
            means = {"CheapUCB": cheap_of(cell), "SpectralUCB": 20.0, "LinUCB": 40.0}
            regret = means[kind] + noise * (1 if kind == "CheapUCB" else 0.2)
            found[cell] = CellResult((regret,), (1.0,), (1,), 0.0)
        return found

    return run


def test_clear_questions_stop_at_the_first_look():
    asked = []
    evidence = decide(Results({}), runner(asked, lambda _: 20.0), looks=(20, 40, 80))
    assert asked == [len(questions()) * 3 * 20]
    assert open_groups(evidence) == []
    assert evidence.fresh_level == pytest.approx(1 - 0.05 / 3)


def test_a_question_on_its_limit_runs_to_the_cap_and_alone():
    """Only the undecided group is run on; its verdict stays open, and nobody else's changes."""

    def cheap(cell):
        return 25.0 if cell.problem == "ba/lowest/T100" else 20.0

    asked = []
    evidence = decide(Results({}), runner(asked, cheap), looks=(20, 40))
    assert asked == [len(questions()) * 3 * 20, len(questions()) * 3 * 20 + 3 * 20]
    assert open_groups(evidence) == ["ba/lowest/T100/c-theory"]
    assert evidence.fresh is not None
    assert len(evidence.fresh.final("ba/lowest/T100/c-theory", "LinUCB")) == 40
    assert len(evidence.fresh.final(BA, "LinUCB")) == 20


def test_fresh_runs_have_the_final_word():
    old = results_of({"CheapUCB": [30.0] * 3, "SpectralUCB": [20.0, 21, 22], "LinUCB": [40.0] * 3})
    fresh = decide(Results({}), runner([], lambda _: 20.0), looks=(20,)).fresh
    assert standing(Evidence(old), "x", BA, SLIGHT).verdict == "does not hold"
    assert standing(Evidence(old, fresh), "x", BA, SLIGHT).verdict == "holds"


def test_each_c_has_its_own_verdict():
    cells = {}
    for c, cheap in (("1", 20.0), ("3", 38.0)):
        values = {"CheapUCB": cheap, "SpectralUCB": 20.0, "LinUCB": 40.0}
        for policy, value in values.items():
            for cell in cells_of(f"ba/lowest/T150/c-{c}", [policy], range(4)):
                cells[cell] = CellResult((value + 0.1 * cell.seed,), (1.0,), (1,), 0.0)
    rows = {row.sentence: row for row in across_smoothness(Evidence(Results(cells, by_smoothness)))}
    (slightly,) = (row for name, row in rows.items() if name.startswith("Slightly"))
    assert {c: part.verdict for c, part in slightly.parts.items()} == {
        "1": "holds",
        "3": "does not hold",
    }
    assert isinstance(position(Results(cells, by_smoothness), "ba/lowest/T150/c-3"), MeanInterval)
