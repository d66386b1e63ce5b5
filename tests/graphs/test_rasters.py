"""Rasters as graphs: GeoTIFF as rasterio writes it, ASCII grids as GDAL and people do."""

from __future__ import annotations

import struct
import sys
import zipfile

import numpy as np
import pytest
import rasterio
import rasterio.control
import rasterio.shutil

import cheapbandits as cb
from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import GraphFileError, MissingExtraError, ParameterError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import read_graph
from cheapbandits.graphs.files.used_columns import used_columns

ROWS, COLUMNS = 4, 6


def heights():
    """Return values of cells, of which the first and one in the middle have none."""
    values = np.arange(ROWS * COLUMNS, dtype=float).reshape(ROWS, COLUMNS) / 2
    values[0, 0] = values[2, 3] = np.nan
    return values


def write_tif(path, values=None, crs="EPSG:28992", nodata=-1.0, corner=(178_000, 330_040), **more):
    bands = np.atleast_3d(heights() if values is None else values)
    bands = bands.transpose(2, 0, 1) if bands.shape[2] != 1 else bands[None, :, :, 0]
    filled = np.where(np.isnan(bands), nodata, bands) if nodata is not None else bands
    more = {"dtype": "float32", "driver": "GTiff", **more}
    with rasterio.open(
        path,
        "w",
        count=len(bands),
        height=bands.shape[1],
        width=bands.shape[2],
        crs=crs,
        nodata=nodata,
        transform=rasterio.Affine(10, 0, corner[0], 0, -10, corner[1]),
        **more,
    ) as image:
        image.write(filled.astype(more["dtype"]))
    return path


ASC = """ncols 6
nrows 4
xllcorner 178000
yllcorner 330000
cellsize 10
NODATA_value -1
"""
ROW, NONE = "1 1 1 1 1 1\n", "-1 -1 -1 -1 -1 -1\n"


def write_asc(path, head=ASC, values=None):
    filled = np.where(np.isnan(heights()), -1, heights()) if values is None else values
    rows = "\n".join(" ".join(f"{value:g}" for value in row) for row in filled)
    path.write_text(f"{head}{rows}\n")
    return path


def expected_edges(neighbors):
    """Return pairs of cells by distance: no step more than one to a side."""
    cells = [(i, j) for i in range(ROWS) for j in range(COLUMNS) if np.isfinite(heights()[i, j])]
    reach = 1.0 if neighbors == 4 else 1.5
    return [
        [a, b]
        for a, first in enumerate(cells)
        for b, second in enumerate(cells)
        if a < b and np.hypot(*np.subtract(first, second)) <= reach
    ]


@pytest.mark.parametrize("write", [write_tif, write_asc])
def test_cells_with_data_are_nodes(tmp_path, write):
    path = write(tmp_path / ("dem.tif" if write is write_tif else "dem.asc"))
    graph = read_graph(path)
    assert graph.n_nodes == 22
    assert graph.edges()[0].tolist() == expected_edges(4)
    assert read_graph(path, n_neighbors=8).edges()[0].tolist() == expected_edges(8)
    assert graph.coordinates[0].tolist() == [178_015.0, 330_035.0]  # the second of the upper row
    assert graph.coordinates[-1].tolist() == [178_055.0, 330_005.0]
    assert graph.crs == ("EPSG:28992" if write is write_tif else None)
    known = heights()[np.isfinite(heights())]
    assert read_values(path, graph, "1").tolist() == known.tolist()
    with pytest.raises(ParameterError, match="4 or 8 neighbours, got 6"):
        read_graph(path, n_neighbors=6)
    with pytest.raises(ParameterError, match="no band is called 'zinc'; there are '1'"):
        read_values(path, graph, "zinc")


def test_a_whole_raster_is_a_grid(tmp_path):
    path = write_tif(tmp_path / "all.tif", np.ones((5, 7)))
    assert read_graph(path).fingerprint == cb.grid(5, 7).fingerprint


def test_an_ascii_grid_as_gdal_writes_it(tmp_path):
    tif = write_tif(tmp_path / "dem.tif")
    rasterio.shutil.copy(tif, tmp_path / "dem.asc", driver="AAIGrid")
    assert (tmp_path / "dem.prj").exists()
    assert read_graph(tmp_path / "dem.asc") == read_graph(tif)


