"""QGroundControl's ``.plan``: take off at the group's centre, visit its nodes, come back.

Format: https://docs.qgroundcontrol.com/master/en/qgc-dev-guide/file_formats/plan.html
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.exports.places import check_group, degrees, tour
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["group_plan"]

# MAV_CMD_NAV_...
_WAYPOINT, _RETURN_TO_LAUNCH, _TAKEOFF = 16, 20, 22
#: MAV_FRAME_MISSION, for commands without a place, and MAV_FRAME_GLOBAL_RELATIVE_ALT.
_NO_PLACE, _ABOVE_HOME = 2, 3
#: MAV_AUTOPILOT_PX4 and MAV_TYPE_QUADROTOR: what QGroundControl itself assumes offline.
_FIRMWARE, _VEHICLE = 12, 2


def group_plan(graph: Graph, nodes: Iterable[int], altitude: float = 50.0) -> dict[str, Any]:
    """Return a mission over a group's nodes, each time to the nearest not yet visited.

    Parameters
    ----------
    graph
        Its coordinates are brought to longitude and latitude.
    nodes
        The group, the centre first: there the vehicle takes off and returns to.
    altitude
        Metres above the place of take-off. The terrain between is for the pilot to check.
    """
    if not (altitude > 0 and math.isfinite(altitude)):
        raise ParameterError(f"altitude must be positive, in metres, got {altitude}")
    group = check_group(graph, nodes)
    places = degrees(graph)[group]
    stops = places[tour(places)].tolist()
    items = [_visit(_TAKEOFF, stops[0], altitude)]
    items += [_visit(_WAYPOINT, stop, altitude) for stop in stops]
    items.append(_item(_RETURN_TO_LAUNCH, _NO_PLACE, [0, 0, 0, 0, 0, 0, 0]))
    for number, item in enumerate(items, start=1):
        item["doJumpId"] = number
    longitude, latitude = stops[0]
    return {
        "fileType": "Plan",
        "version": 1,
        "groundStation": "QGroundControl",
        "mission": {
            "version": 2,
            "firmwareType": _FIRMWARE,
            "vehicleType": _VEHICLE,
            "globalPlanAltitudeMode": 1,
            "cruiseSpeed": 15,
            "hoverSpeed": 5,
            "plannedHomePosition": [latitude, longitude, 0],
            "items": items,
        },
        "geoFence": {"version": 2, "circles": [], "polygons": []},
        "rallyPoints": {"version": 2, "points": []},
    }


def _visit(command: int, place: list[float], altitude: float) -> dict[str, Any]:
    longitude, latitude = place
    # The fourth parameter, the yaw, is left to the vehicle: null stands for NaN.
    item = _item(command, _ABOVE_HOME, [0, 0, 0, None, latitude, longitude, altitude])
    return item | {"Altitude": altitude, "AltitudeMode": 1, "AMSLAltAboveTerrain": None}


def _item(command: int, frame: int, params: list[float | None]) -> dict[str, Any]:
    return {
        "type": "SimpleItem",
        "command": command,
        "frame": frame,
        "params": params,
        "autoContinue": True,
    }
