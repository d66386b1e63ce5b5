"""What is in a file of sites, found again in another way: places by name.

As in :mod:`tools.fuzz.oracles`: ``None`` where the file should be refused, ``Unsure`` where the
rules leave it open. Of what a library has to read (maps, workbooks, images) a plain reader here
knows the ordinary layout, and is not sure of any other.
"""

from __future__ import annotations

import csv
import io
import re
import sqlite3
import struct
import zipfile
from collections.abc import Callable
from contextlib import closing
from typing import Any

from tools.fuzz.oracles import Edges, Unsure, _number
from tools.fuzz.seeds import Seed

__all__ = ["SITE_ORACLES", "Places"]

#: Where each site is, by name.
Places = dict[str, tuple[float, float]]


def _collect(rows: list[tuple[str, float, float]]) -> Places | None:
    places = {name: (x, y) for name, x, y in rows}
    if len(places) < len(rows) or len(rows) < 2 or "" in places:
        return None
    return places


def of_points(data: bytes, seed: Seed) -> Places | None:
    """Tables of sites, with the delimiter and the header that the seed had."""
    lines = [x for x in re.split("\r\n|\r|\n", data.decode("utf-8-sig")) if x.strip(" \t")]
    rows: list[tuple[str, float, float]] = []
    marks = set()
    for k, line in enumerate(lines):
        if line.lstrip(" \t")[0] in "#%":
            if k == 0 or not re.match(r"[ \t]*[#%]+([ \t!]|$)", line):
                raise Unsure("a comment or a row")
            continue
        if re.search(r'[ \t]"|"[ \t]|[^,;\t "]"[^,;\t "]', line):
            raise Unsure("blanks beside quotes, or quotes within words")
        (cells,) = csv.reader([line], delimiter=seed.delimiter, strict=True)
        if k == 0:
            if cells != ["name", "x", "y", "zinc"]:
                raise Unsure("another header")
            continue
        if len(cells) != 4:
            return None
        name, x, y, _ = (cell.strip(" \t") for cell in cells)
        marks |= {mark for cell in cells[1:3] for mark in ".," if mark in cell}
        if seed.delimiter == ";":
            x, y = x.replace(",", "."), y.replace(",", ".")
        rows.append((name, _number(x), _number(y)))
    if len(marks) > 1:
        raise Unsure("points and commas")
    if 2 * len({name for name, _, _ in rows if name}) <= len(rows):
        raise Unsure("kinds of sites, and no names")
    return _collect(rows)


def _elements(data: bytes, tag: str) -> list[Any]:
    from defusedxml.minidom import parseString

    plain: Any = re.sub(rb'(?<=\s)xmlns="[^"]*"', b"", data)
    root: Any = parseString(plain, forbid_dtd=True).documentElement
    if re.search(rb":(wpt|name|Point|Placemark|coordinates)", data):
        raise Unsure("other namespaces")
    return list(root.getElementsByTagName(tag))


def _text(element: Any, tag: str) -> str:
    found = [child for child in element.childNodes if getattr(child, "tagName", "") == tag]
    if len(found) != 1 or len(found[0].childNodes) != 1 or not hasattr(found[0].firstChild, "data"):
        raise Unsure("another layout")
    return str(found[0].firstChild.data)


def of_gpx(data: bytes, seed: Seed) -> Places | None:  # noqa: ARG001
    """Waypoints, by way of a document tree."""
    if re.search(rb"<(rtept|trkpt|rte|trk)", data):
        raise Unsure("routes and tracks")
    rows = [
        (
            _text(point, "name").strip(),
            _number(point.getAttribute("lon")),
            _number(point.getAttribute("lat")),
        )
        for point in _elements(data, "wpt")
    ]
    if len({name for name, _, _ in rows}) < len(rows):
        raise Unsure("names that repeat")
    return _collect(rows)


def of_kml(data: bytes, seed: Seed) -> Places | None:  # noqa: ARG001
    """Placemarks, by way of a document tree."""
    rows = []
    for mark in _elements(data, "Placemark"):
        (point,) = mark.getElementsByTagName("Point")
        x, y = _text(point, "coordinates").strip().split(",")[:2]
        rows.append((_text(mark, "name").strip(), _number(x), _number(y)))
    if len({name for name, _, _ in rows}) < len(rows):
        raise Unsure("names that repeat")
    return _collect(rows)


def of_kmz(data: bytes, seed: Seed) -> Places | None:
    """Placemarks of the one file in it."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return of_kml(archive.read("doc.kml"), seed)


def of_gpkg(data: bytes, seed: Seed) -> Places | None:  # noqa: ARG001
    """Read the table as SQLite itself does, and places from their bytes."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(data)
        try:
            found = database.execute("SELECT name, geom FROM a ORDER BY fid").fetchall()
        except sqlite3.Error as error:
            raise Unsure(str(error)) from error
    rows = []
    for name, blob in found:
        if not isinstance(blob, bytes) or blob[:2] != b"GP" or blob[3] != 1 or len(blob) != 29:
            raise Unsure("another layout")
        if blob[8:13] != b"\1\1\0\0\0" or not isinstance(name, str):
            raise Unsure("another layout")
        rows.append((name.strip(), *struct.unpack("<dd", blob[13:])))
    if len({name for name, *_ in rows}) < len(rows) or "" in {name for name, *_ in rows}:
        raise Unsure("names that repeat")
    return _collect(rows)


