"""Asks as files for other programs: JSON, maps, flight plans."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cheapbandits.cli.plain import note, plain
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from cheapbandits.campaign import Ask, Campaign
    from cheapbandits.graphs import Graph

__all__ = ["check_places", "one_file", "write_asks"]


def check_places(campaign: Campaign, crs: str | None = None) -> Graph:
    """Return the graph with its places, or refuse it; say what was taken for granted."""
    from cheapbandits.campaign.exports.places import degrees, placed, unsure

    graph = placed(campaign.graph, crs)
    degrees(graph)
    said = unsure(graph)
    if said is not None:
        note(f"note: {said}")
    return graph


def one_file(count: int, style: str) -> ParameterError:
    """Return the error about several asks where one would fit."""
    return ParameterError(
        f"{count} asks, and a {style} file holds one: give --out FILE, and each is written to "
        f"FILE-ASK.{style}"
    )


def write_asks(
    campaign: Campaign, graph: Graph, asks: Sequence[Ask], style: str, out: Path | None
) -> list[Path]:
    """Write asks to a file, or to standard output; return the files.

    KML and flight plans hold one group: several asks make several files, ``next-3.kml``,
    ``next-4.kml``.
    """
    from cheapbandits.campaign.exports import write_kmz, write_text

    if style == "gpkg":
        return [_geopackage(graph, asks, out)]
    if style in ("kml", "kmz", "plan") and out is not None:
        many = len(asks) > 1
        named = [(out.with_stem(f"{out.stem}-{ask.number}") if many else out, ask) for ask in asks]
        write = write_kmz if style == "kmz" else write_text
        return [write(_text(campaign, graph, [ask], style), path) for path, ask in named]
    if style in ("kml", "kmz", "plan") and len(asks) > 1:
        raise one_file(len(asks), style)
    text = _text(campaign, graph, asks, style)
    if out is None:
        sys.stdout.write(text)
        return []
    return [write_text(text, out)]


def _geopackage(graph: Graph, asks: Sequence[Ask], out: Path | None) -> Path:
    """Write all asks as one layer, a node a row."""
    from cheapbandits.campaign.exports import write_geopackage

    if out is None:
        raise ParameterError("a GeoPackage is no text: give --out FILE.gpkg")
    rows = [(node, ask, node == ask.nodes[0]) for ask in asks for node in ask.nodes]
    columns: dict[str, list[Any]] = {
        "center": [center for _, _, center in rows],
        "ask": [ask.number for _, ask, _ in rows],
        "cost": [ask.cost for _, ask, _ in rows],
    }
    return write_geopackage(graph, [node for node, _, _ in rows], columns, out, "asks")


def _text(campaign: Campaign, graph: Graph, asks: Sequence[Ask], style: str) -> str:
    from cheapbandits.campaign.documents import asks_document
    from cheapbandits.campaign.exports import (
        group_geojson,
        group_gpx,
        group_kml,
        group_plan,
        json_text,
    )

    if style in ("kml", "kmz"):
        return group_kml(graph, asks[0].nodes, f"{campaign.name}, ask {asks[0].number}")
    if style == "gpx":
        groups = [(f"ask {ask.number}", ask.nodes) for ask in asks]
        return group_gpx(graph, groups, f"{campaign.name}, next")
    if style == "plan":
        return json_text(group_plan(graph, asks[0].nodes))
    if style == "geojson":
        features = [
            feature
            for ask in asks
            for feature in group_geojson(graph, ask.nodes, {"ask": ask.number, "cost": ask.cost})[
                "features"
            ]
        ]
        return json_text({"type": "FeatureCollection", "features": features})
    if style == "table":
        return "".join(f"{a.number}\t{a.cost!r}\t{plain('; '.join(a.names))}\n" for a in asks)
    return json_text(asks_document(campaign.name, asks))
