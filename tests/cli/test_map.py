"""A map from the terminal: one file that shows every place."""

import io
import re
import sys
from types import SimpleNamespace

import pytest

import cheapbandits as cb
from cheapbandits.campaign.desk import Desk
from cheapbandits.canvas.data import belief_map
from cheapbandits.canvas.drawing import draw_belief_map
from cheapbandits.canvas.page import MOST_NODES, belief_page


@pytest.mark.parametrize(
    ("suffix", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("html", b"<!")]
)
def test_a_map_is_written_by_its_suffix(walk, suffix, start):
    walk.ok("ask", "walk")
    walk.ok("tell", "walk", 1, 0.7)
    walk.ok("ask", "walk")
    walk.ok("map", "walk", "--out", f"m.{suffix}")
    assert (walk.folder / f"m.{suffix}").read_bytes().startswith(start)


def test_the_page_shows_every_place_and_needs_nothing_else(walk):
    walk.ok("ask", "walk")
    walk.ok("tell", "walk", 1, 0.7)
    walk.ok("ask", "walk")
    document = walk.json("map", "walk", "--out", "m.html")
    assert document["rows"] == 42
    page = (walk.folder / "m.html").read_text()
    assert page.count("<circle") == 42
    assert len(re.findall('class="best"', page)) == 1
    assert 'class="next"' in page
    assert 'class="probed"' in page or 'class="best"' in page
    assert not re.search("src=|href=|@import|https?://", page)


def test_names_cannot_write_html():
    graph = cb.Graph.from_edges(
        [(0, 1)], names=["<script>x</script>", "b"], coordinates=[[0, 0], [1, 1]]
    )
    page = belief_page(graph, belief_map(graph, [0, 1], [1, 1], best=0), "<b>&")
    assert page.count("<script>") == 1
    assert "&lt;script&gt;" in page
    assert "<b><b>&" not in page


def test_what_cannot_be_drawn_is_refused(walk):
    assert ".png, .svg, .html, .gpkg" in walk.refused(2, "map", "walk", "--out", "m.shp")
    side = int(MOST_NODES**0.5) + 1
    graph = cb.grid(side, side)
    data = belief_map(graph, graph.coordinates[:, 0], graph.coordinates[:, 1])
    with pytest.raises(cb.ParameterError, match="too heavy for a browser"):
        belief_page(graph, data, "large")


def test_a_notebook_without_matplotlib_shows_a_line(walk, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with cb.Campaign.open("walk", db=walk.folder / "campaigns.db") as campaign:
        assert campaign._repr_svg_() is None
        assert "walk" in repr(campaign)
        line = pretty(campaign)
    assert line.splitlines()[0].startswith("Campaign('walk'")
    assert "pip install 'cheapbandits[plots]'" in line
    monkeypatch.undo()
    with cb.Campaign.open("walk", db=walk.folder / "campaigns.db") as campaign:
        assert pretty(campaign) == repr(campaign)


def pretty(campaign):
    """What a notebook writes where it shows no picture."""
    out = io.StringIO()
    campaign._repr_pretty_(SimpleNamespace(text=out.write), False)
    return out.getvalue()


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_a_map_without_matplotlib_says_what_needs_none(walk, monkeypatch, suffix):
    """Before anything is computed; the page to pan and zoom needs no library."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(Desk, "policy", lambda _: pytest.fail("the belief was computed"))
    said = walk.refused(2, "map", "walk", "--out", f"m.{suffix}")
    assert "pip install 'cheapbandits[plots]'" in said
    assert "m.html" in said
    assert not (walk.folder / f"m.{suffix}").exists()
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    walk.ok("map", "walk", "--out", "m.html")


@pytest.mark.parametrize(
    ("crs", "points", "label", "length"),
    [
        ("EPSG:28992", [[155000, 463000], [159000, 465000]], "1 km", 1000),
        ("EPSG:2263", [[980000, 200000], [980400, 200300]], "20 m", 20 / 0.3048006096),
        ("EPSG:4326", [[5.0, 60.0], [6.0, 60.2]], "10 km", 10_000 / (111_195 * 0.4985)),
        (None, [[0, 0], [30, 20]], "5 (units of the coordinates)", 5),
    ],
)
def test_a_map_says_how_long_a_kilometre_is(crs, points, label, length):
    graph = cb.Graph.from_points(points, n_neighbors=1, crs=crs)
    data = belief_map(graph, [0, 1], [1, 1], probed=[0])
    assert data.bar.label == label
    assert data.bar.length == pytest.approx(length, rel=1e-3)
    page = belief_page(graph, data, "soil")
    assert f">{label}</text>" in page
    assert "1 of 2 never looked at" in page
    figure = draw_belief_map(data)
    texts = [text.get_text().strip() for text in figure.axes[0].texts]
    assert label in texts
    named = figure.legends[0].get_texts()[0].get_text()
    assert named == "probed (1 of 2 never looked at)"


def test_a_layout_has_no_scale():
    graph = cb.Graph.from_edges([(0, 1), (1, 2)])
    assert belief_map(graph, [0, 1, 2], [1, 1, 1]).bar is None


@pytest.mark.thorough
def test_a_window_that_a_notebook_names_is_not_asked_for(walk):
    """Seen: `!cheapbandits campaign map` in a notebook ended in a traceback of Matplotlib's."""
    walk.env["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    walk.ok("observe", "walk", "#3", "0.7")
    (made,) = walk.several(["campaign", "map", "walk", "--out", "m.png"])
    assert made.returncode == 0, made
    assert (walk.folder / "m.png").read_bytes().startswith(b"\x89PNG")
