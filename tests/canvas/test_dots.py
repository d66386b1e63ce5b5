"""Means with intervals, drawn and in text."""

import pytest

from cheapbandits.canvas.dots import Dots, check_picture, draw_dots, save_dots, text_dots
from cheapbandits.errors import ParameterError

TWO = Dots("regret", ("Finder *", "$chance$"), (2.0, 8.0), (-1.0, 6.0), (3.0, 10.0))
INF = float("inf")


def test_the_picture_shows_each_mean_and_interval():
    figure = draw_dots([TWO, TWO], "soil")
    lines = figure.axes[0].lines
    assert [tuple(line.get_xdata()) for line in lines] == [(0, 3), (2,), (6, 10), (8,)]
    assert lines[1].get_color() != lines[3].get_color()  # the campaign's own stands out
    assert figure.axes[0].get_ylim()[0] > figure.axes[0].get_ylim()[1]  # from the top down


@pytest.mark.parametrize("name", ["d.png", "d.SVG", "d.pdf"])
def test_files_are_what_their_names_say(tmp_path, name):
    save_dots([TWO], tmp_path / name, "a title with $ signs $")
    begins = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[name[2:].lower()]
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_what_cannot_be_written_is_refused_before_the_work(tmp_path):
    with pytest.raises(ParameterError, match=r"\.png, \.svg, \.pdf; got 'd\.txt'"):
        check_picture(tmp_path / "d.txt")
    with pytest.raises(ParameterError, match="no folder"):
        check_picture(tmp_path / "none" / "d.png")


def test_text_for_odd_numbers():
    """One run has no interval; nothing may be 0 everywhere."""
    one = Dots("regret", ("a", "b"), (1.0, 4.0), (-INF, -INF), (INF, INF))
    assert text_dots(one, 9) == ["a |  o", "b |        o"]
    none = Dots("regret", ("a", "b"), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
    assert text_dots(none, 9) == ["a |o", "b |o"]
    assert draw_dots([one, none]).axes
