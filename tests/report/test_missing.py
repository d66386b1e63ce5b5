"""What was not run is left out; the rest stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from cheapbandits.plots.paper import FIGURE_TITLES
from cheapbandits.report import write_report
from cheapbandits.report.content import build_document
from cheapbandits.report.sentences import sentence
from cheapbandits.report.verdicts import headline
from cheapbandits.studies.paper import by_smoothness, paper_studies
from tests.plots.samples import results_of
from tests.report.samples import MANIFEST, claims


def test_nothing_at_all_still_makes_a_page(tmp_path: Path) -> None:
    page, twin = write_report(results_of([]), [], {}, {}, tmp_path / "new")
    assert "No claim was judged." in page.read_text(encoding="utf-8")
    assert "No claim was judged." in twin.read_text(encoding="utf-8")


def test_eigenvalues_stand_only_beside_the_block_model() -> None:
    def sections(group: str) -> list[str]:
        return [s.id for s in build_document(results_of([group]), claims(), {}, {}).sections]

    assert "eigenvalues" not in sections("ba/lowest/T150/c-theory")
    assert "eigenvalues" in sections("sbm/lowest/T100/c-theory")


@pytest.mark.parametrize("study", list(paper_studies(runs=2)))
def test_each_study_alone(study: str, tmp_path: Path) -> None:
    groups = dict.fromkeys(by_smoothness(cell)[0] for cell in paper_studies(runs=2)[study].cells)
    results = results_of(groups, runs=2, policies=("CheapUCB", "SpectralUCB"))
    page, _ = write_report(results, claims(), {}, MANIFEST, tmp_path)
    assert "Final regret and cost" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("policies", [("LinUCB",), ("CheapUCB",), ("SpectralUCB", "LinUCB")])
@pytest.mark.parametrize("runs", [1, 3])
def test_sentences_cope_with_missing_policies_and_single_runs(
    policies: tuple[str, ...], runs: int
) -> None:
    groups = ["ba/lowest/T150/c-theory", "ba/lowest/T150/c-1", "forests/aspen/T100/c-1"]
    results = results_of(groups, runs=runs, policies=policies)
    for name in (*FIGURE_TITLES, "unknown"):
        assert isinstance(sentence(name, results), str)
    assert "nan" not in sentence("figure1", results)
    assert f"{policies[0]} " in sentence("figure1", results)


def test_headline_counts() -> None:
    assert headline([]) == "No claim was judged."
    assert headline(claims()[1:3]) == (
        "Regret, measured: 1 holds. Formulas and definitions: 1 not contradicted."
    )
