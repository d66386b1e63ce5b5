"""A second pair of degrees beside ``lat`` and ``lon``, and what is none."""

import pytest

from cheapbandits import GraphFileError, read_graph


def sites(path, head, row):
    """Write eight sites: their degrees first, then what a row adds to them."""
    lines = [f"site,lat,lon,{head}"]
    for k in range(8):
        lat, lon = 50.8017 + k * k / 100, 5.1013 + k / 100
        lines.append(f"W{k},{lat:.4f},{lon:.4f},{row(lat, lon, k)}")
    path.write_text("\n".join(lines) + "\n")
    return path


def shifted(by, digits=4):
    return lambda lat, lon, _: f"{lat + by:.{digits}f},{lon + by:.{digits}f}"


@pytest.mark.parametrize(
    "head",
    [
        "site_lat,site_lon",
        "device_latitude,device_longitude",
        "GPS Lat,GPS Lon",
        "lat_planned,lon_planned",
        "private_latitude,private_longitude",
    ],
)
@pytest.mark.parametrize("by", [1.0, 0.002])
def test_a_second_pair_elsewhere_is_asked_about(tmp_path, head, by):
    path = sites(tmp_path / "a.csv", head, shifted(by))
    x = head.split(",")[1]
    with pytest.raises(GraphFileError, match=f"'lon' and '{x}' may both be a coordinate.*--x"):
        read_graph(path)
    assert read_graph(path, x="lon", y="lat", crs="EPSG:4326").n_nodes == 8


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("site_lat,site_lon", shifted(0.0)),
        ("site_lat,site_lon", shifted(0.0, 2)),
        ("site_lat,site_lon", shifted(0.0, 7)),
        ("gps_lat,gps_lon", shifted(0.00006, 6)),
        ("lat_err,lon_err", lambda lat, lon, k: f"0.00{k + 1},0.00{k + 2}"),
        ("lat_sd,lon_sd", lambda lat, lon, k: f"{k + 2},{k + 3}"),
        ("town_lat,town_lon", lambda lat, lon, k: "50.9123,5.2234"),
        ("nearest_lat,nearest_lon", lambda lat, lon, k: f"50.{9123 + k // 2},5.2234"),
        ("site_lat,site_lon", lambda lat, lon, k: ","),
        ("verbatim_lat,verbatim_lon", lambda lat, lon, k: f"50 {k} 3 N,5 {k} 1 E"),
        ("lat_band,lon_band", lambda lat, lon, k: f"{k},{k + 1}"),
        ("zinc,lead", lambda lat, lon, k: f"{k}.1234,{k}.4321"),
        ("site_lat,zinc", lambda lat, lon, k: f"{lat + 1:.4f},{k}"),
    ],
)
def test_what_is_no_second_place_is_passed_over(tmp_path, head, row):
    assert read_graph(sites(tmp_path / "a.csv", head, row)).n_nodes == 8
