"""What columns are called that hold coordinates, name the sites, or are the ends of edges.

All in plain form: without case, blanks, marks and units (:func:`.plain_name`).
"""

from __future__ import annotations

__all__ = [
    "COORDINATES",
    "DIRECTIONS",
    "EASTINGS",
    "ENDINGS",
    "ENDS",
    "LATITUDES",
    "LENGTHS_OR_DEGREES",
    "LONGITUDES",
    "MAY_BE",
    "NAMES",
    "NUMBERS",
    "NUMBER_NAMES",
    "ONLY_SITES",
    "OPPOSITE",
    "OWN_NUMBERS",
    "PARTS",
    "PLANES",
    "RANKS",
    "REGIONS",
    "SITES",
    "TOLD_BY",
    "XS",
]

#: Longitudes and latitudes are known in any spelling, as nothing else is called so.
LONGITUDES = (
    *("longitude", "lon", "lng", "long", "decimallongitude", "londd", "lonwgs84"),
    *("longitud", "longitudine", "langengrad", "laengengrad", "geolange", "geolaenge"),
    *("geographischelange", "geogrlange", "geogrlaenge", "lengtegraad"),
    *("dlugoscgeograficzna", "zemepisnadelka", "zemepisnadlzka", "laengdegrad", "lengdegrad"),
    *("langdgrad", "pituusaste", "boylam", "dolgota", "долгота", "经度", "經度", "経度"),
    *("intptlong", "intptlon"),
)
LATITUDES = (
    *("latitude", "lat", "decimallatitude", "latdd", "latwgs84"),
    *("latitud", "latitudine", "breitengrad", "geobreite"),
    *("geographischebreite", "geogrbreite", "breedtegraad"),
    *("szerokoscgeograficzna", "zemepisnasirka", "breddegrad", "breddgrad"),
    *("leveysaste", "enlem", "shirota", "широта", "纬度", "緯度", "intptlat"),
)
#: Longitude and latitude, and the length and width of anything: asked about.
LENGTHS_OR_DEGREES = (
    *(("lange", "breite"), ("laenge", "breite"), ("lengte", "breedte"), ("dlugosc", "szerokosc")),
    *(("delka", "sirka"), ("dlzka", "sirka"), ("pituus", "leveys")),
)
#: Directions, which are coordinates where no column has the opposite one: a box has four sides.
DIRECTIONS = (("east", "north"), ("ost", "nord"), ("este", "norte"))
OPPOSITE = {"west", "south", "sud", "sued", "sur", "ouest", "oeste", "ovest"}
EASTINGS = (
    ("easting", "northing"),
    ("eastings", "northings"),
    ("utmeasting", "utmnorthing"),
    ("utme", "utmn"),
    ("rechtswert", "hochwert"),
    ("ostwert", "nordwert"),
    *DIRECTIONS,
)
#: What may be a coordinate, and something else: only to be advised.
MAY_BE = (("x", "y"), ("e", "n"), ("est", "nord"), ("oost", "noord"), *DIRECTIONS)
PLANES = (
    *EASTINGS,
    ("x", "y"),
    ("xcoord", "ycoord"),
    ("xcoordinate", "ycoordinate"),
    ("coordx", "coordy"),
    ("coordenadax", "coordenaday"),
    ("coordonneex", "coordonneey"),
    ("xcollar", "ycollar"),
    ("pointx", "pointy"),
    ("coordsx1", "coordsx2"),
    ("utmx", "utmy"),
    ("xutm", "yutm"),
    ("xm", "ym"),
)
XS = {*LONGITUDES, *(x for x, _ in PLANES)}
COORDINATES = {*XS, *LATITUDES, *(y for _, y in PLANES)}

#: What a column of names may be called, the surest first; and with one of the endings.
NAMES = ("name", "site", "station", "plot", "sample", "node", "label", "code")
#: What else sites are called.
MORE = ("well", "tree", "sensor", "hole", "borehole", "drillhole", "bh", "dh")
#: And what else than a site may be called, so that it may stand twice.
REGIONS = ("location", "place", "point")
ENDINGS = ("", "name", "id", "code", "no", "nr", "number")
RANKS = {f"{name}{end}": k for k, name in enumerate((*NAMES, *MORE, *REGIONS)) for end in ENDINGS}
#: A number that may be the site's, or the row's in a database, and such as names sites.
NUMBERS = ("id", "nr", "no", "number", "num")
NUMBER_NAMES = NUMBERS[:3]
#: What the nodes' own numbers are called here; ``nodes`` are names where nodes have some.
OWN_NUMBERS = ("nodes", "node", "nodeindex")
RANKS["nodes"] = RANKS["node"]
SITES = {*RANKS, *OWN_NUMBERS}
#: What may be part of what they are called: sampling_site.
PARTS = (*NAMES[1:4], "location", *MORE[:4])
#: Of these, what no end of an edge is called beside an end that is called otherwise.
ONLY_SITES = {f"{name}{end}" for name in (*NAMES[:5], *MORE, "location") for end in ENDINGS}

#: What the two ends of an edge are called, among any other columns.
ENDS = (
    ("source", "target"),
    ("from", "to"),
    ("u", "v"),
    ("i", "j"),
    ("src", "dst"),
    ("node1", "node2"),
    ("start", "end"),
)

#: What tells one reading from another of the same place: when, in which round, by whom.
TOLD_BY: tuple[str, ...] = ("date", "time", "datetime", "timestamp", "when", "day", "year")
TOLD_BY += ("month", "datum", "sampled", "sample_date", "sampling_date", "collected", "recorded")
TOLD_BY += ("measured_at", "visit", "round", "replicate", "rep", "depth", "sample", "sample_id")
TOLD_BY += ("who", "team", "observer", "by", "told", "assignee")
