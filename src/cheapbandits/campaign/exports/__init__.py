"""Writers for other people's programs: tables, maps and flight plans. Pure: data in, text out."""

from cheapbandits.campaign.exports.geojson import group_geojson, nodes_geojson
from cheapbandits.campaign.exports.geopackage import write_geopackage
from cheapbandits.campaign.exports.gpx import group_gpx
from cheapbandits.campaign.exports.kml import group_kml, write_kmz
from cheapbandits.campaign.exports.plan import group_plan
from cheapbandits.campaign.exports.readings import write_readings
from cheapbandits.campaign.exports.table import write_table
from cheapbandits.campaign.exports.whole_file import json_text, write_text

__all__ = [
    "group_geojson",
    "group_gpx",
    "group_kml",
    "group_plan",
    "json_text",
    "nodes_geojson",
    "write_geopackage",
    "write_kmz",
    "write_readings",
    "write_table",
    "write_text",
]
