"""Good files of sites: maps, rasters, workbooks and tables, so small that all sites are joined.

Files that a library writes are made once for each of a few numbers: to write one takes longer than
to read it.
"""

from __future__ import annotations

import io
import random
import tempfile
import warnings
import zipfile
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from tools.fuzz.seeds import WORDS, Seed

__all__ = ["SITE_FORMATS"]

#: Different files of each kind that a library writes.
_VARIANTS = 12


def _sites(rng: random.Random) -> dict[str, tuple[float, float]]:
    """Return a few places in degrees, by name."""
    names = rng.sample(WORDS, rng.randint(3, 8))
    return {name: (rng.randint(-200, 200) / 8, 40 + k / 4) for k, name in enumerate(names)}


def _joined(sites: dict[str, tuple[float, float]]) -> list[tuple[str, str, float]]:
    names = list(sites)
    return [(a, b, 1.0) for k, a in enumerate(names) for b in names[k + 1 :]]


def _seed(suffix: str, data: bytes, sites: dict[str, tuple[float, float]], **more: Any) -> Seed:
    return Seed(suffix, data, _joined(sites), sites=sites, **more)


def _table(rng: random.Random) -> Seed:
    sites = _sites(rng)
    mark = rng.choice(",;")
    rows = [mark.join(["name", "x", "y", "zinc"])]
    rows += [mark.join([f'"{n}"', repr(x), repr(y), "3"]) for n, (x, y) in sites.items()]
    return _seed(".csv", ("\n".join(rows) + "\n").encode(), sites, delimiter=mark, header=True)