def of_shapefile(data: bytes, seed: Seed) -> Places | None:
    """Read records one after the other, and the first column of the table."""
    parts, before = (_by_suffix(content) for content in (data, seed.data))
    if parts.get("prj") != before["prj"]:
        raise Unsure("another system")
    shapes, table = parts["shp"], parts["dbf"]
    count, start, width = struct.unpack("<IHH", table[4:12])
    length = table[32 + 16]
    cells = [table[start + k * width : start + (k + 1) * width] for k in range(count)]
    if any(cell[:1] != b" " for cell in cells) or table[32:36] != b"name" or len(shapes) < 100:
        raise Unsure("another layout")
    rows = []
    for k, cell in enumerate(cells):
        record = shapes[100 + 28 * k : 128 + 28 * k]
        if record[:12] != struct.pack(">iii", k + 1, 10, 0x01000000):
            raise Unsure("another layout")
        name = cell[1 : 1 + length].decode("utf-8").rstrip(" \0")
        rows.append((name.strip(), *struct.unpack("<dd", record[12:28])))
    if len({name for name, *_ in rows}) < len(rows) or parts.get("cpg", b"UTF-8") != b"UTF-8":
        raise Unsure("names that repeat")
    return _collect(rows)


def _by_suffix(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name.rpartition(".")[2]: archive.read(name) for name in archive.namelist()}


def of_workbook(data: bytes, seed: Seed) -> Places | None:  # noqa: ARG001
    """Read the one sheet, by way of a document tree."""
    from defusedxml.minidom import parseString

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        text: Any = archive.read("xl/worksheets/sheet1.xml")
        sheet: Any = parseString(text, forbid_dtd=True)
        if "xl/sharedStrings.xml" in archive.namelist():
            raise Unsure("texts elsewhere")
    rows = []
    for k, row in enumerate(sheet.getElementsByTagName("row")):
        cells = {}
        for cell in row.getElementsByTagName("c"):
            kind = cell.getAttribute("t") or "n"
            if kind not in ("n", "inlineStr") or cell.getAttribute("s") not in ("", "0"):
                raise Unsure("another kind of cell")
            inner = cell if kind == "n" else cell.getElementsByTagName("is")[0]
            value = _text(inner, "v" if kind == "n" else "t")
            cells[cell.getAttribute("r")[:1]] = value
        if k == 0 and cells != {"A": "name", "B": "x", "C": "y", "D": "zinc"}:
            raise Unsure("another header")
        if k and not {"A", "B", "C"} <= cells.keys():
            raise Unsure("gaps")
        if k:
            x, y = (_number(cells[name].strip()) for name in "BC")  # XML has line breaks too
            rows.append((cells["A"].strip(), x, y))
    return _collect(rows)


def of_ascii_grid(data: bytes, seed: Seed) -> Places | None:  # noqa: ARG001
    """Read the six lines of the header in their order, then rows."""
    lines = [x.strip() for x in data.decode("utf-8-sig").replace("\r\n", "\n").split("\n")]
    keys = ("ncols", "nrows", "xllcorner", "yllcorner", "cellsize", "nodata_value")
    if [line.lower().split()[:1] for line in lines[:6]] != [[key] for key in keys]:
        raise Unsure("another header")
    head = dict(zip(keys, (_number(line.split()[1]) for line in lines[:6]), strict=True))
    cells = [[_number(word) for word in line.split()] for line in lines[6:] if line]
    if len(cells) != head["nrows"] or any(len(row) != head["ncols"] for row in cells):
        return None
    size, top = head["cellsize"], head["yllcorner"] + head["nrows"] * head["cellsize"]
    there = [
        (i, j)
        for i, row in enumerate(cells)
        for j, cell in enumerate(row)
        if cell != head["nodata_value"]
    ]
    return {
        str(k): (head["xllcorner"] + (j + 0.5) * size, top - (i + 0.5) * size)
        for k, (i, j) in enumerate(there)
    }


def of_dimacs(data: bytes, seed: Seed) -> Edges | None:  # noqa: ARG001
    """Arcs by words, for the edges."""
    words = [line.split() for line in data.decode("latin-1").replace("\r", "").split("\n")]
    arcs = [row for row in words if row and row[0] == "a"]
    (problem,) = [row for row in words if row and row[0] == "p"]
    if int(problem[3]) != len(arcs) or any(len(row) != 4 for row in arcs):
        return None
    if any(not 1 <= int(end) <= int(problem[2]) for row in arcs for end in row[1:3]):
        return None
    ends = [(str(int(a)), str(int(b))) for _, a, b, _ in arcs]
    return {(min(a, b), max(a, b)): 1.0 for a, b in ends if a != b}


def of_osmnx(data: bytes, seed: Seed) -> Places | None:  # noqa: ARG001
    """Nodes by way of a document tree."""
    if re.search(rb"<default|<!--|<graph edgedefault=\"u", data):
        raise Unsure("another layout")
    rows = []
    for node in _elements(data, "node"):
        found = {
            x.getAttribute("key"): x.firstChild.data.strip() if x.firstChild else ""
            for x in node.getElementsByTagName("data")
        }
        if not {"x", "y"} <= found.keys():
            raise Unsure("no places")
        rows.append((node.getAttribute("id"), _number(found["x"]), _number(found["y"])))
    return _collect(rows)


def unsure(data: bytes, seed: Seed) -> None:
    """Images: there is no second reader for them here."""
    raise Unsure(f"{len(data)} bytes of {seed.suffix}")


SITE_ORACLES: dict[str, Callable[[bytes, Seed], Any]] = {
    "points": of_points,
    "gpx": of_gpx,
    "kml": of_kml,
    "kmz": of_kmz,
    "gpkg": of_gpkg,
    "shp.zip": of_shapefile,
    "tif": unsure,
    "asc": of_ascii_grid,
    "gr": of_dimacs,
    "xlsx": of_workbook,
    "osmnx": of_osmnx,
}
