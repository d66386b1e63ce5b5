"""The figures' data, against results whose numbers are known."""

from __future__ import annotations

import numpy as np
import pytest

from cheapbandits.plots.bounds import GAP, GENERAL, THEOREM_1, WORST, theory_panels
from cheapbandits.plots.cliques import clique_panels, growth, references
from cheapbandits.plots.cover_types import cover_types_panel
from cheapbandits.plots.curves import coinciding
from cheapbandits.plots.horizons import horizon_panels
from cheapbandits.plots.names import COVER_TYPES, GRAPHS, describe_group
from cheapbandits.plots.paper import FIGURE_TITLES, paper_sheets
from cheapbandits.plots.paper_curves import FLOOR, figure1_panels, figure2_panels
from cheapbandits.plots.sensitivity import saved_percent, sensitivity_panels
from cheapbandits.studies.cell import ProblemName
from cheapbandits.studies.facts import DRAWS
from cheapbandits.studies.paper import POLICIES, by_smoothness, cells_of, paper_studies
from cheapbandits.studies.problems import draw_problem
from cheapbandits.studies.results import Results
from cheapbandits.theory import alpha_norm, averaging_floor, lower_bound
from tests.plots.samples import all_results, final, result_of, results_of

BA, ER = "ba/lowest/T150/c-theory", "er/lowest/T150/c-theory"


def test_figure1_has_the_papers_four_panels() -> None:
    panels = figure1_panels(results_of([BA, ER]))
    assert [panel.title[:3] for panel in panels] == ["(a)", "(b)", "(c)", "(d)"]
    assert [panel.ylabel for panel in panels] == ["cumulative regret", "cumulative cost"] * 2
    lines = {line.label: line.curve for line in panels[0].lines}
    assert set(lines) == {"CheapUCB", "SpectralUCB", "LinUCB", FLOOR}
    assert lines["CheapUCB"].final.mean == pytest.approx(final("CheapUCB", 150, 3))
    assert lines["CheapUCB"].final.low < lines["CheapUCB"].final.mean
    assert panels[1].lines[0].curve.final.mean == pytest.approx(75)


def test_a_panel_keeps_its_letter_when_its_neighbour_is_missing() -> None:
    panels = figure1_panels(results_of([ER]))
    assert [panel.title for panel in panels] == [f"({c}) {GRAPHS['er']}" for c in "cd"]
    forest = results_of(["forests/cottonwood-willow/T100/c-1"])
    assert [panel.title[:3] for panel in figure2_panels(forest)] == ["(c)", "(d)"]


def test_horizons_are_kept_apart() -> None:
    results = results_of([BA])
    assert figure1_panels(results, 100) == ()
    assert len(figure1_panels(results, 150)) == 2


def test_lines_that_coincide_are_named() -> None:
    regret, cost = figure1_panels(results_of([BA]))
    assert coinciding(regret) == ()
    assert coinciding(cost) == (("SpectralUCB", "LinUCB"),)
    four = figure1_panels(results_of([BA], policies=(*POLICIES, "CheapLinUCB")))[1]
    assert coinciding(four) == (("CheapUCB", "CheapLinUCB"), ("SpectralUCB", "LinUCB"))


def test_cover_types_are_numbered_as_in_the_paper() -> None:
    groups = [f"forests/{name}/T100/c-1" for name in ("krummholz", "spruce-fir")]
    (panel,) = cover_types_panel(results_of(groups))
    assert panel.rows == ("1 Spruce/Fir", "7 Krummholz")
    lin = panel.regrets["LinUCB"][0]
    assert lin is not None
    assert lin.mean == pytest.approx(final("LinUCB", 100, 3))
    assert list(COVER_TYPES) == _fields("forest-all")


def _fields(study: str) -> list[str]:
    cells = paper_studies(runs=2)[study].cells
    return list(dict.fromkeys(ProblemName.parse(cell.problem).field for cell in cells))