def _gpx(rng: random.Random) -> Seed:
    sites = _sites(rng)
    points = "\n".join(
        f'<wpt lat="{y!r}" lon="{x!r}"><ele>{k}</ele><name>{escape(n)}</name></wpt>'
        for k, (n, (x, y)) in enumerate(sites.items())
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="x"'
    text = f'{head} xmlns="http://www.topografix.com/GPX/1/1">\n{points}\n</gpx>\n'
    return _seed(".gpx", text.encode(), sites)


def _kml(rng: random.Random) -> Seed:
    sites = _sites(rng)
    marks = "\n".join(
        f"<Placemark><name>{escape(n)}</name><Point><coordinates>{x!r},{y!r}</coordinates></Point>"
        "</Placemark>"
        for n, (x, y) in sites.items()
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">'
    text = f"{head}\n<Document><name>d</name>\n{marks}\n</Document>\n</kml>\n"
    return _seed(".kml", text.encode(), sites)


def _kmz(rng: random.Random) -> Seed:
    kml = _kml(rng)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("doc.kml", kml.data)
    return _seed(".kmz", out.getvalue(), kml.sites or {})


def _grid(rng: random.Random) -> tuple[np.ndarray[Any, Any], dict[str, tuple[float, float]]]:
    rows, columns = rng.randint(2, 4), rng.randint(2, 4)
    cells = np.array([[rng.choice([1.5, 2, -3, 0]) for _ in range(columns)] for _ in range(rows)])
    cells[0, 0] = -1
    there = [(i, j) for i in range(rows) for j in range(columns) if cells[i, j] != -1]
    sites = {
        str(k): (178_005.0 + 10 * j, 330_000.0 + 10 * rows - 5 - 10 * i)
        for k, (i, j) in enumerate(there)
    }
    return cells, sites


def _beside(sites: dict[str, tuple[float, float]]) -> list[tuple[str, str, float]]:
    return [
        (a, b, 1.0)
        for a, (x, y) in sites.items()
        for b, (u, v) in sites.items()
        if (x, -y) < (u, -v) and abs(x - u) + abs(y - v) == 10
    ]


def _asc(rng: random.Random) -> Seed:
    cells, sites = _grid(rng)
    rows, columns = cells.shape
    head = f"ncols {columns}\nnrows {rows}\nxllcorner 178000\nyllcorner 330000\ncellsize 10\n"
    body = "\n".join(" ".join(f"{cell:g}" for cell in row) for row in cells)
    data = f"{head}NODATA_value -1\n{body}\n".encode()
    return Seed(".asc", data, _beside(sites), sites=sites)


def _gr(rng: random.Random) -> Seed:
    n = rng.randint(3, 8)
    pairs = {(k, k + 1) for k in range(1, n)} | {
        (a, b) for a, b in (rng.sample(range(1, n + 1), 2) for _ in range(4)) if a < b
    }
    arcs = [arc for a, b in sorted(pairs) for arc in ((a, b), (b, a))]
    lines = ["c made up", f"p sp {n} {len(arcs)}", *(f"a {a} {b} {7 + a}" for a, b in arcs), ""]
    edges = [(str(a), str(b), 1.0) for a, b in pairs]
    return Seed(".gr", "\n".join(lines).encode(), edges)


def _osmnx(rng: random.Random) -> Seed:
    sites = _sites(rng)
    names = list(sites)
    pairs = [(names[k], names[k + 1]) for k in range(len(names) - 1)]
    arcs = pairs + [(b, a) for a, b in pairs if rng.random() < 0.6]
    nodes = "\n".join(
        f'<node id={quoteattr(n)}><data key="y">{y!r}</data><data key="x">{x!r}</data></node>'
        for n, (x, y) in sites.items()
    )
    edges = "\n".join(
        f'<edge source={quoteattr(a)} target={quoteattr(b)} id="0"><data key="l">3.5</data></edge>'
        for a, b in arcs
    )
    keys = (
        '<key id="l" for="edge" attr.name="length" attr.type="string"/>\n'
        '<key id="y" for="node" attr.name="y" attr.type="string"/>\n'
        '<key id="x" for="node" attr.name="x" attr.type="string"/>\n'
        '<key id="c" for="graph" attr.name="crs" attr.type="string"/>\n'
        '<key id="m" for="graph" attr.name="created_with" attr.type="string"/>\n'
    )
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n{keys}'
        '<graph edgedefault="directed"><data key="m">OSMnx 2.0.0</data>'
        f'<data key="c">epsg:4326</data>\n{nodes}\n{edges}\n</graph>\n</graphml>\n'
    )
    return Seed(".graphml", text.encode(), [(a, b, 1.0) for a, b in pairs], sites=sites)


@cache
def _written(kind: str, variant: int) -> Seed:
    """Return a file as a library writes it."""
    rng = random.Random(f"{kind} {variant}")
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _WRITERS[kind](rng, Path(folder))


def _layer(rng: random.Random, folder: Path, name: str, driver: str) -> dict[str, Any]:
    import pyogrio.raw
    import shapely

    sites = _sites(rng)
    shapes = shapely.to_wkb(shapely.points(list(sites.values())))
    columns = [np.array(list(sites), dtype=object), np.arange(len(sites)) / 2]
    pyogrio.raw.write(
        folder / name,
        shapes,
        columns,
        ["name", "zinc"],
        geometry_type="Point",
        crs="EPSG:4326",
        driver=driver,
    )
    return sites


def _gpkg(rng: random.Random, folder: Path) -> Seed:
    sites = _layer(rng, folder, "a.gpkg", "GPKG")
    return _seed(".gpkg", (folder / "a.gpkg").read_bytes(), sites)


def _shp(rng: random.Random, folder: Path) -> Seed:
    sites = _layer(rng, folder, "a.shp", "ESRI Shapefile")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted(folder.iterdir()):
            archive.writestr(path.name, path.read_bytes())
    return _seed(".zip", out.getvalue(), sites)


def _tif(rng: random.Random, folder: Path) -> Seed:
    import rasterio

    cells, sites = _grid(rng)
    more: dict[str, Any] = {"compress": "deflate"} if rng.random() < 0.3 else {}
    with rasterio.open(
        folder / "a.tif",
        "w",
        driver="GTiff",
        count=1,
        height=cells.shape[0],
        width=cells.shape[1],
        dtype=rng.choice(["float32", "int16", "float64"]),
        nodata=-1,
        crs="EPSG:28992",
        transform=rasterio.Affine(10, 0, 178_000, 0, -10, 330_000 + 10 * cells.shape[0]),
        **more,
    ) as image:
        image.write(np.rint(cells).astype(image.dtypes[0]), 1)
    there = np.rint(cells).ravel() != -1
    assert there.sum() == len(sites)
    return Seed(".tif", (folder / "a.tif").read_bytes(), _beside(sites), sites=sites)


def _xlsx(rng: random.Random, _: Path) -> Seed:
    import openpyxl

    sites = _sites(rng)
    book = openpyxl.Workbook()
    book.active.append(["name", "x", "y", "zinc"])
    for name, (x, y) in sites.items():
        book.active.append([name, x, y, 3])
        book.active.cell(book.active.max_row, 1).data_type = "s"  # a name may begin with =
    out = io.BytesIO()
    book.save(out)
    return _seed(".xlsx", out.getvalue(), sites)


_WRITERS = {"gpkg": _gpkg, "shp": _shp, "tif": _tif, "xlsx": _xlsx}


def _library(kind: str) -> Any:
    return lambda rng: _written(kind, rng.randrange(_VARIANTS))


SITE_FORMATS = {
    "points": _table,
    "gpx": _gpx,
    "kml": _kml,
    "kmz": _kmz,
    "gpkg": _library("gpkg"),
    "shp.zip": _library("shp"),
    "tif": _library("tif"),
    "asc": _asc,
    "gr": _gr,
    "xlsx": _library("xlsx"),
    "osmnx": _osmnx,
}
