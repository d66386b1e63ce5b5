"""Tables of any rows as CSV, JSON or Parquet, by the file's suffix."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from cheapbandits.campaign.exports.spreadsheet import neutral
from cheapbandits.campaign.exports.whole_file import json_text, whole_file, write_text
from cheapbandits.checks import is_number
from cheapbandits.errors import MissingExtraError, ParameterError

__all__ = ["TABLE_SUFFIXES", "write_table"]

Rows = list[dict[str, Any]]


def write_table(
    rows: Sequence[Mapping[str, Any]],
    path: str | Path,
    *,
    columns: Sequence[str] | None = None,
) -> Path:
    """Write rows to a ``.csv``, ``.json`` or ``.parquet`` file.

    Parameters
    ----------
    rows
        Mappings of column to value: text, numbers, truth values, times, ``None``, or lists of them
        (in CSV, as JSON text; numbers as ``3;17;5``). NaN is refused; ``None`` says that
        there is no value. In CSV, text that a spreadsheet would compute has an apostrophe before
        it (:mod:`..spreadsheet`).
    path
        Where to; an older file is replaced when the new one is complete.
    columns
        Which, and in what order; all, in order of first appearance, when left out. With no rows, it
        makes the header.
    """
    target = Path(path)
    write = _WRITERS.get(target.suffix.lower())
    if write is None:
        known = ", ".join(TABLE_SUFFIXES)
        raise ParameterError(f"a table is written as {known}; got {target.name!r}")
    names = list(dict.fromkeys(key for row in rows for key in row) if columns is None else columns)
    plain = [
        {name: _plain(row.get(name), number, name) for name in names}
        for number, row in enumerate(rows)
    ]
    write(names, plain, target)
    return target


def _plain(value: Any, number: int, column: str) -> Any:
    """Return a value as Python's own kind, or say what is wrong with it."""
    if isinstance(value, np.generic | np.ndarray):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(item, number, column) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise ParameterError(f"row {number}, column {column!r}: {value} is not finite; use None")
    if value is None or isinstance(value, str | bool | int | float | date):
        return value
    raise ParameterError(
        f"row {number}, column {column!r}: cannot write a {type(value).__name__}; use text, a "
        "number, a time or a list"
    )


def _as_json(value: Any) -> Any:
    """Return a value that JSON has: times as ISO 8601 text."""
    if isinstance(value, list):
        return [_as_json(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def _as_cell(value: Any) -> Any:
    """Return a value as CSV has it: a number in full, other things as text."""
    value = _as_json(value)
    if isinstance(value, list) and all(is_number(item) for item in value):
        return ";".join(map(repr, value))  # groups of nodes and shares, as importing reads them
    if isinstance(value, bool | list):
        return json.dumps(value, ensure_ascii=False)
    return neutral(value) if isinstance(value, str) else value


def _write_csv(names: list[str], rows: Rows, path: Path) -> None:
    with whole_file(path) as unfinished, unfinished.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(map(neutral, names))
        writer.writerows([_as_cell(row[name]) for name in names] for row in rows)


def _write_json(names: list[str], rows: Rows, path: Path) -> None:
    write_text(json_text([{name: _as_json(row[name]) for name in names} for row in rows]), path)


def _write_parquet(names: list[str], rows: Rows, path: Path) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtraError(
            "Parquet files need pyarrow: pip install 'cheapbandits[parquet]'"
        ) from None
    arrays = []
    for name in names:
        try:
            arrays.append(pa.array([row[name] for row in rows]))
        except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError) as reason:
            raise ParameterError(
                f"column {name!r} mixes kinds of values, which Parquet has not: {reason}"
            ) from None
    with whole_file(path) as unfinished:
        pq.write_table(pa.Table.from_arrays(arrays, names=names), unfinished)


_WRITERS: dict[str, Callable[[list[str], Rows, Path], None]] = {
    ".csv": _write_csv,
    ".json": _write_json,
    ".parquet": _write_parquet,
}
#: What :func:`write_table` can write.
TABLE_SUFFIXES = tuple(_WRITERS)
