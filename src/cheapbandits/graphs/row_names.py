"""Which column of a table says which node a row means, where readings look for their sites.

A row means a node only where something proves it: a name that is a word, a plain number under the
very heading that named the nodes, or what the user says. A number alone proves nothing, as it
fits any graph that is large enough: wells are counted from 1, nodes without names from 0, and a
plot has its number on each site again. Nor does the order of the rows, where the file has more than
its values: it is taken where places agree with it, or where the user says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from shlex import quote
from typing import TYPE_CHECKING, Literal

from cheapbandits.errors import GraphError
from cheapbandits.graphs.column_names import listed, one_twice, place_of, plain_name
from cheapbandits.graphs.column_words import NUMBERS, OWN_NUMBERS, PARTS, SITES
from cheapbandits.graphs.number_names import doubtful_row, find_node, twofold
from cheapbandits.graphs.spellings import is_one_heading, spelt
from cheapbandits.graphs.which_column import Cells
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from cheapbandits.graphs.graph import Graph

__all__ = ["NodeNames", "heading", "naming_column", "node_names"]

#: A plain number, or several of a group.
_NUMBER = re.compile(r"\s*[0-9]+(?:[.,][0-9]*)?\s*(?:;\s*[0-9]+(?:[.,][0-9]*)?\s*)*")

#: Fewer rows may be sorted by chance.
_FEW = 4
_ORDER = (
    "--name-column '' if the rows stand in the order of the nodes (in Python names=, or False; "
    "values alone in a file go by their order, too)"
)


@dataclass(frozen=True)
class NodeNames:
    """What gives the node of a cell, ``None`` where there is none, and where names come from.

    ``named`` tells whether the nodes have names, and ``by`` under which heading, if that is known;
    ``count`` is how many there are, and ``placed`` whether they have coordinates. ``twofold`` are
    the numbers that are one node's name and another's index, see :func:`.twofold`.
    """

    find: Callable[[str], object]
    named: bool = True
    by: str | None = None
    count: int = 0
    placed: bool = False
    twofold: Mapping[int, int] = field(default_factory=dict)

    def doubtful(self, cells: Sequence[str]) -> int | None:
        """Return the first row whose number may be a name or an index, see :mod:`.number_names`."""
        return doubtful_row(cells, self.twofold, self.count, self.find)


def node_names(graph: Graph, find: Callable[[str], object] | None = None) -> NodeNames:
    """Return how the nodes of a graph are found by their names."""
    return NodeNames(
        find or partial(find_node, graph),
        graph.names is not None,
        graph.named_by,
        graph.n_nodes,
        graph.coordinates is not None,
        twofold(graph),
    )


def naming_column(
    columns: Sequence[str],
    cells: Cells,
    nodes: NodeNames,
    *,
    asked: str | Literal[False] | None = None,
    taken: Sequence[int] = (),
    ordered: bool = False,
) -> int | None:
    """Return the column whose cells name nodes, ``None`` where rows go by their order.

    Parameters
    ----------
    columns, cells
        The table.
    nodes
        The nodes' names.
    asked
        The column that the user named; ``False`` for the order of the rows.
    taken
        Columns that hold something else: values, which come first, and coordinates.
    ordered
        Whether places prove that the rows have the order of the nodes.
    """
    if asked is False:
        return None
    if asked is not None:
        return place_of(columns, asked)
    rest = [k for k in range(len(columns)) if k not in taken]
    table = _Rows(columns, cells, nodes, rest, taken[:1])
    if not table.rest:
        return None
    called = [k for k in table.rest if table.plain[k] in SITES]
    same = [k for k in table.rest if nodes.by and table.own[k]]
    if len(same) > 1:  # one that leaves nothing out goes before the others
        same = [k for k in same if spelt(columns[k]) == spelt(nodes.by or "")]
    found = _same(table, same[0], called) if len(same) == 1 else _called_so(table, called)
    if found is not None and not (ordered and set(table.found(found)) == {None}):
        return found
    if ordered:
        return None
    if called:
        raise _doubtful(table, called)
    return _any(table)


class _Rows:
    """The columns in question, and the nodes that their cells are: at first sight, and surely."""

    def __init__(
        self,
        columns: Sequence[str],
        cells: Cells,
        nodes: NodeNames,
        rest: list[int],
        values: Sequence[int],
    ) -> None:
        self.columns, self.cells, self.nodes, self.rest = columns, cells, nodes, rest
        self.values = values
        self.plain = [heading(name) for name in columns]
        self.own = [nodes.by is not None and is_one_heading(name, nodes.by) for name in columns]
        self._found: dict[int, list[object]] = {}

    def found(self, k: int) -> list[object]:
        """Return the nodes of a column's cells, whatever it is called."""
        if k not in self._found:
            self._found[k] = [self.nodes.find(cell) for cell in self.cells(k)]
        return self._found[k]

    def sure(self, k: int) -> list[object]:
        """Return the same; none of those that are mere numbers under another heading."""
        return self.found(k) if self.is_sure(k) else [None] * len(self.cells(k))

    def is_sure(self, k: int) -> bool:
        name, nodes = self.plain[k], self.nodes
        if not nodes.named:
            return name in OWN_NUMBERS or not self.is_number(k)
        if self.is_twofold(k):
            return False
        own = nodes.by is None or self.own[k] or name == "nodes"
        return own or not self.is_number(k) or (name == "name" and self.is_map(k))

    def is_twofold(self, k: int) -> bool:
        """Tell whether a column that we write holds names, or indices as we wrote them once."""
        called = self.plain[k] in ("nodes", "center") and not self.own[k]
        return called and self.nodes.doubtful(self.cells(k)) is not None

    def is_map(self, k: int) -> bool:
        """Tell whether each name stands beside its node's own number, as in the maps we write."""
        at = next((j for j in self.rest if self.plain[j] == "node"), None)
        found = [one[0] if isinstance(one, tuple) else one for one in self.found(k)]
        return at is not None and list(map(str, found)) == list(self.cells(at))

    def is_number(self, k: int) -> bool:
        """Tell whether a column holds plain numbers, and no more than gaps beside them."""
        return all(_NUMBER.fullmatch(cell) for cell in self.cells(k) if cell)

    def tells(self, k: int) -> bool:
        """Tell whether every row surely has a node of its own."""
        nodes = self.sure(k)
        return None not in nodes and len(set(nodes)) == len(nodes)

    def only(self, fitting: list[int]) -> int:
        """Return the only column that fits, or one of several that say the same."""
        if any(self.found(k) != self.found(fitting[0]) for k in fitting):
            raise _asked(self, fitting)
        return fitting[0]


