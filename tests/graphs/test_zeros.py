"""Zeros that may mean that nothing was read are asked about; true ones are taken."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign.importing import read_import
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import read_graph
from cheapbandits.graphs.zeros import find_zero
from tests.graphs.test_rasters import write_tif

RNG = np.random.default_rng(4)
NARROW = [109.91, 112.3, 115.08, 111.2, 113.7, 110.4, 114.1, 112.9, 111.9]
SIGNALS = RNG.uniform(-73, -51, 36).round().tolist()


@pytest.mark.parametrize(
    ("values", "count"),
    [
        ([0, *NARROW[:4], 0, *NARROW[4:], 0], 3),
        ([*SIGNALS, 0, 0, 0, 0], 4),
        ([*SIGNALS, 0], 1),  # the hottest of all, with a probability of 98%
        ([*RNG.normal(-14, 3, 108), *[0.0] * 36], 36),  # backscatter, in dB
        ([*RNG.normal(14_800, 200, 108).round(), *[0] * 36], 36),
        ([*RNG.normal(-14, 3, 1_000), *[0.0] * 300], 300),  # of many cells some lie far out
        ([*RNG.normal(14_800, 200, 10_000).round(), *[0] * 300], 300),
        ([*NARROW * 3, 300.0, 0, 0, 0], 3),  # and a hot place
        ([0, 0, 0, 7.1, 7.3, 7.2, 7.05, 7.4], 3),  # pH
        ([0, 0, -8.1, -9.7, -8.8, -9.2, -8.5], 2),
    ],
)
def test_zeros_that_are_like_no_other_value_are_asked_about(values, count):
    found = find_zero(values)
    assert found is not None
    assert found.count == count
    assert "--nodata 0 (nodata=0 in Python" in found.asked()
    assert "far from all others" in found.asked()


@pytest.mark.parametrize(
    "values",
    [
        [0, 1, 2, 5, 0, 3, 0, 1, 0],  # counts
        [0] * 20 + [1] * 4 + [2, 3],
        [0] * 30 + [1] * 60 + [2, 2, 3],
        [0] * 9 + [40] * 60 + [41, 60, 75],
        [0] * 30 + [-1] * 60 + [-2, -2, -3],
        (-np.maximum(0, RNG.normal(0.8, 0.6, 400))).tolist(),  # many of them 0
        [0.0] * 12 + RNG.gamma(1.0, 6.0, 12).round(1).tolist(),  # rain
        [0] * 5 + RNG.poisson(400, 40).tolist(),  # traffic, and streets without any
        [0] * 20 + RNG.lognormal(3, 1, 20).tolist(),
        [0] * 4 + RNG.lognormal(0, 2, 60).tolist(),
        [0] * 6 + RNG.normal(100, 15, 40).tolist(),  # a hurdle, but no narrow range
        [0, 0, *NARROW],  # twice only
        [0, 0, 0, 5, 5, 5, 5, 5],  # yes and no
        [0, 0, 0, 100, 100, 50, 75, 100],
        [0, 0, 0, 1, 1, 1],
        RNG.normal(0, 1, 30).round(1).tolist(),  # of both signs
        [0, -1, 3, 0, 0, 2, -2, 1],
        [0.0, -0.4, -3.1, -12.5, -7.2, -1.8, 0.0],  # a winter's temperatures
        [0, 0, 0, -0.2, -0.5, -0.9, -1.2, -0.4],  # water below ground, and at its surface
        [0, 0, 0, -1, -1, -1, -1, -1, -2, -1, -3],  # changes of a class
        [0, 0, 0, -1, -2, -5, -3, -4],
        [-40, -25, -3, -60, -11, 0, 0],  # below sea level
        [0.0, *RNG.uniform(-60, -10, 30)],
        [0.0, -20, -10, -3, -6, -12],  # dB below the strongest
        [0, -3.1, -2.9, -3.0],  # too few
        [0, 0, 0, -0.49, -0.99, -0.8, -0.7, -0.6],
        [0, 0, 0],
        [],
    ],
)
def test_true_zeros_are_taken(values):
    assert find_zero(values) is None


@pytest.mark.parametrize("others", [NARROW, [-value for value in NARROW]])
def test_both_answers_are_heard(put_rows, others):
    values = [0, *others[:4], 0, *others[4:], 0]
    path = put_rows("node,value", *(f"{k},{value}" for k, value in enumerate(values)))
    graph = cb.grid(1, len(values))
    for read in (read_import, read_values):
        with pytest.raises(cb.ParameterError, match=r"line 2: 0 stands in 3 of 12 rows, far from"):
            read(path, graph, column="value")
        assert len(getattr(found := read(path, graph, column="value", nodata=False), "rows", found))
    found = read_import(path, graph, column="value", nodata=0)
    assert [row.reading for row in found.rows] == others
    assert found.skipped == 3


@pytest.mark.parametrize("kind", ["uint16", "float32"])
def test_cells_of_a_border_that_nothing_is_said_of(tmp_path, kind):
    middle, width = (14_800, 200) if kind == "uint16" else (-14, 3)
    cells = RNG.normal(middle, width, (12, 12)).astype(kind)
    cells[:3] = 0
    path = write_tif(tmp_path / "a.tif", cells, nodata=None, dtype=str(cells.dtype))
    with pytest.raises(cb.GraphError, match=r"band '1': 0 stands in 36 of 144 cells.*--nodata 0 "):
        read_graph(path)
    graph = read_graph(path, nodata=0)
    assert graph.n_nodes == 108
    assert np.isfinite(read_values(path, graph, "1", nodata=0)).all()
    whole = read_graph(path, nodata=False)
    assert whole.n_nodes == 144
    with pytest.raises(cb.ParameterError, match=r"0 stands in 36 of 144"):
        read_import(path, whole, column="1")


def test_a_border_of_zeros_that_a_mask_or_a_tag_leaves_out(tmp_path):
    cells = RNG.normal(14_800, 200, (12, 12)).astype("uint16")
    cells[:3] = 0
    plain = write_tif(tmp_path / "b.tif", np.ones((12, 12), "uint16"), nodata=None)
    mask = write_tif(tmp_path / "a.tif", cells, nodata=None, dtype=str(cells.dtype))
    assert read_graph(plain, mask_layer=str(mask)).n_nodes == 108
    assert read_graph(write_tif(tmp_path / "c.tif", cells, nodata=0)).n_nodes == 108
