"""The unit that a GeoTIFF says of a band is remembered as that of a column is."""

from __future__ import annotations

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign.import_keys import record
from cheapbandits.campaign.importing import read_import
from cheapbandits.graphs import read_graph

rasterio = pytest.importorskip("rasterio")


def raster(path, values, unit, description=None):
    place = {"crs": "EPSG:28992", "transform": rasterio.Affine(10, 0, 178_000, 0, -10, 330_040)}
    shape = {"count": 1, "height": 3, "width": 4, "dtype": "float32", "driver": "GTiff"}
    with rasterio.open(path, "w", **shape, **place) as image:
        image.write(np.asarray(values, dtype="float32").reshape(1, 3, 4))
        if unit:
            image.units = (unit,)
        if description:
            image.set_band_description(1, description)
    return path


def loaded(tmp_path, first, second):
    """Return what is said of a second raster, of other numbers, after a first."""
    draw = np.random.default_rng(3)
    values = draw.uniform(20, 30, 12)
    one = raster(tmp_path / "one.tif", values, *first)
    two = raster(tmp_path / "two.tif", 3.3 * values * draw.uniform(0.9, 1.1, 12), *second)
    graph = read_graph(one)
    with cb.Campaign.create("c", graph, db=tmp_path / "c.db", horizon=40) as campaign:
        for path in (one, two):
            file = read_import(path, campaign.graph, campaign.spec, "1")
            given = [row.given for row in file.rows]
            done = record(campaign, given, file=path, places=file.places)
        return done


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("m",), ("feet",)),
        (("metre",), ("ft",)),
        (("celsius",), ("kelvin",)),
        (("", "height (m)"), ("ft",)),
        (("mg/kg",), ("ug/kg",)),
    ],
)
def test_another_unit_of_a_band_is_refused(tmp_path, first, second):
    with pytest.raises(cb.ParameterError, match=r"the unit of its readings is .*, and .* before"):
        loaded(tmp_path, first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("m",), ("metre",)),
        (("meters",), ("Metre",)),
        (("",), ("",)),
        (("m",), ("",)),
        (("unitless",), ("1",)),
        (("index",), ("",)),
        (("degC",), ("Celsius",)),
        (("ft",), ("foot",)),
        (("m",), ("", "height")),
        (("m", "height (m)"), ("m", "h")),
        (("dB",), ("decibel",)),
        (("mm",), ("millimeter",)),
    ],
)
def test_the_same_unit_or_none_is_taken(tmp_path, first, second):
    assert loaded(tmp_path, first, second).new == 12
