"""What the nodes of a GraphML file are called and where they lie, by the words tables go by.

Programs that write GraphML number the nodes (``n0``, ``0``) and put what people call them into
data: ``label``, ``Label``, ``station``. A node that lost its name would be taken for another later.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NoReturn

from cheapbandits.errors import GraphError
from cheapbandits.graphs.column_names import place_of, plain_name
from cheapbandits.graphs.column_words import COORDINATES, NUMBERS, RANKS
from cheapbandits.graphs.files.graphml_events import Node
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.lettered_axes import axis_name
from cheapbandits.graphs.which_column import coordinate_pairs, find_names
from cheapbandits.text import like_a_number, parse_number, shown

__all__ = ["NODE_DATA", "Called", "node_names", "node_places"]

_NUMBERED = re.compile(r"[A-Za-z]*[0-9]+")


class Called(frozenset[str]):
    """Names of data, each in any spelling."""

    __slots__ = ()

    def __contains__(self, name: object) -> bool:
        return super().__contains__(axis_name(str(name)))


#: Data that may name nodes, or say where they are.
NODE_DATA = Called({*RANKS, NUMBERS[0], *COORDINATES})


def node_names(
    source: Source, nodes: Sequence[Node], asked: str | Literal[False] | None
) -> tuple[list[str], str | None]:
    """Return the nodes' names: of the data asked for, or called as names are; else their ids.

    With what the data are called; ``None`` for the ids. A label goes before all others, and an
    ``id`` among the data before the ids of the file only where these are numbers, as programs give
    them. Data that name most nodes are refused where one has none, or that of another.
    """
    ids = [node.id for node in nodes]
    if asked is False:
        return ids, None
    columns = list(dict.fromkeys(name for node in nodes for name in node.data))
    cells = [[node.data.get(name, "") for node in nodes] for name in columns]
    if asked is not None:
        try:
            found: int | None = place_of(columns, asked)
        except GraphError as error:
            raise source.error(f"of what names nodes, {error} (--name-column, names=)") from error
    else:
        found = _naming(columns, cells, numbered=all(map(_NUMBERED.fullmatch, ids)))
    if found is None:
        return ids, None
    _check_names(source, columns[found], cells[found], ids)
    return cells[found], columns[found]


def _naming(columns: list[str], cells: list[list[str]], *, numbered: bool) -> int | None:
    plain = [plain_name(name) for name in columns]
    for k, name in enumerate(plain):
        if name == "label" and "" not in cells[k] and len({*cells[k]}) == len(cells[k]):
            return k
    found = find_names(columns, None, cells.__getitem__)
    return None if found is not None and plain[found] in NUMBERS and not numbered else found


def _check_names(source: Source, key: str, names: list[str], ids: list[str]) -> None:
    def refuse(problem: str) -> NoReturn:
        raise source.error(
            f"the node '{shown(ids[number])}' has {problem}; correct it, or name other data "
            "(--name-column KEY, '' for the ids of the file; in Python names=, or False)"
        )

    first: dict[str, int] = {}
    for number, name in enumerate(names):
        if not name:
            refuse(f"no '{shown(key)}' to be its name")
        if first.setdefault(name, number) != number:
            other = shown(ids[first[name]])
            refuse(f"the same '{shown(key)}' as the node '{other}', '{shown(name)}'")


def node_places(
    source: Source, nodes: Sequence[Node], *, planar: bool
) -> tuple[bool, tuple[str, str], list[list[float]]] | None:
    """Return whether coordinates are degrees, what data hold them, and those of each node.

    Where most nodes have numbers there and one has not, or what may be one (``5,1``), somebody
    slipped: all would lose theirs.

    Parameters
    ----------
    source
        The file.
    nodes
        Its nodes.
    planar
        Whether x and y go before longitude and latitude, as where OSMnx has projected streets.
    """
    columns = list(dict.fromkeys(name for node in nodes for name in node.data))
    pairs = coordinate_pairs(columns)
    found: tuple[bool, tuple[str, str], list[list[float]]] | None = None
    for pair in sorted(pairs, key=lambda pair: pair.degrees == planar):
        keys = columns[pair.x], columns[pair.y]
        if found is not None and found[0] != pair.degrees:
            break
        rows = [[parse_number(node.data.get(key, "")) for key in keys] for node in nodes]
        lacking = [k for k, row in enumerate(rows) if None in row]
        if lacking:
            _check_slip(source, nodes, keys, lacking)
            continue
        here = [[float(x) for x in row if x is not None] for row in rows]
        if found is not None and found[2] != here:
            one, other = next((a, b) for a, b in zip(found[1], keys, strict=True) if a != b)
            raise source.error(
                f"'{shown(one)}' and '{shown(other)}' of the nodes may both be a coordinate, and "
                "they differ; rename or delete the key that is not meant"
            )
        found = found or (pair.degrees, keys, here)
    return found


def _check_slip(
    source: Source, nodes: Sequence[Node], keys: tuple[str, str], lacking: list[int]
) -> None:
    wrong = [k for k in lacking if any(_is_slip(nodes[k].data.get(key)) for key in keys)]
    if wrong or 2 * len(lacking) < len(nodes):
        node = nodes[wrong[0] if wrong else lacking[0]]
        got = ", ".join(f"'{shown(node.data.get(key, ''))}'" for key in keys)
        raise source.error(
            f"the node '{shown(node.id)}' has no {shown(keys[0])} and {shown(keys[1])} in numbers, "
            f"as others have, but {got}; correct it"
        )


def _is_slip(text: str | None) -> bool:
    """Tell whether a text may be a number gone wrong."""
    return bool(text) and parse_number(str(text)) is None and like_a_number(str(text))
