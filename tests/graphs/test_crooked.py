"""Borders that cross so often that to work them out would take hours are refused by an estimate."""

import numpy as np
import pytest

import cheapbandits as cb

shapely = pytest.importorskip("shapely")
pyogrio = pytest.importorskip("pyogrio")

from cheapbandits.graphs.files.crooked import crossings  # noqa: E402


def zigzag(n, *, turned):
    """Return a polygon like a comb of so many teeth, lying or standing."""
    along = np.arange(2 * n) * 0.5
    there = np.column_stack([along, np.where(np.arange(2 * n) % 2, n, 0.0)])
    comb = np.vstack([there, there[::-1] + np.array([0.25, 0.0])])
    return shapely.polygons(comb[:, ::-1] if turned else comb)


def tangle(n, seed=0):
    return shapely.polygons(np.random.default_rng(seed).uniform(0, 100, (n, 2)))


def counted(shapes):
    """Count the crossings of all pieces one by one, by the sides on which their ends lie."""
    ends = [
        np.stack([places[:-1], places[1:]], axis=1)
        for places in (shapely.get_coordinates(shape) for shape in shapes)
    ]
    a, b = np.concatenate(ends).transpose(1, 0, 2)

    def side(p, q, r):
        one, other = q[:, None] - p[:, None], r[None] - p[:, None]
        return np.sign(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])

    first, second = side(a, b, a), side(a, b, b)
    apart = first * second < 0
    return int((apart & apart.T).sum()) // 2


def written(folder, *shapes):
    names = np.array([f"P{k}" for k in range(len(shapes))])
    path = folder / "map.gpkg"
    pyogrio.raw.write(
        path,
        shapely.to_wkb(np.array(shapes)),
        [names],
        ["name"],
        geometry_type="Polygon",
        crs="EPSG:32632",
    )
    return path


@pytest.mark.parametrize(
    "shapes",
    [
        [tangle(40)],
        [tangle(40), tangle(60, 1)],
        [zigzag(9, turned=False), zigzag(9, turned=True)],
        [shapely.box(0, 0, 2, 2), shapely.box(1, 1, 3, 3)],
        [shapely.box(0, 0, 2, 2), shapely.box(2, 0, 4, 2), shapely.box(2, 2, 3, 3)],  # they meet
    ],
)
def test_of_few_pieces_the_count_is_exact(shapes):
    assert crossings(np.array(shapes)).times == counted(shapes)


def test_of_many_pieces_it_is_an_estimate():
    shapes = [tangle(900)]
    assert crossings(np.array(shapes)).times == pytest.approx(counted(shapes), rel=0.1)


def test_a_border_that_crosses_itself_often_is_refused(tmp_path):
    """Seen: 40 seconds for 300 corners, in 10 kB."""
    others = shapely.box(200, 0, 300, 100), shapely.box(100, 0, 200, 100)
    path = written(tmp_path, *others, tangle(300))
    with pytest.raises(cb.GraphError, match="feature 3: its border crosses itself more than 1,000"):
        cb.read_graph(path)
    bow_tie = shapely.polygons([(0, 0), (100, 100), (100, 0), (0, 100)])
    assert cb.read_graph(written(tmp_path, *others, bow_tie)).n_edges == 2


def test_borders_that_cross_each_other_often_are_refused(tmp_path):
    """Seen: 3.3 GB for 1,500 teeth, in 150 kB."""
    combs = zigzag(300, turned=False), zigzag(300, turned=True)
    path = written(tmp_path, shapely.box(-9, -9, -1, -1), *combs)
    with pytest.raises(cb.GraphError, match=r"more than 300,000 times, most .* of polygon [12]"):
        cb.read_graph(path)
    assert cb.read_graph(path, n_neighbors=1).n_nodes == 3  # as it says
