"""Figures as files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cheapbandits.metrics import mean_curve
from cheapbandits.plots import Line, Panel, save_panels, save_paper_figures
from cheapbandits.plots.layout import Sheet, save_sheet
from tests.plots.samples import all_results, results_of

pytest.importorskip("matplotlib")

PNG = b"\x89PNG"
BA = "ba/lowest/T150/c-theory"


def test_a_figure_is_written_in_both_formats(tmp_path: Path) -> None:
    """What there is to draw is in test_paper_data.py; by the same way each is written."""
    figures = save_paper_figures(results_of(["cliques/d2/T128/c-theory"]), tmp_path / "new")
    assert list(figures) == ["cliques"]
    png, svg = figures["cliques"]
    assert (png.name, svg.name) == ("cliques.png", "cliques.svg")
    assert png.read_bytes().startswith(PNG)
    assert "</svg>" in svg.read_text(encoding="utf-8")


@pytest.mark.thorough
def test_every_figure_is_written_in_both_formats(tmp_path: Path) -> None:
    figures = save_paper_figures(all_results(), tmp_path / "new")
    assert len(figures) == 8
    for name, files in figures.items():
        assert [file.name for file in files] == [f"{name}.png", f"{name}.svg"]
        png, svg = files
        assert png.read_bytes().startswith(PNG)
        assert "</svg>" in svg.read_text(encoding="utf-8")
    # The report has them in it, four bytes for three: it shall not be larger than 6 MB.
    assert sum(svg.stat().st_size for _, svg in figures.values()) * 4 / 3 < 5_500_000


def test_only_what_was_run_is_drawn(tmp_path: Path) -> None:
    figures = save_paper_figures(results_of([BA]), tmp_path, ["svg"])
    assert set(figures) == {"figure1", "theory"}
    assert sorted(file.name for file in tmp_path.iterdir()) == ["figure1.svg", "theory.svg"]


def test_a_single_run_is_drawn_without_bands(tmp_path: Path) -> None:
    groups = [BA, "ba/lowest/T150/c-1", "forests/aspen/T100/c-1", "cliques/d2/T128/c-theory"]
    figures = save_paper_figures(results_of(groups, runs=1), tmp_path, ["svg"])
    assert set(figures) == {"figure1", "figure3", "sensitivity", "theory", "cliques"}


def test_svg_is_the_same_each_time_and_keeps_its_text(tmp_path: Path) -> None:
    results = results_of([BA])
    first = save_paper_figures(results, tmp_path / "a", ["svg"])["figure1"][0].read_bytes()
    again = save_paper_figures(results, tmp_path / "b", ["svg"])["figure1"][0].read_bytes()
    assert first == again
    assert b"cumulative regret" in first
    assert b"SpectralUCB = LinUCB" in first


def test_the_legend_covers_no_panel(tmp_path: Path) -> None:
    from cheapbandits.plots import layout

    panel = Panel("(a) one", "regret", (Line("CheapUCB", mean_curve(np.ones((2, 9)))),))
    from cheapbandits.plots.curves import draw_panel

    figure = layout._draw(Sheet((panel, panel, panel), draw_panel))
    figure.canvas.draw()
    (legend,) = figure.legends
    bottom = legend.get_window_extent().y0
    assert len(figure.axes) == 3
    assert all(ax.get_window_extent().y1 < bottom for ax in figure.axes)


def test_panels_of_a_comparison_are_written_beside_each_other(tmp_path: Path) -> None:
    panel = Panel("one", "regret", (Line("CheapUCB", mean_curve(np.ones((2, 9)))),))
    files = save_panels([panel, panel], tmp_path / "comparison.png", formats=["svg"])
    assert files == [tmp_path / "comparison.svg"]
    assert files[0].exists()


def test_a_dot_in_a_name_is_no_suffix(tmp_path: Path) -> None:
    from cheapbandits.plots.curves import draw_panel

    panel = Panel("one", "regret", (Line("CheapUCB", mean_curve(np.ones((2, 9)))),))
    (file,) = save_sheet(Sheet((panel,), draw_panel), tmp_path / "v0.1", ["svg"])
    assert file.name == "v0.1.svg"