def _same(table: _Rows, same: int, called: list[int]) -> int:
    """Return the column that is headed as the one that named the nodes.

    One called ``id`` may number the rows here, and not there: a site beside it has to agree; and so
    have ``nodes``, which are what we call them.
    """
    # Whether nodes are names is not known: they are compared when the sites are, either way.
    rivals = [k for k in called if k != same and not table.is_twofold(k)]
    rivals = [k for k in rivals if None not in table.found(k)]
    if table.plain[same] not in NUMBERS:
        rivals = [k for k in rivals if table.plain[k] == "nodes"]
    return table.only([same, *rivals])


def _called_so(table: _Rows, called: list[int]) -> int | None:
    """Return the column that is called as sites are and fits, or fits best."""
    # A sampling_site that fits as well as a sample does is asked about.
    fitting = [k for k in called if None not in table.sure(k)]
    like = [k for k in table.rest if any(word in table.plain[k] for word in PARTS)]
    fitting += [k for k in like if k not in called and table.tells(k)] if fitting else []
    if fitting:
        return table.only(fitting)
    named = [k for k in called if table.nodes.named and table.is_sure(k)]
    numbered = [k for k in called if table.plain[k] in OWN_NUMBERS]
    best = max(named or numbered, key=lambda k: _count(table.sure(k)), default=None)
    return (
        None if best is None or (_count(table.sure(best)) == 0 and _fits(table, called)) else best
    )


def _fits(table: _Rows, called: list[int]) -> bool:
    return any(not table.is_sure(k) and _count(table.found(k)) for k in called)


def _any(table: _Rows) -> int:
    """Return the column that surely names nodes, whatever it is called."""
    words = [k for k in table.rest if not table.is_number(k)] if table.nodes.named else []
    numbers = [k for k in table.rest if table.plain[k] in NUMBERS and table.is_sure(k)]
    fitting = [k for k in table.rest if table.nodes.named and table.tells(k)]
    if any(k in numbers or k in words for k in fitting):
        return table.only(fitting)
    slipped = [k for k in words if 2 * len({*table.found(k)} - {None}) > len(table.cells(k))]
    if slipped:
        return slipped[0]
    open_ = [k for k in table.rest if None not in table.found(k)]
    if open_:
        raise _doubtful(table, open_)
    if numbers and table.nodes.named:
        return numbers[0]
    raise GraphError(
        "no column says which site a row is (beside the values there are "
        f"{listed([table.columns[k] for k in table.rest])}); write the nodes' names as the graph "
        f"has them, say which column has them, --name-column COLUMN{_or_order(table)}"
    )


