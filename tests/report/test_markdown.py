"""The Markdown twin says the same as the page."""

from __future__ import annotations

import re
from pathlib import Path

from cheapbandits.report import write_report
from cheapbandits.report.blocks import Document, Section, Table
from cheapbandits.report.markdown import escape, markdown_text
from cheapbandits.report.verdicts import badge_text, measured_text
from cheapbandits.studies.claims import Evidence
from tests.plots.samples import results_of
from tests.report.samples import HEADLINE, HOSTILE, MANIFEST, claims

BA = "ba/lowest/T150/c-theory"


def write(folder: Path, figures: dict[str, list[Path]]) -> str:
    _, twin = write_report(results_of([BA]), claims(), figures, MANIFEST, folder)
    return twin.read_text(encoding="utf-8")


def test_claims_verdicts_and_numbers_are_those_of_the_page(tmp_path: Path) -> None:
    lines = write(tmp_path, {}).splitlines()
    for claim in claims():
        row = (badge_text(claim.verdict), claim.claim, claim.where, measured_text(claim))
        assert "| " + " | ".join(map(escape, row)) + " |" in lines
    assert f"**{HEADLINE}**" in lines
    assert "| 0.143 \\[0.125, 0.167\\] x LinUCB |" in "\n".join(lines)


def test_bars_in_a_header_do_not_make_columns() -> None:
    text = markdown_text(
        Document("t", "l", (), (Section("s", "S", (Table("c", ("a", "||b||"), (("1", "2"),)),)),)),
        Path(),
    )
    assert "| a | \\|\\|b\\|\\| |" in text.splitlines()


def test_what_claims_say_is_text_and_never_markup(tmp_path: Path) -> None:
    text = write(tmp_path, {})
    assert "<script" not in text
    assert not re.search(r"(?<!\\)\]\(http", text)
    assert escape(HOSTILE) in text


def test_figures_are_files_beside_it(tmp_path: Path) -> None:
    files = [tmp_path / "my figures" / f"figure1.{suffix}" for suffix in ("svg", "png")]
    files[0].parent.mkdir()
    for file in files:
        file.write_bytes(b"<svg></svg>")
    assert "](my%20figures/figure1.png)" in write(tmp_path, {"figure1": files})


def test_fresh_runs_are_named_where_verdicts_rest_on_them(tmp_path: Path) -> None:
    results = results_of([BA])
    for evidence, told in ((Evidence(results), False), (Evidence(results, results, 0.9875), True)):
        _, twin = write_report(evidence, claims(), {}, MANIFEST, tmp_path)
        text = twin.read_text(encoding="utf-8")
        assert ("at 98.75 %" in text) == told
        assert "Slips and silences" in text