def test_sensitivity_compares_the_same_runs() -> None:
    """The paper's own setting has more runs; the first of them stand beside the others."""
    many, few = results_of([BA], runs=10), results_of(["ba/lowest/T150/c-1"], runs=2)
    both = type(many)({**many._results, **few._results}, by_smoothness)
    (panel,) = sensitivity_panels(both)
    cheap = panel.points[0]
    assert panel.ticks == (1.0,)
    assert cheap.intervals[0] == cheap.intervals[1]


def test_the_norm_of_alpha_lies_where_it_is_on_the_axis_of_c() -> None:
    groups = [f"ba/lowest/T150/c-{c}" for c in ("0.3", "3", "theory")]
    (panel,) = sensitivity_panels(results_of(groups, runs=2))
    norms = []
    for seed in range(DRAWS):
        graph, field = draw_problem("ba/lowest/T150", seed)
        norms.append(alpha_norm(graph, field, ridge=0.01))
    assert panel.mark is not None
    assert panel.mark[0] == pytest.approx(np.mean(norms))
    assert panel.points[0].x == pytest.approx(sorted([0.3, 3.0, panel.mark[0]]))


def test_sensitivity_shows_regret_a_round_against_the_horizon() -> None:
    panels = sensitivity_panels(
        results_of([f"er/lowest/T{t}/c-theory" for t in (64, 65, 129)], runs=2)
    )
    by_title = {panel.title: panel for panel in panels}
    rounds = by_title[f"(f) {GRAPHS['er']}"]
    assert rounds.ticks == (64,)
    assert rounds.points[0].x == (64, 65, 129)
    assert [i.mean for i in rounds.points[1].intervals] == pytest.approx([0.405] * 3)
    saving = by_title["(h) CheapUCB's saving"]
    assert [i.mean for i in saving.points[0].intervals] == pytest.approx([50] * 3)
    assert saving.guide is not None
    exact = dict(zip(saving.guide.x, saving.guide.y, strict=True))
    assert exact[65] > exact[64] + 20


def test_saving_of_a_group() -> None:
    saved = saved_percent(results_of([BA]), BA)
    assert (saved.mean, saved.low, saved.high) == pytest.approx((50, 50, 50))


def test_bounds_lie_in_order() -> None:
    (panel,) = theory_panels(results_of(["sbm/lowest/T150/c-theory"]))
    assert [line.label for line in panel.lines] == ["CheapUCB", "SpectralUCB"]
    ends = [panel.bounds[name][-1] for name in (WORST, THEOREM_1, GENERAL)]
    assert ends == sorted(ends)
    assert all((np.diff(values) >= 0).all() for values in panel.bounds.values())
    # lambda_(d+1) / lambda_d is below d^2 on the paper's block model: case (i) does not apply.
    assert GAP not in panel.bounds


def test_bounds_and_curves_are_of_the_same_draws() -> None:
    """Seeds far from 0: a bound of seed 0 would be another number."""
    group = "ba/lowest/T150/c-theory"
    cells = cells_of(group, ("CheapUCB", "SpectralUCB"), (41, 42))
    (panel,) = theory_panels(Results({cell: result_of(cell) for cell in cells}, by_smoothness))
    spreads = [np.ptp(draw_problem("ba/lowest/T150", seed)[1]) for seed in (41, 42)]
    assert panel.bounds[WORST][-1] == pytest.approx(150 * np.mean(spreads))
    assert panel.lines[0].curve.mean[-1] == pytest.approx(150 * (0.5 + 0.415))


def test_figure_1_has_the_floor_and_the_stages() -> None:
    regret, cost = figure1_panels(results_of([BA]))
    assert regret.stages == cost.stages == (8, 16, 32, 64, 128)
    assert regret.lines[-1].label == FLOOR
    floors = []
    for seed in range(3):
        floors.append(averaging_floor(*draw_problem("ba/lowest/T150", seed), 150)[-1])
    assert regret.lines[-1].curve.final.mean == pytest.approx(np.mean(floors))
    assert FLOOR not in [line.label for line in cost.lines]


