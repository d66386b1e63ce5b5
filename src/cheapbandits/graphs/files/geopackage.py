"""GeoPackages, looked at before GDAL opens them.

They are SQLite databases, and a database may hold more than tables: a view that never ends, a
column that is computed, a virtual table that opens other files. A layer has to be a plain table.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from cheapbandits.graphs.files.guard import Source
from cheapbandits.text import shown

__all__ = ["check_geopackage", "names_a_system"]

_MAGIC = b"SQLite format 3\0"
_WAL = b"\2\2"
#: How SQLite lists computed columns: those that are not stored, and those that are.
_GENERATED = (2, 3)
_RTREE = re.compile(r"^create\s+virtual\s+table\s.{1,300}?\susing\s+\"?rtree", re.I | re.S)
#: Views that the standard has, beside the layers; and what computes without end.
_STANDARD = ("st_geometry_columns", "st_spatial_ref_sys")
_ENDLESS = re.compile(r"\b(?:with|recursive)\b", re.IGNORECASE)
#: SQLite does not look at the case of a table's name, so neither may we.
_LAYERS = (
    "SELECT c.table_name, m.type, coalesce(m.sql, '') FROM gpkg_contents c JOIN sqlite_master m "
    "ON m.name = c.table_name COLLATE NOCASE AND m.type IN ('table', 'view')"
)
_SYSTEM = (
    "SELECT g.srs_id, coalesce(s.definition, '') FROM gpkg_geometry_columns g LEFT JOIN "
    "gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id WHERE g.table_name = ? COLLATE NOCASE"
)
#: A plane, and degrees, of nobody knows where; and how others are described.
_UNDEFINED = (-1, 0)
_NOWHERE = ("LOCAL_CS[", "ENGCRS[", "UNDEFINED")
#: Kinds of whole numbers, and how many bits GDAL reads them in; more would become another number.
_WHOLE = {"TINYINT": 32, "SMALLINT": 16, "MEDIUMINT": 32, "INT": 64, "INTEGER": 64, "BIGINT": 64}
_REAL = ("REAL", "DOUBLE", "FLOAT", "NUMERIC", "DOUBLE PRECISION")
#: Read in 4 bytes, which hold whole numbers up to this.
_FLOAT, _MOST_FLOAT = "FLOAT", 2**24
#: Kinds of days and moments, and how GDAL reads them; others it leaves out.
_DATES = ("DATE", "DATETIME")
_DAY = "[0-9][0-9][0-9][0-9][-/][0-9][0-9][-/][0-9][0-9]"
#: How a journal begins by which SQLite takes back what was not completed.
_JOURNAL = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
_UNSAVED = "another program has it open and unsaved; close it there first"
_PARTS = "SELECT type, name, coalesce(sql, '') FROM sqlite_master"


def check_geopackage(source: Source) -> tuple[bytes, dict[str, int]]:
    """Return the file's bytes, fit to be opened, and its layers' numbers of rows.

    The rows are counted, as the number that the file notes beside them may be another, and GDAL
    reads no more features than that.

    Parameters
    ----------
    source
        The file.
    """
    data = source.data
    if not data.startswith(_MAGIC) or len(data) < 512:
        raise source.error("this is no GeoPackage (an SQLite database); save it again")
    if data[18:20] == _WAL:
        log = Path(f"{source.path}-wal")
        if log.exists() and log.stat().st_size:
            raise source.error(_UNSAVED)
        data = data[:18] + b"\1\1" + data[20:]
    if _begins(Path(f"{source.path}-journal")) == _JOURNAL:
        raise source.error(
            f"{_UNSAVED}; where it was cut off, open the map once in a GIS program, which takes "
            "back what was not completed"
        )
    try:
        with closing(sqlite3.connect(":memory:")) as database:
            database.deserialize(data)
            counts = _check_tables(source, database)
    except (sqlite3.Error, UnicodeError, OverflowError) as error:
        raise source.error(f"damaged GeoPackage ({shown(error)}); fetch it again") from error
    return data, counts


def _begins(path: Path) -> bytes:
    if not path.is_file():
        return b""
    with path.open("rb") as file:
        return file.read(len(_JOURNAL))


def _check_tables(source: Source, database: sqlite3.Connection) -> dict[str, int]:
    parts = {name: (kind, sql) for kind, name, sql in database.execute(_PARTS)}
    if parts.get("gpkg_contents", ("",))[0] != "table":
        raise source.error("an SQLite database, and no GeoPackage: it lists no layers")
    for name, (_, sql) in parts.items():
        if re.match(r"create\s+virtual\s", sql, re.I) and not _RTREE.match(sql):
            raise source.error(f"the table '{shown(name)}' is a virtual one; delete it")
    _check_stored(source, database, parts)
    counts: dict[str, int] = {}
    for name, kind, sql in database.execute(_LAYERS):
        if kind == "view":
            raise _computed(source, name, "it is a view")
        quoted = str(name).replace('"', '""')
        (count,) = database.execute(f'SELECT count(*) FROM "{quoted}"').fetchone()
        # A value that all rows have by default stands in the file once.
        source.check_size(count * len(sql))
        fields = database.execute(f'PRAGMA table_info("{quoted}")').fetchall()
        source.check_cells(len(fields), count)
        counts[str(name)] = count
        _check_numbers(source, database, str(name))
        _check_texts(source, database, str(name))
    return counts


def _check_stored(
    source: Source, database: sqlite3.Connection, parts: dict[str, tuple[str, str]]
) -> None:
    """Refuse what is computed as it is read, in any table: GDAL asks those of the format, too."""
    for name, (kind, sql) in parts.items():
        if kind == "view" and (name.lower() not in _STANDARD or _ENDLESS.search(sql)):
            raise _computed(source, name, "it is a view")
        quoted = name.replace('"', '""')
        columns = database.execute(f'PRAGMA table_xinfo("{quoted}")') if kind == "table" else ()
        if any(column[6] in _GENERATED for column in columns):
            raise _computed(source, name, "a column of it")


def _computed(source: Source, name: str, what: str) -> Exception:
    return source.error(
        f"'{shown(name)}' is computed as it is read ({what}), perhaps without end; delete it, or "
        "save the layer that is meant as a file of its own"
    )


def _check_numbers(source: Source, database: sqlite3.Connection, layer: str) -> None:
    """Refuse a column of numbers that holds something else: GDAL would make 0 of it."""
    for name, kind, quoted in _columns(database, layer):
        bits = _WHOLE.get(kind, 64 if kind.startswith("INT") else 0)  # INT8 is an INT to GDAL
        if not bits and kind not in _REAL:
            continue
        odd, most = f"typeof({quoted}) NOT IN ('integer', 'real', 'null')", _MOST_FLOAT
        if bits:
            most = 2 ** (bits - 1) - 1
            odd += f" OR typeof({quoted}) = 'real' OR {quoted} NOT BETWEEN {-most} - 1 AND {most}"
        elif kind == _FLOAT:
            odd += f" OR abs({quoted}) > {most} AND {quoted} = CAST({quoted} AS INTEGER)"
        found = _first(database, layer, quoted, odd)
        if found is None:
            continue
        room = "" if isinstance(found[1], str) else f" from {-most - bool(bits)} to {most}"
        raise source.error(
            f"feature {found[0]} of '{shown(layer)}' holds '{shown(found[1])}' in the column of "
            f"{'whole ' if bits else ''}numbers{room} '{shown(name)}' ({shown(kind)}); correct "
            "it, or give the column another type"
        )


def _check_texts(source: Source, database: sqlite3.Connection, layer: str) -> None:
    """Refuse texts that GDAL would read otherwise, or not.

    A date that is none it leaves out, and readings of two days are one; of a text with a null
    character it reads what stands before that.
    """
    for name, kind, quoted in _columns(database, layer):
        cut = f"typeof({quoted}) = 'text' AND instr(CAST({quoted} AS BLOB), x'00')"
        no_date = f"{quoted} NOT NULL AND {quoted} NOT GLOB '{_DAY}*'"
        rules = [(cut, "", "it has a null character, which ends it for some programs; correct it")]
        if kind in _DATES:
            rules += [(no_date, "of dates ", "write it as 2024-05-31, or make the column a TEXT")]
        for odd, what, mend in rules:
            if (found := _first(database, layer, quoted, odd)) is not None:
                raise source.error(
                    f"feature {found[0]} of '{shown(layer)}' holds '{shown(found[1])}' in the "
                    f"column {what}'{shown(name)}'; {mend}"
                )


def _columns(database: sqlite3.Connection, layer: str) -> list[tuple[str, str, str]]:
    """Return the columns of a layer: name, kind without its width, and name as SQL has it."""
    table = layer.replace('"', '""')
    found = database.execute(f'PRAGMA table_info("{table}")').fetchall()
    return [
        (
            str(name),
            str(declared).upper().partition("(")[0].strip(),
            '"' + str(name).replace('"', '""') + '"',
        )
        for _, name, declared, *_ in found
    ]


def _first(database: sqlite3.Connection, layer: str, column: str, odd: str) -> Any:
    """Return the first row whose cell is odd: its number, and the cell."""
    table = layer.replace('"', '""')
    query = f'SELECT rowid, {column} FROM "{table}" WHERE {odd} LIMIT 1'
    return database.execute(query).fetchone()


def names_a_system(source: Source, layer: str) -> bool:
    """Tell whether a layer says that it is of a known place on Earth, whatever that may be."""
    with closing(sqlite3.connect(":memory:")) as database:
        try:
            database.deserialize(source.data[:18] + b"\1\1" + source.data[20:])
            found = database.execute(_SYSTEM, (layer,)).fetchone()
        except sqlite3.Error:
            return False
    if found is None or found[0] in _UNDEFINED:
        return False
    return not str(found[1]).upper().startswith(_NOWHERE)
