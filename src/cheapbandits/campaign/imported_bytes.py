"""What was read of a file, as bytes: the process that reads strangers' files hands it over.

All fields go, whatever they are called: an import that gets less of a row than the terminal's takes
a reading that is known for a new one.
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from cheapbandits.campaign.cut_rows import Left
from cheapbandits.campaign.importing import Imported, ReadingRow

__all__ = ["imported_bytes", "imported_from"]


def imported_bytes(found: Imported) -> bytes:
    """Return the readings of a file as JSON that :func:`imported_from` reads."""
    whole = _fields_of(found) | {"rows": [[*_fields_of(row).values()] for row in found.rows]}
    return json.dumps(whole, default=_fields_of).encode()


def imported_from(content: bytes) -> Imported:
    """Return the readings that were written so, equal in every field."""
    whole = json.loads(content)
    rows = [_row(values) for values in whole.pop("rows")]
    return Imported(rows, **{name: _plain(value) for name, value in whole.items()})


def _row(values: list[Any]) -> ReadingRow:
    row = dict(zip((one.name for one in fields(ReadingRow)), map(_plain, values), strict=True))
    if row["left"] is not None:
        row["left"] = Left(**{name: _plain(value) for name, value in row["left"].items()})
    return ReadingRow(**row)


def _fields_of(one: Any) -> dict[str, Any]:
    """Return what a dataclass holds; not what it worked out and keeps."""
    return {known.name: getattr(one, known.name) for known in fields(one)}


def _plain(value: Any) -> Any:
    """Return a value as it was: the rows themselves are the one list, all else are tuples."""
    return tuple(value) if isinstance(value, list) else value
