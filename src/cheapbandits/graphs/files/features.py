"""What a GeoJSON feature holds: its positions, its rings and its name, each checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cheapbandits.errors import GraphError
from cheapbandits.graphs.column_names import place_of
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.validation import LARGEST
from cheapbandits.graphs.which_column import check_nested, find_names
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Names", "feature_names", "polygons", "positions"]

#: What features are called, and the property that says so.
Names = tuple[list[str] | None, str | None]

_NAMES = ("name", "NAME", "id")
_OWN_ID = "id of its own"


def positions(source: Source, number: int, raw: Any) -> NDArray[np.float64]:
    """Return ``(k, 2)`` longitudes and latitudes; a height is left out."""
    if not isinstance(raw, list) or not raw or not all(map(_is_position, raw)):
        raise source.error(
            f"feature {number}: a position must be [longitude, latitude] in numbers within "
            f"{LARGEST:g}; correct it"
        )
    return np.array([place[:2] for place in raw], dtype=float)


def polygons(
    source: Source, number: int, geometry: dict[str, Any]
) -> list[list[NDArray[np.float64]]]:
    """Return the rings of each polygon of a Polygon or MultiPolygon, the outer one first."""
    raw = geometry.get("coordinates")
    bodies = [raw] if geometry["type"] == "Polygon" else raw
    if not isinstance(bodies, list) or not bodies:
        raise source.error(f"feature {number}: there are no coordinates; drop it or add them")
    return [_rings(source, number, body) for body in bodies]


def feature_names(
    source: Source, features: list[dict[str, Any]], key: str | Literal[False] | None
) -> Names:
    """Return the features' names by a property, or by the first that will do, and which it is.

    Where some have a name and none will do, the file is refused: nodes that lose their names
    without a word are taken for others later on.
    """
    if key is False:
        return None, None
    given = (feature.get("properties") or {} for feature in features)
    columns = list(dict.fromkeys(name for properties in given for name in properties))
    if key is not None:
        try:
            called = columns[place_of(columns, key)] if columns else key
        except GraphError as error:
            raise source.error(str(error)) from error
        return _complete(source, f"property {called!r}", _properties(features, called)), called
    place = find_names(columns, None, lambda k: _texts(features, columns[k]))
    candidates = {} if place is None else {columns[place]: _properties(features, columns[place])}
    candidates[_OWN_ID] = [_label(feature.get("id")) for feature in features]
    for name, labels in candidates.items():
        found = [label for label in labels if label is not None]
        if len(set(found)) == len(features):
            return found, "id" if name == _OWN_ID else name
    check_nested(columns, lambda k: _texts(features, columns[k]))
    # Where nothing else names them, some of a name are too few.
    candidates = {name: _properties(features, name) for name in _NAMES} | candidates
    for name, labels in candidates.items():
        if any(label is not None for label in labels):
            return _complete(source, name, labels), name
    return None, None


def _complete(source: Source, key: str, labels: list[str | None]) -> list[str]:
    """Return names of which each feature has one of its own, or say which has not."""
    mend = (
        "correct it, or give each a name of its own (--name-column PROPERTY takes another one, '' "
        "none; in Python names=, names=False)"
    )
    first: dict[str, int] = {}
    for number, label in enumerate(labels):
        if label is None:
            raise source.error(f"feature {number} has no {shown(key)} to be its name; {mend}")
        if first.setdefault(label, number) != number:
            raise source.error(
                f"features {first[label]} and {number} have the same {shown(key)}, "
                f"'{shown(label)}'; {mend}"
            )
    return list(first)


def _is_position(place: Any) -> bool:
    return isinstance(place, list) and len(place) >= 2 and all(map(_is_number, place[:2]))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST


def _rings(source: Source, number: int, body: Any) -> list[NDArray[np.float64]]:
    rings = [positions(source, number, ring) for ring in body] if isinstance(body, list) else []
    if not rings or min(map(len, rings)) < 3:
        raise source.error(f"feature {number}: a polygon needs rings of 3 vertices or more")
    return rings


def _properties(features: list[dict[str, Any]], name: str) -> list[str | None]:
    return [_label((feature.get("properties") or {}).get(name)) for feature in features]


def _texts(features: list[dict[str, Any]], name: str) -> list[str]:
    return [label or "" for label in _properties(features, name)]


def _label(value: Any) -> str | None:
    return str(value) if isinstance(value, str) or _is_number(value) else None
