"""What is in a file, found again in another way: slowly, plainly, and sharing no code.

Each returns the edges by name, ``None`` where the file should be refused, and raises ``Unsure``
where the rules leave it open (two refusals are never compared). Edges of weight 0 and loops are no
edges.
"""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

import numpy as np

from tools.fuzz.seeds import Seed

__all__ = ["ORACLES", "Edges", "Unsure"]

#: The weight of each pair of names in order.
Edges = dict[tuple[str, str], float]


#: What stands in an edge list where there is no node.
_NO_NODE = {"NA", "na", "NaN", "nan", "null", "NULL", "None", "none", "-", "--", "?", "."}


class Unsure(Exception):
    """The rules do not say what this file holds."""


def _number(text: str) -> float:
    text = text.strip(" \t")
    if not text or set(text) - set("0123456789+-.eE"):
        raise ValueError(text)
    try:
        return float(Decimal(text))
    except (InvalidOperation, OverflowError) as error:
        raise ValueError(text) from error


def _collect(triples: list[tuple[str, str, float]], *, add: bool = False) -> Edges | None:
    edges: Edges = {}
    for a, b, weight in triples:
        if not 0 <= weight <= 1e100:
            return None
        if a == b:
            continue
        key = (min(a, b), max(a, b))
        if key in edges and not add and edges[key] != weight:
            return None
        edges[key] = edges.get(key, 0.0) + weight if add else weight
    return {key: weight for key, weight in edges.items() if weight}


def of_table(data: bytes, seed: Seed) -> Edges | None:
    """Edge lists, with the delimiter and the header that the seed had."""
    text = data.decode("utf-8-sig")
    triples: list[tuple[str, str, float]] = []
    marks = set()
    lines = re.split("\r\n|\r|\n", text)
    first = True
    for line in lines:
        if not line.strip(" \t"):
            continue
        if line.lstrip(" \t")[0] in "#%":
            if first or re.match(r"[ \t]*[#%]+([ \t!]|$)", line):
                continue
            raise Unsure("a comment or a row")
        if seed.delimiter == " " and '"' in line and re.search("[ \t]{2}", line):
            raise Unsure("blanks within quotes")
        if seed.delimiter == " ":
            line = re.sub(r"[ \t]+", " ", line.strip(" \t"))
        blank = " " if seed.delimiter == "\t" else "[ \t]"
        odd = rf'{blank}"|"{blank}|[^,;\t "]"[^,;\t "]'
        if seed.delimiter != " " and re.search(odd, line):
            raise Unsure("blanks beside quotes, or quotes within words")
        (cells,) = csv.reader([line], delimiter=seed.delimiter, strict=True)
        plain = '"' not in line
        cells = [cell.strip(" \t") if plain else cell for cell in cells]
        if first and seed.header:
            if [cell.lower() for cell in cells] != ["source", "target", "weight"]:
                raise Unsure("another header")
            first = False
            continue
        other = {";", "\t", ","} if seed.delimiter in ", " else {";", "\t"}
        if first and other & set(line) - {seed.delimiter}:
            raise Unsure("another delimiter")
        if first and cells[-1].isalpha():
            raise Unsure("a header, or an edge with a word for a weight")
        first = False
        if len(cells) != 3:
            raise Unsure("another number of columns")
        a, b, mark = cells
        if "," in mark and seed.delimiter != ",":
            marks.add(",")
            if "." in mark:
                return None
            mark = mark.replace(",", ".", 1)
        elif "." in mark:
            marks.add(".")
        if not a or not b or {a, b} & _NO_NODE:
            return None
        if any(re.fullmatch(r"-\d+(\.0*)?|\d+\.0+|\d([.,]\d+)?E\+\d+", end) for end in (a, b)):
            raise Unsure("no node, or another that is written otherwise")
        triples.append((a, b, _number(mark)))
    if len(marks) > 1:
        raise Unsure("points and commas")
    return _collect(triples)


def of_attributes(data: bytes, seed: Seed) -> Edges | None:
    """Edges with entries in braces, as Python itself reads these."""
    rows, weights = [], []
    for line in re.split("\r\n|\r|\n", data.decode("utf-8-sig")):
        if not line.strip(" \t") or line.lstrip(" \t")[0] in "#%":
            continue
        ends, opened, inside = line.partition("{")
        if not opened or not ends.endswith((" ", "\t")) or ends.count(",") or ends.count(";"):
            raise Unsure("another kind of table")
        if re.search(r":[ \t]*[+-]?(0[0-9]|inf|nan)", inside):
            raise Unsure("what Python refuses to read, though it may write it")
        said = ast.literal_eval(opened + inside.strip(" \t"))
        if not all(isinstance(key, str) for key in said) or len(said) != inside.count("':"):
            raise Unsure("other entries")
        weights.append(said.get("weight"))
        rows.append(ends)
    if not any(weights):
        raise Unsure("without weights")
    if any(type(weight) not in (int, float) for weight in weights):
        return None
    lines = (f"{row}{weight!r}\n" for row, weight in zip(rows, weights, strict=True))
    return of_table("".join(lines).encode(), seed)