def test_cells_given_by_their_middles(tmp_path):
    head = ASC.replace("xllcorner 178000", "XLLCENTER 178005").replace(
        "yllcorner 330000", "YLLCENTER 330005"
    )
    path, same = write_asc(tmp_path / "a.asc", head), write_asc(tmp_path / "b.asc")
    assert read_graph(path) == read_graph(same)


def test_bands_are_scaled_and_named(tmp_path):
    path = write_tif(tmp_path / "two.tif", np.dstack([heights(), heights() + 1]), dtype="int16")
    with rasterio.open(path, "r+") as image:
        image.scales, image.offsets = (1.0, 0.1), (0.0, 5.0)
        image.set_band_description(2, "zinc")
    graph = read_graph(path)
    values = read_values(path, graph, "zinc")
    whole = np.trunc(heights() + 1)[np.isfinite(heights())]
    assert values == pytest.approx(whole / 10 + 5)
    assert read_values(path, graph, "2").tolist() == values.tolist()


def test_a_mask_takes_cells_out_and_values_stay_in_place(tmp_path):
    path = write_tif(tmp_path / "dem.tif")
    mask = np.ones((ROWS, COLUMNS))
    mask[:, :3] = 0
    masks = write_tif(tmp_path / "mask.tif", mask, dtype="uint8", nodata=255)
    graph = read_graph(path, mask_layer=str(masks))
    there = np.isfinite(heights()) & (mask == 1)
    assert graph.n_nodes == there.sum()
    assert read_values(path, graph, "1").tolist() == heights()[there].tolist()
    rows = read_import(path, graph, None, "1").rows
    assert [row.reading for row in rows] == heights()[there].tolist()
    ascii_mask = write_asc(tmp_path / "mask.asc", values=mask)
    assert read_graph(path, mask_layer=str(ascii_mask)) == graph
    small = write_tif(tmp_path / "small.tif", mask[:3])
    with pytest.raises(GraphFileError, match=r"small\.tif: 3 x 6 cells, and 4 x 6"):
        read_graph(path, mask_layer=str(small))
    moved = write_tif(tmp_path / "moved.tif", mask, corner=(178_005, 330_040))
    with pytest.raises(GraphFileError, match=r"moved\.tif: its cells lie 5 from those"):
        read_graph(path, mask_layer=str(moved))
    other = write_tif(tmp_path / "other.tif", corner=(178_003, 330_040))
    with pytest.raises(ParameterError, match="no cell has its middle at node 0"):
        read_values(other, graph, "1")


def test_a_raster_in_degrees(tmp_path):
    path = write_tif(tmp_path / "world.tif", np.ones((3, 3)), crs="EPSG:4326", corner=(0, 40))
    graph = read_graph(path)
    assert graph.crs == "EPSG:4326"
    assert graph.coordinates[0].tolist() == [5.0, 35.0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ASC + "1 2 3\n", "line 7: 3 numbers in a row"),
        (ASC.replace("ncols 6", "ncols 6.5") + "1\n", "ncols must be a whole number"),
        (ASC.replace("ncols 6", "ncols 99999999") + "1\n", "claims 399,999,996 nodes"),
        (ASC.replace("cellsize 10", "cellsize 0") + ROW * 4, "no cellsize above 0"),
        (ASC.replace("xllcorner 178000\n", "") + ROW * 4, "no xllcorner"),
        (ASC + ROW * 3 + "1 1 1 1 1 1_0\n", "a cell holds '1_0'"),
        (ASC + ROW * 3 + "1 1 1 1 1 1e300\n", "more than 1e"),
        (ASC + NONE * 3 + "-1 -1 -1 -1 -1 1\n", "1 cells hold data"),
        ("nrows 2\n1 2\n", "must begin with ncols and nrows"),
        ("ncols two\n", "line 1: expected 'ncols' once"),
    ],
)
def test_broken_ascii_grids_are_refused(tmp_path, text, said):
    (tmp_path / "a.asc").write_text(text)
    with pytest.raises(GraphFileError, match=said):
        read_graph(tmp_path / "a.asc")


