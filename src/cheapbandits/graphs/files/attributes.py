"""Edge lists as networkx writes them: after the two nodes, a dictionary, ``1 2 {'weight': 0.5}``.

They become plain columns before anything else looks at them: the nodes, and the weight where each
edge has one. What else is said of edges is passed over with a note; without weights, numbers that
may be meant for them are asked about.
"""

from __future__ import annotations

import re
from copy import copy
from itertools import islice

from cheapbandits.graphs.column_names import listed
from cheapbandits.graphs.files.cells import BLANK
from cheapbandits.graphs.files.columns import UNIT
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.rows import content, text_of
from cheapbandits.graphs.interchange import LIKE_WEIGHTS, is_near
from cheapbandits.graphs.weight_words import may_weigh
from cheapbandits.text import NUMBER, shown

__all__ = ["as_columns"]

_WEIGHT = "weight"

_TEXT = r"""'(?:[^'\\\n]|\\.)*+'|"(?:[^"\\\n]|\\.)*+\""""
#: A number, also as NumPy's print themselves, or what is none.
_VALUE = rf"(?:np\.\w++\()?+(?P<number>{NUMBER})\)?+|{_TEXT}|True|False|None|nan|-?inf"
_PAIR = re.compile(rf"\s*+(?P<key>{_TEXT})\s*+:\s*+(?P<value>{_VALUE})\s*+(?P<end>,|$)")
_MARKS = (",", ";", "\t", " ")
#: Where entries begin; nodes may be called {1F0A}.
_OPENED = re.compile(r"""[ \t,;]\{[ \t]*+['"}]""")
_SAVE = "save the list without them: nx.write_edgelist(..., data=False), or data=['weight']"


def as_columns(source: Source, weight: str | None = None) -> tuple[Source, str] | None:
    r"""Return the file with plain columns in place of dictionaries, and a note about the rest.

    Returns ``None`` where its first line has none. Lines stay where they are: errors name them.

    Parameters
    ----------
    source
        The file.
    weight
        Which entry is the weight; ``"unit"``: none. When left out: the one called weight.
    """
    text = text_of(source)
    if not any(_OPENED.search(line) for _, line in islice(content(text), 1)):
        return None
    rows = [(number, *_parts(source, number, line)) for number, line in content(text)]
    said: dict[str, set[str]] = {}  # in one pass: each row may have keys of its own
    for *_, found in rows:
        for key, value in found.items():
            said.setdefault(key, set()).add(value)
    wanted = weight or _WEIGHT
    weighed = wanted in said and wanted != UNIT
    others = [key for key in said if key != wanted]
    meant = [key for key in others if _may_weigh(key, said[key] - {""})]
    if weight is not None and wanted not in (*said, UNIT):
        raise source.error(
            f"no edge has an entry '{shown(wanted)}'; there are {listed(list(said))}"
        )
    if weight is None and not weighed and meant:
        raise source.at(
            rows[0][0],
            f"is '{shown(meant[0])}' the weight of an edge? Where more of it means more alike, "
            f"call it weight; if it is a distance or cost, put 1/distance there; else {_SAVE} (in "
            f"Python weight='{shown(meant[0])}', or weight='unit')",
        )
    lines = [""] * rows[-1][0]
    for number, ends, mark, found in rows:
        lines[number - 1] = ends
        if weighed:
            if not found.get(wanted):
                raise source.at(
                    number, f"the edge has no number '{shown(wanted)}' as others have; give it one"
                )
            lines[number - 1] += f"{mark}{found[wanted]}"
    plain = copy(source)
    plain.data = "\n".join([*lines, ""]).encode()
    weighs = f"'{shown(wanted)}' is the weight of an edge" if weighed else "each edge weighs 1"
    return plain, weighs + (f"; passed over: {listed(others)}" if others else "")


def _may_weigh(key: str, numbers: set[str]) -> bool:
    """Tell whether numbers of edges may be meant for weights: by their name, or as they vary.

    As for a networkx graph itself.
    """
    named = key.strip().lower() in LIKE_WEIGHTS or is_near(key, _WEIGHT) or may_weigh(key)
    decimal = any(mark in number for number in numbers for mark in ".eE")
    return bool(numbers) and (named or (decimal and len(numbers) > 1))


def _cut(line: str) -> tuple[str, str, str] | None:
    """Return the nodes, what divides columns, and what stands between braces at the end."""
    ends, _, rest = line.rstrip(BLANK).partition("{")
    inside = rest[:-1].strip(BLANK)
    if not rest.endswith("}") or not ends.endswith(_MARKS):
        return None
    bare = ends.rstrip(BLANK)
    mark = next((mark for mark in _MARKS[:2] if bare.endswith(mark)), ends[-1])
    return bare.removesuffix(mark), mark, inside


def _parts(source: Source, number: int, line: str) -> tuple[str, str, dict[str, str]]:
    """Return the nodes of an edge, what divides them, and the numbers said of it.

    What is no number is there without one.
    """
    cut = _cut(line)
    found = None if cut is None else _entries(cut[2])
    if cut is None or found is None:
        raise source.at(
            number,
            f"'{shown(line.strip())}' does not end in entries as {{'weight': 1.0}}; correct it, "
            f"or {_SAVE}",
        )
    return cut[0], cut[1], found


def _entries(inside: str) -> dict[str, str] | None:
    """Return the numbers of a flat dictionary by their keys, empty where it has no number."""
    found: dict[str, str] = {}
    place = 0
    while place < len(inside):
        pair = _PAIR.match(inside, place)
        if pair is None or pair["key"][1:-1] in found:
            return None
        found[pair["key"][1:-1]] = pair["number"] or ""
        place = pair.end()
    return found