def _doubtful(table: _Rows, places: list[int]) -> GraphError:
    """Return what is wrong with columns that may name the sites, or number something else."""
    twofold = next((k for k in places if table.is_twofold(k)), None)
    if twofold is not None:
        return _names_or_indices(table, twofold, places)
    if twice := one_twice(table.columns, [k for k in places if table.columns[k].strip()]):
        return GraphError(twice)
    unsure = [k for k in places if not table.is_sure(k)]
    if table.nodes.named and (table.nodes.by is None or not unsure):
        return _asked(table, places)
    unsure = unsure or places
    names = " and ".join(_called(table.columns, k) for k in unsure[:4])
    first = "COLUMN" if len(unsure) > 1 else quote(shown(table.columns[unsure[0]], 30))
    head = ""
    if any(not table.columns[k].strip() for k in unsure):
        first, head = "COLUMN", "give it a heading and "  # --name-column '' means the order
    if not table.nodes.named:
        again = any(len({*table.cells(k)}) < len(table.cells(k)) for k in unsure)
        together = (
            ", or where columns name a site only together by one that joins them, there and here"
            if len(places) > 1 or again
            else ""
        )
        return GraphError(
            f"the nodes have no names, only numbers from 0, and {names} may count otherwise: name "
            f"the sites when they are read (new --name-column {first}){together}; or {head}say "
            f"here --name-column {first} if it has the nodes' own numbers{_or_order(table)}"
        )
    by = shown(table.nodes.by, 30)
    return GraphError(
        f"the sites are named by '{by}', and {names} may be other numbers: put '{by}' beside the "
        f"readings, or {head}say --name-column {first} if these are the same{_or_order(table)}"
    )


def _names_or_indices(table: _Rows, k: int, places: list[int]) -> GraphError:
    """Return the question what the plain numbers are of a column that we write."""
    row = table.nodes.doubtful(table.cells(k)) or 0
    name, cell = shown(table.columns[k], 30), shown(table.cells(k)[row], 30)
    beside = [shown(table.columns[j], 30) for j in places if j != k]
    other = f", or --name-column {quote(beside[0])} if '{beside[0]}' has them" if beside else ""
    own = shown(table.nodes.by or "site", 30)
    return GraphError(
        f"'{name}' may have the sites' names, or numbers from 0 as exports have had them, and "
        f"'{cell}' can be either: if these are names, call the column '{own}', or say "
        f"--name-column {quote(name)}{other}; of an export keep the columns center, place, names "
        "and nodes, or export it again; else write a number from 0 with a sign before it, #3"
    )


def _asked(table: _Rows, places: list[int]) -> GraphError:
    if twice := one_twice(table.columns, [k for k in places if table.columns[k].strip()]):
        return GraphError(twice)
    names = " and ".join(_called(table.columns, k) for k in places[:4])
    return GraphError(
        f"{names} may name the sites; call the column that does site, or say which: --name-column "
        f"COLUMN{_or_order(table)}"
    )


def _called(columns: Sequence[str], k: int) -> str:
    """Return what to call a column in a message."""
    return f"'{shown(columns[k], 30)}'" if columns[k].strip() else f"column {k + 1} (no name)"


def _or_order(table: _Rows) -> str:
    """Return how to go by the order of the rows; not where they seem to be sorted."""
    by = next((k for k in (*table.rest, *table.values) if _is_sorted(table, k)), None)
    if by is None:
        return f", or {_ORDER}"
    why = "has other numbers than the rows" if by in table.rest else "grows or falls row by row"
    return f" (in Python names=); the rows may be sorted, as {_called(table.columns, by)} {why}"


def _is_sorted(table: _Rows, k: int) -> bool:
    """Tell whether a column of values is sorted, or one beside them has the rows' old numbers."""
    numbers = [parse_number(cell) for cell in table.cells(k)]
    known = [number for number in numbers if number is not None]
    if len(known) < max(len(numbers), _FEW):
        return False
    if k in table.rest:
        old = sorted(known)
        return known != old and old in ([*range(len(old))], [*range(1, len(old) + 1)])
    return len({*known}) > 1 and known in (sorted(known), sorted(known, reverse=True))


def heading(name: str) -> str:
    """Return a heading however it is spelt."""
    return plain_name(name) or name.strip().lower()


def _count(nodes: list[object]) -> int:
    return sum(node is not None for node in nodes)