def test_regret_a_round_against_long_horizons() -> None:
    groups = [f"er/lowest/T{t}/c-1" for t in (128, 512)]
    (panel,) = horizon_panels(results_of(groups, policies=("CheapUCB", "SpectralUCB"), runs=2))
    series = {points.label: points for points in panel.points}
    assert [i.mean for i in series["CheapUCB"].intervals] == pytest.approx([0.505] * 2)
    floors = [
        [averaging_floor(*draw_problem("er/lowest/T128", seed), t)[-1] / t for seed in range(2)]
        for t in (128, 512)
    ]
    found = [i.mean for i in series[FLOOR].intervals]
    assert found == pytest.approx(np.mean(floors, axis=1))


def test_cliques_are_multiples_of_their_own_bounds() -> None:
    groups = [f"cliques/d4/T{t}/c-theory" for t in (128, 512)]
    groups += [f"cliques/d4-good{i}/T512/c-theory" for i in range(4)]
    panels = clique_panels(results_of(groups, policies=("CheapUCB", "SpectralUCB")))
    assert [panel.policy for panel in panels] == ["CheapUCB", "SpectralUCB"]
    drawn = panels[0].drawn
    assert list(drawn) == [128, 512]
    assert drawn[512].dimensions == (4,)
    assert drawn[512].shares[0].mean == pytest.approx(0.51 * 512 / lower_bound(4, 512))
    (worst,) = panels[0].worst.shares
    assert worst.mean == pytest.approx(drawn[512].shares[0].mean)
    assert worst.low < drawn[512].shares[0].low  # four fields: wider, all together at 95 %


def test_a_field_that_was_not_run_leaves_no_maximum() -> None:
    groups = ["cliques/d4/T512/c-theory", "cliques/d4-good0/T512/c-theory"]
    panel, _ = clique_panels(results_of(groups, policies=("CheapUCB", "SpectralUCB")))
    assert panel.worst.shares == ()


def test_players_of_known_skill_stand_where_theory_says() -> None:
    lines = references()
    assert lines["uniform play"] == pytest.approx([2.0] * 4)
    assert lines["one clique, another is good"] == pytest.approx([4, 8 / 3, 16 / 7, 32 / 15])
    informed = np.array(lines["knows all but the place"])
    assert ((informed > 1.3) & (informed < 1.8)).all()


def test_growth_is_the_exponent() -> None:
    groups = [f"cliques/d2/T{t}/c-theory" for t in (128, 512, 2048)]
    # Equal regret in every round grows like T itself.
    panel, _ = clique_panels(results_of(groups, policies=("CheapUCB", "SpectralUCB")))
    assert growth(panel) == pytest.approx(1.0)


def test_everything_run_gives_every_figure() -> None:
    sheets = paper_sheets(all_results())
    assert list(sheets) == list(FIGURE_TITLES)
    assert [len(sheet.panels) for sheet in sheets.values()] == [4, 4, 4, 1, 3, 8, 4, 2]


def test_nothing_run_gives_no_figure() -> None:
    assert paper_sheets(results_of([])) == {}


@pytest.mark.parametrize("study", list(paper_studies(runs=2)))
def test_each_study_alone_gives_figures_and_names(study: str) -> None:
    groups = dict.fromkeys(by_smoothness(cell)[0] for cell in paper_studies(runs=2)[study].cells)
    policies = ("CheapUCB", "SpectralUCB")
    # The other reading of the forest's reward stands in a claim's note and in the table.
    drawn = bool(paper_sheets(results_of(groups, runs=2, policies=policies)))
    assert drawn == (study != "forest-share")
    assert all(describe_group(group) for group in groups)