def test_a_tiff_that_claims_too_much_is_refused(tmp_path):
    path = write_tif(tmp_path / "a.tif", np.ones((40, 40)), compress="deflate")
    data = bytearray(path.read_bytes())
    # Width and height stand in the first directory, as tags 256 and 257.
    (at,) = struct.unpack_from("<I", data, 4)
    (count,) = struct.unpack_from("<H", data, at)
    for entry in range(at + 2, at + 2 + 12 * count, 12):
        tag, kind = struct.unpack_from("<HH", data, entry)
        if tag in (256, 257):
            struct.pack_into("<H" if kind == 3 else "<I", data, entry + 8, 50_000)
    path.write_bytes(data)
    with pytest.raises(GraphFileError, match="needs 20,000,000,000 bytes"):
        read_graph(path)


def test_a_tiff_is_only_what_its_name_says(tmp_path):
    path = tmp_path / "a.tif"
    path.write_text("<VRTDataset rasterXSize='1' rasterYSize='1'></VRTDataset>")
    with pytest.raises(GraphFileError, match="this is no TIFF"):
        read_graph(path)
    good = write_tif(tmp_path / "b.tif").read_bytes()
    for size in (8, 100, len(good) - 40):
        path.write_bytes(good[:size])
        with pytest.raises(GraphFileError, match=r"a\.tif: cannot be read"):
            read_graph(path)


def test_a_picture_of_which_points_are_placed_says_what_brings_it_there(tmp_path):
    path = tmp_path / "photo.tif"
    corners = [(0, 0, 5.0, 52.0), (0, 3, 5.1, 52.0), (3, 0, 5.0, 51.9)]
    points = [rasterio.control.GroundControlPoint(*corner) for corner in corners]
    with rasterio.open(
        path, "w", "GTiff", 3, 3, 1, dtype="uint8", gcps=points, crs="EPSG:4326"
    ) as image:
        image.write(np.ones((1, 3, 3), dtype=np.uint8))
    with pytest.raises(GraphFileError, match=r"only single points are placed; .*gdalwarp photo"):
        read_graph(path)


def test_a_picture_without_places_is_refused(tmp_path):
    import warnings

    path = tmp_path / "photo.tif"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with rasterio.open(path, "w", "GTiff", 3, 3, 1, dtype="uint8") as image:
            image.write(np.ones((1, 3, 3), dtype=np.uint8))
    for suffix in (".tfw", ".tifw", ".wld"):
        beside = path.with_suffix(suffix)
        beside.write_text("10\n0\n0\n-10\n178005\n330035\n")
        with pytest.raises(GraphFileError, match=r"world file .*\(gdal_translate -a_srs EPSG:CODE"):
            read_graph(path)
        beside.unlink()
    with pytest.raises(GraphFileError, match="a picture without places; give a GeoTIFF"):
        read_graph(path)


def test_without_the_extra_ascii_grids_go_on(tmp_path, monkeypatch):
    path, grid = write_tif(tmp_path / "dem.tif"), write_asc(tmp_path / "dem.asc")
    for library in ("rasterio", "pyproj", "pyogrio", "shapely"):
        monkeypatch.setitem(sys.modules, library, None)
    assert read_graph(grid).n_nodes == 22
    with pytest.raises(MissingExtraError, match=r"cheapbandits\[gis\]"):
        read_graph(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda head, body: (head, body.replace("\n", " ")), "line 7: 24 numbers in a row"),
        (lambda head, body: (head, body.replace(" ", "\n")), "line 7: 1 numbers in a row"),
        (
            lambda head, body: (head.replace("ncols 6\nnrows 4", "ncols 4\nnrows 6"), body),
            "line 7: 6 numbers in a row, and ncols is 4",
        ),
        (lambda head, body: (head.replace("nrows 4", "nrows 3"), body), "4 rows of .* nrows is 3"),
        (lambda head, body: (head, body.replace("4.5", "nan")), "a cell holds 'nan'"),
        (lambda head, body: (head, body.replace("4.5", "\u0663")), "a cell holds"),
    ],
)
def test_an_ascii_grid_stands_in_rows_of_numbers(tmp_path, change, message):
    path = write_asc(tmp_path / "a.asc")
    body = path.read_text().removeprefix(ASC)
    path.write_text("".join(change(ASC, body)), encoding="utf-8")
    with pytest.raises(GraphFileError, match=message):
        read_graph(path)


