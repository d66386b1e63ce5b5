"""What is believed of every node: as columns of a map for other programs, and as a picture."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.campaign.looked import touched
from cheapbandits.checks import instance
from cheapbandits.errors import MissingExtraError, ParameterError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.campaign.standing import Standing
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Policy

__all__ = ["MAPS", "check_map", "estimates_geojson", "picture", "write_map"]

#: The files that a map can be written to.
MAPS = (".png", ".svg", ".html", ".gpkg")


def estimates_geojson(standing: Standing, policy: Policy, graph: Graph) -> dict[str, Any]:
    """Return all nodes as GeoJSON: estimate, low, high, and how many readings touch each.

    Low and high hold the value with probability 0.9. Before the first reading there are none.
    """
    from cheapbandits.campaign.exports import nodes_geojson

    return nodes_geojson(graph, _columns(standing, policy, graph))


def _columns(standing: Standing, policy: Policy, graph: Graph) -> dict[str, NDArray[Any]]:
    """Return what a map program shows of each node."""
    columns: dict[str, NDArray[Any]] = {"readings": touched(standing, graph.n_nodes)}
    if not policy.readings[0]:
        return columns
    known = policy.estimates(0.9)
    return {"estimate": known.estimate, "low": known.low, "high": known.high, **columns}


def picture(standing: Standing, policy: Policy, graph: Graph) -> str:
    """Return an SVG of the belief, in the user's units, and where it was measured."""
    from cheapbandits.canvas import belief_svg

    values, spread, marks = _believed(standing, policy, graph)
    return belief_svg(graph, values, spread, **marks)


def write_map(
    standing: Standing, policy: Policy, graph: Graph, path: str | Path, title: str
) -> Path:
    """Write the picture as ``.png``, ``.svg`` or a page of its own, ``.html``.

    To ``.gpkg``, for GIS programs, go the sites themselves as :func:`estimates_geojson` has them.
    """
    from cheapbandits.campaign.exports import write_geopackage, write_text
    from cheapbandits.campaign.exports.whole_file import whole_file
    from cheapbandits.canvas.data import belief_map
    from cheapbandits.canvas.drawing import draw_belief_map
    from cheapbandits.canvas.page import belief_page

    target = check_map(path)
    if target.suffix.lower() == ".gpkg":
        columns = _columns(standing, policy, graph)
        return write_geopackage(graph, range(graph.n_nodes), columns, target, "sites")
    values, spread, marks = _believed(standing, policy, graph)
    data = belief_map(graph, values, spread, **marks)
    if target.suffix.lower() == ".html":
        return write_text(belief_page(graph, data, title), target)
    unsure = "width of the 90 % interval" if policy.readings[0] else ""
    figure = draw_belief_map(data, title=title.replace("$", r"\$"), spread=unsure)
    with whole_file(target) as unfinished:
        figure.savefig(unfinished, format=target.suffix.lower().removeprefix("."))
    return target


def check_map(path: str | Path) -> Path:
    """Refuse, before the work, a file that no map can be written to."""
    instance(path, (str, os.PathLike), "the path of a map", "text or a Path")
    target = Path(path)
    if target.suffix.lower() not in MAPS:
        raise ParameterError(
            f"{target}: maps are written as {', '.join(MAPS)}; take one of these (`campaign "
            "export` writes .geojson for map programs)"
        )
    if target.suffix.lower() in (".png", ".svg") and find_spec("matplotlib") is None:
        raise MissingExtraError(
            f"{target}: a picture needs matplotlib: pip install 'cheapbandits[plots]'; "
            f"{target.with_suffix('.html')}, to open in a browser, needs nothing"
        )
    return target


def _believed(
    standing: Standing, policy: Policy, graph: Graph
) -> tuple[NDArray[np.float64], NDArray[np.float64], dict[str, Any]]:
    """Return estimates, the width of their intervals, and the nodes to mark."""
    values = spread = np.zeros(graph.n_nodes)
    best = policy.best().node
    if policy.readings[0]:
        known = policy.estimates(0.9)
        values, spread, best = known.estimate, known.high - known.low, policy.assess().node
    coming = {node for ask in standing.open.values() for node in ask.probe.nodes}
    probed = np.flatnonzero(touched(standing, graph.n_nodes)).tolist()
    return values, spread, {"probed": probed, "best": best, "next_nodes": sorted(coming)}