def of_market(data: bytes, seed: Seed) -> Edges | None:  # noqa: ARG001
    """Matrix Market, coordinates only."""
    lines = data.decode("latin-1").split("\n")
    words = lines[0].lower().split()
    if words[:3] != ["%%matrixmarket", "matrix", "coordinate"]:
        raise Unsure("another banner")
    body = [line for line in lines[1:] if line.strip()]
    while body and body[0].startswith("%"):
        body.pop(0)
    rows, columns, count = map(int, body[0].split())
    directed: dict[tuple[int, int], float] = {}
    for line in body[1:]:
        cells = line.strip(" \t\r").replace("\t", " ").split()
        if "\r" in line.rstrip("\r") or len(cells) != (2 if words[3] == "pattern" else 3):
            return None
        i, j = int(cells[0]), int(cells[1])
        weight = 1.0 if len(cells) == 2 else _number(cells[2])
        if directed.setdefault((i, j), weight) != weight or not 1 <= min(i, j) <= rows:
            return None
        if max(i, j) > columns:
            return None
    if len(body) - 1 != count or rows != columns:
        return None
    if words[4] == "general":
        for (i, j), weight in directed.items():
            other = directed.get((j, i), 0.0)
            if other != weight and abs(other - weight) <= 1e-10 * max(other, weight):
                raise Unsure("what rounding does is evened out")
            if other != weight:
                return None
    return _collect([(str(i - 1), str(j - 1), w) for (i, j), w in directed.items()])


def of_graphml(data: bytes, seed: Seed) -> Edges | None:  # noqa: ARG001
    """GraphML by way of a document tree."""
    from defusedxml.minidom import parseString

    # Whatever the namespace is called; the document tree is choosy there.
    plain: Any = re.sub(rb'xmlns="[^"]*"', b"", data)
    root: Any = parseString(plain, forbid_dtd=True).documentElement
    if len(root.getElementsByTagName("*")) > 1000:
        raise Unsure("too much")
    keys = {
        key.getAttribute("id"): key.getAttribute("attr.name")
        for key in root.getElementsByTagName("key")
        if (key.getAttribute("for") or "all") in ("edge", "all")
    }
    if root.getElementsByTagName("default"):
        raise Unsure("a default")
    triples = []
    for edge in root.getElementsByTagName("edge"):
        weight = 1.0
        for datum in edge.getElementsByTagName("data"):
            if keys.get(datum.getAttribute("key")) == "weight":
                weight = _number(
                    "".join(
                        x.data for x in datum.childNodes if hasattr(x, "data") and x.nodeType != 8
                    ).strip()
                )
        triples.append((edge.getAttribute("source"), edge.getAttribute("target"), weight))
    return _collect(triples, add=True)


def of_geojson(data: bytes, seed: Seed) -> Edges | None:  # noqa: ARG001
    """Points, so few that each is joined to all others."""
    features = json.loads(data.decode("utf-8-sig"))["features"]
    names = [feature["properties"].get("name") for feature in features]
    if not all(isinstance(name, str) for name in names) or len(set(names)) < len(names):
        raise Unsure("other names")
    if len(names) > 11 or any(feature["geometry"]["type"] != "Point" for feature in features):
        raise Unsure("other features")
    return _collect([(a, b, 1.0) for k, a in enumerate(names) for b in names[k + 1 :]])


def of_npz(data: bytes, seed: Seed) -> Edges | None:  # noqa: ARG001
    """Matrices as NumPy itself reads them."""
    arrays = dict(np.load(io.BytesIO(data), allow_pickle=False))
    if "names" in arrays or "coordinates" in arrays:
        raise Unsure("names")
    if "format" in arrays:
        dense = np.zeros(arrays["shape"])
        np.add.at(dense, (arrays["row"], arrays["col"]), arrays["data"])
    else:
        (dense,) = arrays.values()
    if not (dense == dense.T).all():
        return None
    rows, columns = np.nonzero(np.triu(dense, 1))
    return _collect(
        [
            (str(i), str(j), float(dense[i, j]))
            for i, j in zip(rows.tolist(), columns.tolist(), strict=True)
        ]
    )


ORACLES: dict[str, Callable[[bytes, Seed], Any]] = {
    ".csv": of_table,
    ".tsv": of_table,
    ".txt": of_table,
    ".edgelist": of_attributes,
    ".mtx": of_market,
    ".graphml": of_graphml,
    ".geojson": of_geojson,
    ".npz": of_npz,
}