def test_an_infinite_cell_is_not_passed_over(tmp_path):
    values = heights()
    values[1, 1] = np.inf
    with pytest.raises(GraphFileError, match="a cell holds more than"):
        read_graph(write_tif(tmp_path / "a.tif", values))
    # Unless the file says that this is how it writes that there is nothing.
    there = read_graph(
        write_tif(tmp_path / "b.tif", np.where(np.isnan(values), np.inf, values), nodata=np.inf)
    )
    assert there.n_nodes == 21


@pytest.mark.parametrize("shape", [(1e-300, 0, 0, -1e-300), (10, 10, 10, 10)])
def test_cells_without_a_size_are_refused(tmp_path, shape):
    path = write_tif(tmp_path / "a.tif")
    a, b, d, e = shape
    with rasterio.open(path, "r+") as image:
        image.transform = rasterio.Affine(a, b, 178_000, d, e, 330_040)
    with pytest.raises(GraphFileError, match="its cells have no size"):
        read_graph(path)


PAM = """<PAMDataset>{extra}
  <PAMRasterBand band="1">{name}<NoDataValue>{nodata}</NoDataValue></PAMRasterBand>
</PAMDataset>
"""


def two_cells_off(values, filled):
    return np.where(np.isnan(heights()), filled, values)


@pytest.mark.parametrize("kind", ["uint8", "float32"])
@pytest.mark.parametrize("data", [1, 2])
def test_an_alpha_band_says_where_cells_are(tmp_path, kind, data):
    alpha = two_cells_off(200.0, 0.0)
    bands = np.dstack([*[two_cells_off(heights() * 2, 7.0)] * data, alpha])
    path = write_tif(tmp_path / "a.tif", bands, nodata=None, dtype=kind, photometric="minisblack")
    with rasterio.open(path, "r+") as image:
        interp = [rasterio.enums.ColorInterp.gray] * data
        image.colorinterp = [*interp, rasterio.enums.ColorInterp.alpha]
    graph = read_graph(path)
    assert graph.n_nodes == 22
    assert (
        read_values(path, graph, "1").tolist() == (heights() * 2)[np.isfinite(heights())].tolist()
    )
    with pytest.raises(ParameterError, match=f"band '{data + 1}' holds no value"):
        read_values(path, graph, str(data + 1))


@pytest.mark.parametrize("zipped", [False, True])
def test_what_stands_beside_a_geotiff_counts(tmp_path, zipped):
    path = write_tif(tmp_path / "a.tif", two_cells_off(heights(), 77.0), nodata=None)
    plain = path.read_bytes()
    beside = PAM.format(extra="", name="<Description>zinc</Description>", nodata="7.7e+01")
    if zipped:
        path = tmp_path / "a.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("a.tif", plain)
            archive.writestr("a.tif.aux.xml", beside)
    else:
        (tmp_path / "a.tif.aux.xml").write_text(beside)
    graph = read_graph(path)
    assert graph.n_nodes == 22
    assert read_values(path, graph, "zinc").max() == np.nanmax(heights())


def test_a_mask_of_other_places_is_refused(tmp_path):
    """Seen: the numbers were the same, and the places 600 km away; or the mask lay turned."""
    square = np.arange(9.0).reshape(3, 3)
    path, lower = write_tif(tmp_path / "a.tif", square), np.tril(np.ones((3, 3)))
    masks = {"crs": write_tif(tmp_path / "b.tif", lower, crs="EPSG:32631", nodata=None)}
    masks["cells lie"] = write_tif(tmp_path / "c.tif", lower.T, nodata=None)
    with rasterio.open(masks["cells lie"], "r+") as image:
        image.transform = rasterio.Affine(0, 10, 178_000, -10, 0, 330_040)
    with pytest.raises(GraphFileError, match="the same numbers are other places"):
        read_graph(path, mask_layer=str(masks["crs"]))
    with pytest.raises(GraphFileError, match="cells lie 20 from those of the raster"):
        read_graph(path, mask_layer=str(masks["cells lie"]))
    for crs in ("EPSG:28992", None):
        fine = write_tif(tmp_path / "d.tif", lower, crs=crs, nodata=None)
        assert read_graph(path, mask_layer=str(fine)).n_nodes == 6


