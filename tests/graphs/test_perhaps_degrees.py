"""Degrees under ``x`` and ``y`` are a plane, with a note; grids of one's own have none."""

from __future__ import annotations

import numpy as np
import openpyxl
import pytest

from cheapbandits.graphs import read_graph


def table(x, y, head="Site,x,y", mark=","):
    rows = (f"P{k}{mark}{a}{mark}{b}" for k, (a, b) in enumerate(zip(x, y, strict=True)))
    return "\n".join([head.replace(",", mark), *rows, ""])


def fine(start, wide, digits, n=12):
    """Return numbers from a start on, as text with so many decimals."""
    return [f"{start + wide * (0.5 + 0.5 * np.sin(1.7 * k * (1 + start))):.{digits}f}"
            for k in range(n)]  # fmt: skip


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (fine(5.01, 0.02, 6), fine(60.02, 0.02, 6)),
        (fine(-93.5, 4, 4), fine(44.2, 3, 4)),
        (fine(-0.12, 0.05, 5), fine(51.5, 0.03, 5)),
        (fine(-124.5, 57, 6), fine(24.5, 24, 6)),  # the United States
        (fine(-9.5, 40, 4), fine(35.5, 34, 4)),  # Europe
        ([*fine(5.01, 0.02, 6)[:11], "5.02"], fine(60.02, 0.02, 15)),
    ],
)
def test_what_may_be_degrees_is_noted(put, tmp_path, x, y):
    (said,) = read_graph(put(table(x, y))).notes
    assert "may be longitude and latitude" in said
    assert "--crs EPSG:4326" in said
    assert read_graph(put(table(x, y)), crs="EPSG:4326").notes == ()
    assert read_graph(put(table(x, y, "Site,lon,lat"))).notes == ()
    east = {"x": "dł. geogr.", "y": "szer. geogr."}
    assert read_graph(put(table(x, y, "Site,dł. geogr.,szer. geogr.")), **east).notes == (said,)
    comma = table([a.replace(".", ",") for a in x], [b.replace(".", ",") for b in y], mark=";")
    assert read_graph(put(comma)).notes == (said,)
    book = openpyxl.Workbook()
    book.active.append(["Site", "x", "y"])
    for k, (a, b) in enumerate(zip(x, y, strict=True)):
        book.active.append([f"P{k}", float(a), float(b)])
    book.save(tmp_path / "t.xlsx")
    assert read_graph(tmp_path / "t.xlsx").notes == (said,)


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (fine(0, 100, 2), fine(0, 80, 2)),  # a field by tape
        (fine(50, 3, 3), fine(40, 3, 3)),  # to the millimetre
        (fine(0, 1, 16), fine(0, 1, 16)),  # drawn at random in a square
        (fine(0, 9, 8), fine(0, 9, 8)),
        (fine(-1, 2, 6), fine(-1, 2, 6)),
        (fine(0, 100, 6), fine(0, 100, 6)),
        (fine(330_238, 900, 4), fine(5_700_000, 900, 4)),
        (fine(512.3, 9, 4), fine(5541.2, 9, 4)),  # kilometres
        ([str(k) for k in range(12)], [str(k * k % 7) for k in range(12)]),
    ],
)
def test_grids_of_ones_own_are_not_noted(put, x, y):
    assert read_graph(put(table(x, y))).notes == ()


def test_metres_that_the_header_says_are_not_noted(put):
    x, y = fine(5.01, 0.02, 6), fine(60.02, 0.02, 6)
    assert read_graph(put(table(x, y, "Site,x (m),y (m)"))).notes == ()
