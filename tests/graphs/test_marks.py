"""Numbers that stand for 'no value' (-9999 and its like) are asked about, never just taken."""

import sys

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign.importing import read_import
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import read_graph
from cheapbandits.graphs.marks import Mark, find_mark, nodata_of
from cheapbandits.graphs.repeated import find_repeated
from tests.graphs.test_rasters import heights, write_asc, write_tif

ROWS = [f"P{k},{k % 4},{k // 4},{5 + k / 10}" for k in range(12)]


def sites(path, *marked, mark="-9999"):
    rows = [
        row.rsplit(",", 1)[0] + f",{mark}" if k in marked else row for k, row in enumerate(ROWS)
    ]
    path.write_text("\n".join(["plot,x,y,zinc", *rows, ""]))
    return path


@pytest.mark.parametrize("mark", ["-9999", "-999", "-99999.0", "1e20", "9999", "-9.999e3", "-99"])
@pytest.mark.parametrize("marked", [(3,), (0, 4, 5, 9)])
def test_a_column_with_marks_is_asked_about(tmp_path, mark, marked):
    path = sites(tmp_path / "a.csv", *marked, mark=mark)
    graph = read_graph(path)
    for read in (read_values, read_import):
        with pytest.raises(cb.ParameterError) as refused:
            read(path, graph, column="zinc")
        said = str(refused.value)
        assert f"a.csv: line {marked[0] + 2}: {float(mark):g} " in said
        assert f"--nodata {float(mark):g}" in said
        assert "--nodata none" in said
    found = read_import(path, graph, column="zinc", nodata=float(mark))
    assert [row.nodes[0] for row in found.rows] == [k for k in range(12) if k not in marked]
    assert found.skipped == len(marked)
    assert len(read_import(path, graph, column="zinc", nodata=False).rows) == 12
    assert read_values(path, graph, "zinc", nodata=False)[marked[0]] == float(mark)
    with pytest.raises(cb.ParameterError, match=f"line {marked[0] + 2}: no value"):
        read_values(path, graph, "zinc", nodata=float(mark))


def test_files_of_values_and_of_readings_are_asked_about(tmp_path):
    graph, path = cb.grid(2, 3), tmp_path / "f.csv"
    path.write_text("1\n2\n-9999\n1.5\n-9999\n2\n")
    with pytest.raises(cb.ParameterError, match=r"line 3: -9999 stands in 2 of 6 rows.*1 to 2"):
        read_values(path, graph)
    path.write_text("nodes,reading\n0,1.5\n1,-9999\n")
    with pytest.raises(cb.ParameterError, match="line 3: -9999 "):
        read_import(path, graph)
    assert len(read_import(path, graph, nodata=-9999.0).rows) == 1
    path.write_text("nodes,reading\n0,-9999\n")
    with pytest.raises(cb.ParameterError, match="line 2: -9999 stands in 1 of 1 rows"):
        read_import(path, graph)


@pytest.mark.parametrize(
    "values",
    [
        [998.0, 999.0, 1004.0],  # pressures
        [0.0, 430.0, 999.0, 700.0, 870.0],  # a share in thousand
        [-12000.0, -9999.0, -8000.0],  # within the others
        [99.0, 3.0, 0.0, 99.0],  # percent
        [-9.0, 4.0],
        [1.0, 50.0, 250.0, 40.0],
        [1e20, 3e20, 2e19],
    ],
)
def test_values_that_may_well_be_true_are_taken(values):
    assert find_mark(np.array(values)) is None


def test_marks_rounded_by_single_precision_are_known():
    for mark in (-9999.9, 1e20, -3.4028235e38, 9.96921e36, -32768.0):
        found = find_mark(np.array([1.0, float(np.float32(mark)), 2.0]))
        assert found is not None, mark
        assert found.first == 1


@pytest.mark.parametrize("kind", ["tif", "asc"])
def test_cells_of_a_raster_that_says_nothing_of_them(tmp_path, kind):
    values = np.where(np.isnan(heights()), -999.0, heights())
    path = tmp_path / f"a.{kind}"
    if kind == "tif":
        write_tif(path, values, nodata=None)
    else:
        write_asc(path, values=values)
    with pytest.raises(cb.GraphError, match=r"-999 stands in 2 of 24 cells.*--nodata -999 "):
        read_graph(path)
    graph = read_graph(path, nodata=-999)
    assert graph.n_nodes == 22
    assert np.isfinite(read_values(path, graph, "1", nodata=-999)).all()
    assert read_graph(path, nodata=False).n_nodes == 24