def test_a_mask_beside_a_geotiff_counts(tmp_path):
    path = write_tif(tmp_path / "a.tif", two_cells_off(heights(), 77.0), nodata=None)
    mask = two_cells_off(255.0, 0.0)
    write_tif(tmp_path / "b.tif", mask, nodata=None, dtype="uint8")
    (tmp_path / "b.tif").rename(tmp_path / "a.tif.msk")
    assert read_graph(path).n_nodes == 22


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<PAMDataset>", "a.tif.aux.xml"),
        (PAM.format(extra="", name="", nodata="none"), "'none' is no number"),
        ("<!DOCTYPE x [<!ENTITY e 'x'>]><PAMDataset>&e;</PAMDataset>", "a.tif.aux.xml"),
    ],
)
def test_what_stands_beside_a_geotiff_is_looked_at(tmp_path, text, said):
    path = write_tif(tmp_path / "a.tif")
    (tmp_path / "a.tif.aux.xml").write_text(text)
    with pytest.raises(GraphFileError, match=said):
        read_graph(path)


@pytest.mark.parametrize(
    ("nodata", "cell"),
    [
        ("-3.4028235e+38", "-3.402823e+38"),
        ("-3.402823e+38", "-3.4028234663852886e+38"),
        ("-9999.9", "-9999.900390625"),
        ("-9999.0", "-9999"),
        ("0", "0.0"),
    ],
)
def test_an_ascii_grid_knows_its_nodata_however_it_is_printed(tmp_path, nodata, cell):
    path = tmp_path / "a.asc"
    head = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n"
    path.write_text(f"{head}NODATA_value {nodata}\n1 2 3\n4 {cell} 6\n")
    assert read_graph(path).n_nodes == 5


def test_four_bands_of_a_satellite_are_not_taken_for_a_picture(tmp_path):
    """Four bands of bytes are written as red, green, blue and alpha, whatever they hold."""
    bands = np.dstack([heights() * k for k in (1, 2, 3, 4)])
    path = write_tif(tmp_path / "a.tif", np.nan_to_num(bands), nodata=None, dtype="uint8")
    with pytest.raises(
        GraphFileError, match=r"band 4 is marked as alpha.*-colorinterp_4 undefined"
    ):
        read_graph(path)
    with rasterio.open(path, "r+") as image:
        image.colorinterp = [rasterio.enums.ColorInterp.undefined] * 4
    graph = read_graph(path)
    assert graph.n_nodes == 24
    assert read_values(path, graph, "4").max() == 46


def cover(path, *fills, kind="uint8", **more):
    """Write shares from 0 to 100 in whole numbers, and what stands in the first cells instead."""
    values = (np.arange(ROWS * COLUMNS) * 37 % 101).reshape(ROWS, COLUMNS)
    values.ravel()[: len(fills)] = fills
    return write_tif(path, values, nodata=more.pop("nodata", None), dtype=kind, **more)


@pytest.mark.parametrize(
    ("fills", "kind", "said"),
    [
        ((255, 255, 255), "uint8", "255 stands in 3 of 24"),
        ((255,), "uint8", "255 stands in 1 of 24"),
        ((254, 255), "uint8", "stands in 1 of 24"),
        ((250, 250), "uint8", "250 stands in 2"),
        ((-128, -128), "int8", "-128 stands in 2"),
        ((4294967295, 4294967295), "uint32", "4294967295 stands in 2"),
    ],
)
def test_bytes_that_may_hold_no_data_are_asked_about(tmp_path, fills, kind, said):
    path = cover(tmp_path / "a.tif", *fills, kind=kind)
    with pytest.raises(GraphFileError, match=f"{said}.*--nodata {max(fills, key=abs)} "):
        read_graph(path)
    whole = read_graph(path, nodata=False)
    assert whole.n_nodes == 24
    with pytest.raises(ParameterError, match=said):
        read_values(path, whole, "1")
    if len(set(fills)) == 1:
        assert read_graph(path, nodata=fills[0]).n_nodes == 24 - len(fills)


