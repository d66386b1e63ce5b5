"""GraphML read as a stream of nodes and edges, with defusedxml in front of the parser.

A document type, an entity or a reference to another file ends the reading where it stands, so that
nothing is expanded and nothing else is opened.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cheapbandits.graphs.files.guard import Source

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["Edge", "Node", "stream_graphml"]

#: graphml / graph / node / data, and what programs such as yEd draw below that.
MAX_DEPTH = 64


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
        return f"edge {self.number} ({self.source!r} to {self.target!r})"


def stream_graphml(source: Source) -> Iterator[Node | Edge]:
    """Yield the nodes and edges in the order of the file."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import iterparse

    try:
        with io.BytesIO(source.data) as stream:
            reader = _Reader(source)
            for event, element in iterparse(stream, events=("start", "end"), forbid_dtd=True):
                if event == "start":
                    reader.start(element)
                else:
                    yield from reader.end(element)
            reader.finish()
    except DefusedXmlException as error:
        raise source.error(
            f"refused as unsafe: {type(error).__name__}. Remove the DOCTYPE and its entities; "
            "GraphML needs none"
        ) from error
    except (ParseError, LookupError, UnicodeError) as error:
        raise source.error(f"not well-formed XML: {error}") from error


class _Reader:
    """What has to be remembered between one element and the next."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.depth = 0
        self.edges = 0
        self.graph: Element | None = None
        self.names: dict[str, str] = {}
        self.defaults: dict[str, dict[str, str]] = {"node": {}, "edge": {}}

    def start(self, element: Element) -> None:
        self.depth += 1
        tag = _tag(element)
        if self.depth > MAX_DEPTH:
            raise self.source.error(f"elements are nested more than {MAX_DEPTH} deep")
        if self.depth == 1 and tag != "graphml":
            raise self.source.error(f"the root element is <{tag}>, not <graphml>")
        if tag == "graph":
            self._start_graph(element)

    def end(self, element: Element) -> Iterator[Node | Edge]:
        self.depth -= 1
        tag = _tag(element)
        if tag == "key":
            self._add_key(element)
        elif tag == "node":
            yield Node(self._attribute(element, "id"), self._data(element))
        elif tag == "edge":
            yield self._edge(element)
        elif tag == "hyperedge":
            raise self.source.error("hyperedges join more than two nodes; replace them by edges")
        if tag in ("node", "edge") and self.graph is not None:
            # Else the whole document would pile up in memory.
            self.graph.clear()

    def finish(self) -> None:
        if self.graph is None:
            raise self.source.error("there is no <graph> in it")

    def _start_graph(self, element: Element) -> None:
        if self.graph is not None:
            raise self.source.error("it holds more than one graph; keep one")
        if element.get("edgedefault") == "directed":
            raise self.source.error(
                'the graph is directed; save G.to_undirected(), or write edgedefault="undirected"'
            )
        self.graph = element

    def _add_key(self, element: Element) -> None:
        key, name = self._attribute(element, "id"), element.get("attr.name")
        if name is None:
            return
        self.names[key] = name
        default = next((x.text for x in element if _tag(x) == "default"), None)
        for domain, defaults in self.defaults.items():
            if default is not None and element.get("for", "all") in (domain, "all"):
                defaults[name] = default

    def _edge(self, element: Element) -> Edge:
        ends = self._attribute(element, "source"), self._attribute(element, "target")
        edge = Edge(self.edges, *ends, self._data(element))
        self.edges += 1
        if element.get("directed") == "true":
            raise self.source.error(f"{edge} is directed; make it undirected")
        return edge

    def _attribute(self, element: Element, name: str) -> str:
        value = element.get(name)
        if value is None:
            where = f" (edge {self.edges})" if _tag(element) == "edge" else ""
            raise self.source.error(f"a <{_tag(element)}> has no {name}{where}; give it one")
        return value

    def _data(self, element: Element) -> dict[str, str]:
        found = dict(self.defaults[_tag(element)])
        for child in element:
            name = self.names.get(child.get("key", "")) if _tag(child) == "data" else None
            if name is not None:
                found[name] = (child.text or "").strip()
        return found


def _tag(element: Element) -> str:
    """Return the element's name without its namespace."""
    return element.tag.rpartition("}")[2]