def test_a_site_whose_place_is_a_mark_is_refused(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("\n".join(["plot,x,y,zinc", *ROWS, "P12,-9999,-9999,3"]))
    with pytest.raises(cb.GraphError, match=r"line 14: .*-9999.*no place"):
        read_graph(path)


@pytest.mark.parametrize("mark", [-3.4028234663852886e38, -9999.900390625, 9999999.0, 2147483647.0])
def test_what_the_question_advises_is_an_answer(tmp_path, mark):
    path = sites(tmp_path / "a.csv", 3, mark=repr(mark))
    graph = read_graph(path)
    with pytest.raises(cb.ParameterError) as refused:
        read_import(path, graph, column="zinc")
    advised = nodata_of(str(refused.value).partition("--nodata ")[2].split()[0])
    assert len(read_import(path, graph, column="zinc", nodata=advised).rows) == 11


NEAR = [21.1, 20.9, 21.0, 20.8, 21.2]


@pytest.mark.parametrize("mark", [-888.88, -7999, -127, 7999, -6999, 6553.5, -40404])
@pytest.mark.parametrize("others", [NEAR, [*NEAR, 29.5], [21.0, 21.0, 21.0]])
def test_whatever_a_logger_writes_again_and_far_off_is_asked_about(tmp_path, mark, others):
    values = [mark, *others[:2], mark, *others[2:]]
    graph, path = cb.grid(1, len(values)), tmp_path / "f.csv"
    rows = [f"{k},{value}" for k, value in enumerate(values)]
    path.write_text("\n".join(["node,value", *rows, ""]))
    for column in (None, "value"):
        with pytest.raises(cb.ParameterError, match=f"line 2: {mark:g} stands in 2 of .*--nodata"):
            read_import(path, graph, column=column)
        found = read_import(path, graph, column=column, nodata=float(mark))
        assert [row.reading for row in found.rows] == others
        assert len(read_import(path, graph, column=column, nodata=False).rows) == len(values)


@pytest.mark.parametrize(
    "values",
    [
        [-888.88, *NEAR],  # once
        [0, 0, *NEAR],  # nothing found
        [0.1, 0.1, *NEAR],  # a limit of detection
        [0, 0, 0, 0, 1, 1],
        [1, 2, 3, 25, 25],  # a hot place, measured twice
        [0.001, 0.5, 40, 0.5, 40],  # and found by the fuzzer
        [0.001, 0.002, 0.004, 800, 800],
        [-5, -5, 0.1, 0.4, 1, 1.2],
        [-20, -20, -3, 4, 6, 11],
        [-127, -127, -90, -80, -100],  # of a weak signal
        [5, 5],
        [],
    ],
)
def test_true_values_that_come_again_are_taken(values):
    assert find_repeated(values) is None


SCORES = [2.7, 4.8, 7.9, 5.9, 8.3, 6.2, 2.9, 4.0]


@pytest.mark.parametrize(
    ("values", "mark"),
    [
        ([99, 99, *SCORES], 99),
        ([-9, -9, *SCORES], -9),
        ([99.9, 99.9, *SCORES], 99.9),
        ([*SCORES, -9, 99, -9, 99], -9),  # two codes
        ([9, 9, *(score / 10 for score in SCORES)], 9),
        ([77, 77, 77, *SCORES], 77),  # three times, and ten ranges off
    ],
)
def test_nines_and_what_comes_a_third_time_are_asked_about_sooner(values, mark):
    found = find_repeated(values)
    assert found is not None
    assert found.value == mark
    assert found.count == values.count(mark)


@pytest.mark.parametrize(
    "values",
    [
        [99, *SCORES],  # once
        [9, 9, *SCORES],  # the next score
        [99, 99, 60, 71, 45, 33, 82],  # percent
        [1, 2, 3, 9, 9],  # few others
        [77, 77, *SCORES],
        [0.1, 0.1, 0.1, *NEAR],  # a limit of detection
        [0, 0, 0, *NEAR],  # test_zeros.py asks about these
        [30, 30, 30, *SCORES],
    ],
)
def test_and_such_as_lie_near_are_taken(values):
    assert find_repeated(values) is None


def test_two_values_in_all_are_no_marks():
    """What is far from others is told by how these differ; the fuzz found this one refused."""
    assert find_repeated([0.001, -3, -3, 0.001, 0.001]) is None
    assert find_repeated([0.5, 0.6, 0.7, -30, -30]) is not None


@pytest.mark.parametrize("mark", [-sys.float_info.max, sys.float_info.max, -3.4028234663852886e38])
def test_the_number_that_is_advised_is_taken(mark):
    """Seen: rounded to ten digits the largest number there is was none."""
    said = Mark(mark, first=4, count=2, of=6, low=1.0, high=3.0).asked()
    advised = said.partition("--nodata ")[2].split()[0]
    assert nodata_of(advised) == pytest.approx(mark)