def test_bytes_that_reach_there_are_taken(tmp_path):
    picture = np.arange(ROWS * COLUMNS).reshape(ROWS, COLUMNS) * 255 // 23
    assert read_graph(write_tif(tmp_path / "a.tif", picture, nodata=None, dtype="uint8"))
    # What the file says is no data leaves nothing to ask, and a mask is most often 0 and 255.
    said = cover(tmp_path / "b.tif", 255, 255, 255, nodata=255)
    assert read_graph(said).n_nodes == 21
    plain = cover(tmp_path / "c.tif")
    mask = write_tif(tmp_path / "d.tif", np.where(picture > 99, 255, 0), nodata=None, dtype="uint8")
    assert read_graph(plain, mask_layer=str(mask)).n_nodes == (picture > 99).sum()


def tagged(path, band=True, scale=None, **tags):
    cover(path, -3000, -3000, kind="int16")
    with rasterio.open(path, "r+") as image:
        image.update_tags(
            *[1] if band else [], **{k.replace("__", "#"): v for k, v in tags.items()}
        )
        if scale is not None:
            image.scales = [scale]
    return path


@pytest.mark.parametrize(
    ("band", "name"),
    [(True, "_FillValue"), (False, "missing_value"), (False, "ndvi___FillValue")],
)
def test_no_data_in_a_tag_counts(tmp_path, band, name):
    path = tagged(tmp_path / "a.tif", band, **{name: "-3000"})
    graph = read_graph(path)
    assert graph.n_nodes == 22
    assert read_values(path, graph, "1").min() >= 0


def test_a_scale_in_a_tag_is_asked_about(tmp_path):
    path = tagged(tmp_path / "a.tif", scale_factor="0.0001", add_offset="0", _FillValue="-3000")
    with pytest.raises(GraphFileError, match=r"band 1: its tag scale_factor says 0.0001.*-scale"):
        read_graph(path)
    tagged(path, add_offset="273.15")
    with pytest.raises(GraphFileError, match=r"add_offset says 273.15.*-offset 273.15"):
        read_graph(path)
    tagged(path, _FillValue="none")
    with pytest.raises(GraphFileError, match="_fillvalue says 'none'"):
        read_graph(path)
    tagged(path, scale_factor="1.0", add_offset="0.0", _FillValue="-3000")
    assert read_graph(path).n_nodes == 22
    tagged(path, scale=0.01, scale_factor="0.0001", _FillValue="-3000")
    assert read_values(path, read_graph(path), "1").max() <= 1  # as the band says


def test_a_mark_that_was_scaled_is_known(tmp_path):
    path = cover(tmp_path / "a.tif", 32767, 32767, kind="int16")
    with rasterio.open(path, "r+") as image:
        image.scales = [0.0001]
    with pytest.raises(GraphFileError, match=r"3\.2767 stands in 2 of 24 cells.*--nodata 3\.2767"):
        read_graph(path)
    assert read_graph(path, nodata=3.2767).n_nodes == 22


def test_the_same_numbers_in_another_system_are_other_places(tmp_path):
    graph = read_graph(write_tif(tmp_path / "a.tif"))
    other = write_tif(tmp_path / "b.tif", crs="EPSG:32631")
    for read in (read_values, read_import):
        with pytest.raises(ParameterError, match="of EPSG:32631, and the graph's of EPSG:28992"):
            read(other, graph, column="1")
    # Where one says nothing, numbers are all there is.
    unsaid = write_tif(tmp_path / "c.tif", crs=None)
    assert read_values(unsaid, graph, "1").shape == (22,)
    assert read_values(other, read_graph(unsaid), "1").shape == (22,)
    # ETRS89 and WGS 84 are the same within metres.
    zone = read_graph(write_tif(tmp_path / "d.tif", crs="EPSG:25831", corner=(500_000, 5_600_000)))
    near = write_tif(tmp_path / "e.tif", crs="EPSG:32631", corner=(500_000, 5_600_000))
    assert read_values(near, zone, "1").shape == (22,)


