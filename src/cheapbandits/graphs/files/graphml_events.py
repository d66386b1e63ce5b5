"""GraphML read as a stream of nodes and edges, with defusedxml in front of the parser.

A document type, an entity or a reference to another file ends the reading where it stands, so that
nothing is expanded and nothing else is opened. Of the data only what is wanted is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from cheapbandits.graphs.files.graphml_keys import Keys, local_name, namespace_of
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.safe_xml import MAX_DEPTH, Pieces, check_xml
from cheapbandits.text import shown

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["About", "Edge", "Node", "stream_graphml"]

#: How GraphML's namespace begins, in each of its versions; many files have none.
_GRAPHML = "http://graphml.graphdrawing.org/"
_OURS = ("key", "default", "graph", "node", "edge", "hyperedge", "data")


class Node(NamedTuple):
    """One node and its data, by name."""

    id: str
    data: dict[str, str]


class Edge(NamedTuple):
    """One edge, its place in the file, and its data, by name."""

    number: int
    source: str
    target: str
    data: dict[str, str]

    def __str__(self) -> str:
        return f"edge {self.number} ('{shown(self.source)}' to '{shown(self.target)}')"


class About(NamedTuple):
    """What a file says of the graph as a whole: comes last."""

    directed: bool
    data: dict[str, str]
    #: What the data of edges are called.
    of_edges: tuple[str, ...] = ()
    #: Those of them that may be meant for weights.
    unread: tuple[str, ...] = ()


def stream_graphml(
    source: Source, wanted: Mapping[str, Collection[str]]
) -> Iterator[Node | Edge | About]:
    """Yield the nodes and edges in the order of the file, and then what is said of the graph.

    Parameters
    ----------
    source
        The file.
    wanted
        Which data to keep of each ``"node"`` and each ``"edge"``, and of the ``"graph"``, by name.
    """
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import iterparse

    check_xml(source)
    try:
        reader = _Reader(source, wanted)
        for event, element in iterparse(
            Pieces(source.data), events=("start", "end"), forbid_dtd=True
        ):
            if event == "start":
                reader.start(element)
            else:
                yield from reader.end(element)
        yield reader.finish()
    except DefusedXmlException as error:
        raise source.error(
            f"refused as unsafe: {type(error).__name__}. Remove the DOCTYPE and its entities; "
            "GraphML needs none"
        ) from error
    except (ParseError, LookupError, UnicodeError) as error:
        raise source.error(f"not well-formed XML: {shown(error, 200)}; correct it") from error


class _Reader:
    """What has to be remembered between one element and the next."""

    def __init__(self, source: Source, wanted: Mapping[str, Collection[str]]) -> None:
        self.source = source
        self.depth = 0
        self.edges = 0
        self.root: Element | None = None
        self.namespace = ""
        self.graph: Element | None = None
        self.directed = False
        self.data: dict[str, str] = {}
        self.keys = Keys(source, wanted)

    def start(self, element: Element) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.source.error(f"elements are nested more than {MAX_DEPTH} deep; flatten it")
        if self.depth == 1:
            self._start_root(element)
        tag = self._tag(element)
        if not tag:
            self._check_foreign(element)
        if tag == "graph":
            self._start_graph(element)
        elif tag in ("node", "edge") and self.depth != 3:
            raise self.source.error(f"a <{tag}> must stand directly in the <graph>; move it there")
        elif tag == "key" and (self.depth != 2 or self.graph is not None):
            raise self.source.error("a <key> must stand before the <graph>; move it there")

    def end(self, element: Element) -> Iterator[Node | Edge]:
        self.depth -= 1
        tag = self._tag(element)
        if tag == "key":
            self.keys.add(element)
        elif tag == "node":
            yield Node(self._attribute(element, "id"), self.keys.data(element, "node"))
        elif tag == "edge":
            yield self._edge(element)
        elif tag == "data" and self.depth == 2 and self.graph is not None:
            self.data |= self.keys.of_graph(self.graph, element)
        elif tag == "hyperedge":
            raise self.source.error("hyperedges join more than two nodes; replace them by edges")
        # Else the whole document would pile up in memory.
        if self.depth == 2 and self.graph is not None:
            self.graph.clear()
        elif self.depth == 1 and self.root is not None:
            self.root.clear()

    def finish(self) -> About:
        if self.graph is None:
            raise self.source.error("there is no <graph> in it; add one")
        return About(self.directed, self.data, tuple(self.keys.of_edges), self.keys.unread())

    def _start_root(self, element: Element) -> None:
        self.root, self.namespace = element, namespace_of(element)
        tag = local_name(element)
        if tag != "graphml":
            raise self.source.error(f"the root element is <{shown(tag)}>, not <graphml>")
        if self.namespace and not self.namespace.startswith(_GRAPHML):
            raise self.source.error(
                f"it is no GraphML: its namespace is '{shown(self.namespace)}'; that of GraphML "
                f"is {_GRAPHML}xmlns"
            )

    def _tag(self, element: Element) -> str:
        """Return the element's name if it is one of GraphML's own, else an empty text."""
        return local_name(element) if namespace_of(element) == self.namespace else ""

    def _check_foreign(self, element: Element) -> None:
        """Refuse an element that only looks like ours, where one of ours may stand."""
        tag = local_name(element)
        if tag in _OURS and self.depth <= 3 + (tag == "data"):
            raise self.source.error(
                f"a <{tag}> of another namespace, '{shown(namespace_of(element))}', which may be "
                f"meant or not; put it into that of <graphml>, or take it out"
            )

    def _start_graph(self, element: Element) -> None:
        if self.graph is not None or self.depth != 2:
            raise self.source.error("it holds more than one graph, or one within another; keep one")
        default = element.get("edgedefault")
        self.directed = default == "directed"
        if default not in ("directed", "undirected"):
            got = (
                "has no edgedefault" if default is None else f'says edgedefault="{shown(default)}"'
            )
            raise self.source.error(f'the <graph> {got}; write edgedefault="undirected"')
        self.keys.check_spelling()
        self.graph = element

    def _edge(self, element: Element) -> Edge:
        ends = self._attribute(element, "source"), self._attribute(element, "target")
        edge = Edge(self.edges, *ends, self.keys.data(element, "edge"))
        self.edges += 1
        self.keys.check_attributes(element, edge)
        directed = element.get("directed", "false").strip()
        if directed in ("true", "1") and not self.directed:
            raise self.source.error(f"{edge} is directed; make it undirected")
        if directed not in ("false", "0", "true", "1"):
            raise self.source.error(
                f'{edge} says directed="{shown(directed)}"; it must be "false" or left out'
            )
        return edge

    def _attribute(self, element: Element, name: str) -> str:
        value = element.get(name)
        tag = local_name(element)
        if value is None:
            where = f" (edge {self.edges})" if tag == "edge" else ""
            raise self.source.error(f"a <{tag}> has no {name}{where}; give it one")
        return value
