"""What a header calls a weight, and what it calls a distance: the reverse of one.

Nodes count as the more alike the larger the weight between them is. Lengths, times and costs grow
the other way: taken for weights they make far apart alike, and nobody would see it. So a column of
numbers is a weight where it is called so, and asked about where it is not, whatever the two ends
are called.
"""

from __future__ import annotations

import re

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.text import shown

__all__ = ["distance_way", "is_distance", "is_layout", "is_weight", "may_weigh"]

#: What grows with how far apart two nodes are; parts of words, so that LENGTHKM is one.
_FAR = re.compile(
    r"dist|len|lang|long|laeng|cost|time|durat|delay|laten|resist|impedan|friction|separat|dissim|"
    r"travel|metre|meter|mile|kilom|minute|second|hour|feet|abstand|entfern|afstand|dauer|kosten|"
    r"temps|tiempo|penalty|detour|hops"
)
#: Units, where they stand alone: ``A,B,km``, ``path_m``.
_UNITS = {"km", "kms", "m", "mi", "ft", "yd", "nm", "min", "mins", "sec", "secs", "s", "h", "hr"}
_UNITS |= {"hrs", "d", "cm", "ms", "eur", "usd", "hop", "cm2", "ohm", "ohms"}
#: What grows with how alike they are.
_NEAR = {"weight", "weights", "w", "wt", "wgt", "weighting", "similarity", "similarities", "sim"}
_NEAR |= {"strength", "strengths", "capacity", "count", "counts", "conductance", "conductivity"}
_NEAR |= {"correlation", "corr", "affinity", "flow", "flows", "flux", "probability", "prob"}
_NEAR |= {"frequency", "freq", "intensity", "overlap", "jaccard", "cosine", "kernel", "bandwidth"}
_NEAR |= {"throughput", "trips", "passengers", "movements", "proximity", "coupling", "interaction"}
_NEAR |= {"interactions", "connectivity", "migrants", "adjacency", "gewicht", "poids", "peso"}
_NEAR |= {"closeness", "kinship", "edgeweight", "nearness"}

_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LAYOUT = re.compile(r"(row|r|line|zeile|ligne|fila)(no|nr|number|id|index)?")


def _words(name: str) -> list[str]:
    spaced = _CAPITAL.sub(" ", name[:100]).lower()
    return [word for word in re.split(r"[\W_]+|(?<=[a-z])(?=\d)", spaced) if word]


def is_distance(name: str) -> bool:
    """Tell whether a column is called as what grows with how far apart nodes are.

    Examples
    --------
    >>> [is_distance(name) for name in ("NEAR_DIST", "LENGTHKM", "km", "weight (m)", "strength")]
    [True, True, True, True, False]
    """
    words = _words(name)
    far = any(_FAR.search(word) for word in words if word not in _NEAR)
    return far or bool(_UNITS.intersection(words))


def is_weight(name: str) -> bool:
    """Tell whether a column is called as what grows with how alike nodes are."""
    return bool(_NEAR.intersection([*_words(name), plain_name(name)])) and not is_distance(name)


def may_weigh(name: str) -> bool:
    """Tell whether data of an edge are called as its weight may be, or as the reverse of one."""
    return is_weight(name) or is_distance(name)


def is_layout(row: str, column: str) -> bool:
    """Tell whether two columns may say where in a field a plot lies, and not who is joined."""
    both = plain_name(row), plain_name(column)
    return any(
        _LAYOUT.fullmatch(one) and re.match(r"c$|col|spalte|kolom|range$|rank$", other)
        for one, other in (both, both[::-1])
    )


def distance_way(name: str) -> str:
    """Return what to say of a distance where a weight should be."""
    got = f"'{shown(name)}'"
    return (
        f"{got} is called as a distance, time or cost is: taken for a weight it would make far "
        "apart count as alike. Put a column weight in its place that is larger the nearer two "
        "nodes are (1/distance, or exp(-distance/D) with a usual distance D), or delete it to let "
        f"every edge weigh 1 (in Python pass weight={got} to take it as it is, pass weight='unit')"
    )