@pytest.mark.parametrize("word", ["nan", "NaN", "-nan"])
def test_an_ascii_grid_without_a_number_where_nothing_is(tmp_path, word):
    path = write_tif(tmp_path / "a.tif", heights(), nodata=np.nan)
    rasterio.shutil.copy(path, tmp_path / "b.asc", driver="AAIGrid")
    text = (tmp_path / "b.asc").read_text()
    assert "nan" in text  # as GDAL writes it
    (tmp_path / "b.asc").write_text(text.replace("nan", word))
    graph = read_graph(tmp_path / "b.asc")
    assert graph.n_nodes == ROWS * COLUMNS - 2
    assert read_values(tmp_path / "b.asc", graph, "1").max() == np.nanmax(heights())
    (tmp_path / "b.asc").write_text(text.replace(" nan\n", " -9999\n", 1))
    with pytest.raises(GraphFileError, match="a cell holds 'nan'"):
        read_graph(tmp_path / "b.asc")


@pytest.mark.parametrize("west", [0, 100, 359, 359.9, -540])
def test_a_raster_may_go_beyond_360(tmp_path, west):
    path = tmp_path / "a.asc"
    head = f"ncols 6\nnrows 4\nxllcorner {west}\nyllcorner 20\ncellsize 0.5\n"
    path.write_text(head + 4 * ROW)
    graph = read_graph(path, crs="EPSG:4326")
    wanted = (west + 0.25 + 0.5 * np.arange(6) + 180) % 360 - 180
    assert np.allclose(graph.coordinates[:6, 0], wanted)
    path.write_text(head.replace("0.5", "80") + 4 * ROW)
    with pytest.raises(GraphFileError, match="not degrees"):
        read_graph(path, crs="EPSG:4326")


def test_two_bands_of_one_name_are_told_apart_by_their_numbers(tmp_path):
    path = write_tif(tmp_path / "a.tif", np.dstack([heights(), 2 * heights()]))
    with rasterio.open(path, "r+") as image:
        image.descriptions = ("temp", "temp")
    graph = read_graph(path)
    with pytest.raises(cb.CheapBanditsError, match=r"bands 1 and 2 .*'temp'; .*--values 1"):
        read_values(path, graph, "temp")
    np.testing.assert_array_equal(read_values(path, graph, "2"), 2 * read_values(path, graph, "1"))


def test_a_word_that_is_a_number_and_another_band_s_description_is_asked_about(tmp_path):
    """Bands described '2' and '1': --readings 1 took the second without a word."""
    path = write_tif(tmp_path / "a.tif", np.dstack([heights(), 2 * heights()]))
    with rasterio.open(path, "r+") as image:
        image.descriptions = ("2", "1")
    graph = read_graph(path)
    with pytest.raises(cb.CheapBanditsError, match="--values 'band 1' or --values 'band 2'"):
        read_values(path, graph, "1")
    one, two = (read_values(path, graph, f"band {k}") for k in (1, 2))
    np.testing.assert_array_equal(one, np.sort(heights()[~np.isnan(heights())]))
    np.testing.assert_array_equal(two, 2 * one)


def test_info_lists_the_bands_of_a_raster(tmp_path):
    path = write_tif(tmp_path / "a.tif", np.dstack([heights(), 2 * heights(), heights()]))
    with rasterio.open(path, "r+") as image:
        image.descriptions = ("zinc", "1", "")
    assert used_columns(path).bands == ("zinc", "2", "3")


def test_a_tiff_of_two_pages_is_refused(tmp_path):
    """Only the first was read, without a word."""
    path = write_tif(tmp_path / "a.tif")
    write_tif(path, 2 * heights(), APPEND_SUBDATASET="YES")
    with pytest.raises(GraphFileError, match=r"2 pages.*GTIFF_DIR:1:a.tif page1.tif"):
        read_graph(path)


def test_very_many_bands_are_refused_at_once(tmp_path):
    """Seen: of 20 kB with 2,000 bands half a minute, of 80 kB with 8,000 no end."""
    path = tmp_path / "many.tif"
    size = {"width": 2, "height": 2, "count": 1001, "dtype": "uint8", "interleave": "pixel"}
    where = rasterio.Affine(10, 0, 500_000, 0, -10, 5_600_000)
    with rasterio.open(path, "w", driver="GTiff", crs="EPSG:32631", transform=where, **size) as out:
        out.write(np.ones((1001, 2, 2), "uint8"))
    with pytest.raises(GraphFileError, match=r"1,001 bands, at most 1,000 .*gdal_translate -b"):
        read_graph(path)
