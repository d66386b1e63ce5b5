"""Sites of a data frame. The frame's library is not imported: a frame brings its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cheapbandits.checks import of_numbers
from cheapbandits.errors import GraphError
from cheapbandits.graphs.beside_places import other_datum, other_meaning
from cheapbandits.graphs.labels import sorted_otherwise, text_labels
from cheapbandits.graphs.outlying import nowhere
from cheapbandits.graphs.same_spot import crowded, samples
from cheapbandits.graphs.site_columns import asked_meaning, find_coordinates, system_of_columns
from cheapbandits.graphs.summary_rows import find_summary
from cheapbandits.graphs.systems import has_degrees
from cheapbandits.graphs.told_apart import told_apart
from cheapbandits.graphs.two_parts import degrees_among_metres
from cheapbandits.graphs.which_column import Cells, Place, check_nested, find_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Sites", "sites_of_frame"]

#: A frame has no more rows than this of means and totals below it.
_MOST_LAST = 12


@dataclass(frozen=True)
class Sites:
    """Points with their names, and what their coordinates are; see :class:`Graph`."""

    points: NDArray[np.float64]
    names: list[Any] | None
    crs: str | None
    named_by: str | None = None


def sites_of_frame(
    frame: Any,
    *,
    x: str | None,
    y: str | None,
    names: str | Literal[False] | None,
    crs: str | None = None,
) -> Sites:
    """Return the sites of a frame, a row a site; see ``Graph.from_frame``."""
    if not hasattr(frame, "columns") or not hasattr(frame, "__getitem__"):
        raise GraphError(
            f"a frame has columns by name, as pandas.DataFrame; got {type(frame).__name__}"
        )
    if hasattr(frame, "column_names"):  # of which columns are the data
        raise GraphError("a Table of Arrow has no frame's columns; give table.to_pandas()")
    labels = list(frame.columns)
    columns = [str(label) for label in labels]
    cells = _cells(frame, labels)
    place = find_coordinates(columns, x, y, cells)
    _check_beside(columns, place, cells, asked=crs)
    points = np.column_stack([_numbers(frame, labels[k]) for k in (place.x, place.y)])
    if (mixed := degrees_among_metres(points)) is not None:
        raise GraphError(
            f"row {mixed} is in degrees, and others are in metres; write all in one system "
            "(Graph.from_points takes any numbers)"
        )
    _check_last(frame, labels, place)
    found, by = (None, None) if names is False else _names(frame, labels, place, names)
    if found is None and sorted_otherwise(frame):
        raise GraphError(
            "the rows have numbers from 0 in another order, and nodes without names go by their "
            "place: frame.reset_index(drop=True) counts the rows anew (a series of values, too)"
        )
    spots = crowded(points) if found is None else samples(points, columns, by, cells)
    if names is None and spots is not None:
        where = f"row {spots.row}: the place is where that of row {spots.other} is"
        raise GraphError(f"{where}{spots.problem}")
    system = system_of_columns(columns, place, crs)
    if system is not None and has_degrees(system) and (odd := nowhere(points)).size:
        raise GraphError(
            f"row {odd[0]} is at 0, 0, far from all others: most often its place is not known; "
            "fill it in or drop the row (Graph.from_points takes any numbers)"
        )
    return Sites(points, found, system, by)


def _names(
    frame: Any, labels: list[Any], place: Place, asked: str | None
) -> tuple[list[Any] | None, str | None]:
    """Return the names of the sites and what has them: a column, or an index that has a name."""
    columns = [str(label) for label in labels]
    called = getattr(getattr(frame, "index", None), "name", None)
    rows = list(frame.index) if isinstance(called, str) and called not in columns else []
    if rows and asked == called:
        return rows, called
    known = find_names(columns, asked, lambda k: _texts(frame, labels[k]))
    if known is not None:
        return list(frame[labels[known]]), columns[known]
    texts = [str(row) for row in rows]
    by_heading = find_names([str(called)], None, lambda _: texts) is not None
    if not by_heading:  # numbers, of rows perhaps
        rows = rows if all(isinstance(row, str) for row in rows) else []
    if rows and (by_heading or len(set(texts)) == len(rows)):
        return rows, called
    check_nested(columns, _cells(frame, labels))
    known = told_apart(columns, _cells(frame, labels), place)
    if known is not None:
        return list(frame[labels[known]]), columns[known]
    levels = getattr(getattr(frame, "index", None), "names", ())
    if len(levels) > 1:
        raise GraphError(
            f"the rows are named by an index of several levels, {', '.join(map(str, levels))}: "
            "frame.reset_index() makes columns of them (names=False: no names)"
        )
    # An index of texts without a name of its own names the rows all the same.
    return text_labels(frame), None


def _cells(frame: Any, labels: list[Any]) -> Cells:
    """Return what gives the cells of a column as text; those of two of one name are empty."""

    def cells(k: int) -> list[str]:
        found = frame[labels[k]]
        return _texts(frame, labels[k]) if getattr(found, "ndim", 1) == 1 else [""] * len(found)

    return cells


def _check_beside(columns: list[str], place: Place, cells: Cells, *, asked: str | None) -> None:
    """Refuse coordinates that another column gives another meaning."""
    odd = other_meaning(columns, place, cells)
    if odd is None and asked is None and place.degrees:
        odd = other_datum(columns, place, cells)
    if odd is None and asked is not None:
        odd = asked_meaning(columns, place, cells, asked)
    if odd is not None:
        other = "" if odd.other is None else f" in row {odd.other}: {odd.mend}"
        raise GraphError(f"row {odd.row}: {odd.problem}{other}")


def _check_last(frame: Any, labels: list[Any], place: Place) -> None:
    """Refuse a mean or a total below the sites: ``frame.loc["mean"] = frame.mean()``."""
    last = frame.tail(_MOST_LAST) if hasattr(frame, "tail") else frame
    beside = [label for k, label in enumerate(labels) if k not in (place.x, place.y)]
    texts = [_texts(last, label) for label in beside if getattr(last[label], "ndim", 1) == 1]
    index = getattr(last, "index", None)
    if index is not None and not callable(index):
        texts.append([str(row) for row in index])
    found = find_summary(texts)
    if found is not None:
        before = len(frame) - len(last)
        raise GraphError(f"row {before + found[0]}: {found[1]}")


def _texts(frame: Any, label: Any) -> list[str]:
    """Return the cells of a column as text, empty where there is nothing."""
    return [cell if isinstance(cell, str) else _text(cell) for cell in frame[label]]


def _text(cell: Any) -> str:
    text = "" if cell is None else str(cell)
    return "" if text in ("nan", "NaT", "<NA>") else text  # which cannot all be compared


def _numbers(frame: Any, label: Any) -> NDArray[np.float64]:
    of_numbers(frame[label], f"the column {str(label)!r}", kind=GraphError)
    try:
        values = np.asarray(frame[label], dtype=float)
    except (TypeError, ValueError, OverflowError) as error:
        raise GraphError(
            f"the column {str(label)!r} must hold numbers: {error}; convert it first"
        ) from error
    if values.ndim != 1:
        raise GraphError(f"two columns are called {str(label)!r}; rename one of them")
    bad = np.flatnonzero(~np.isfinite(values))
    if bad.size:
        raise GraphError(
            f"row {bad[0]} has no coordinate in {str(label)!r}; fill it in, or drop the row "
            "(frame.dropna(subset=[...]))"
        )
    return values
