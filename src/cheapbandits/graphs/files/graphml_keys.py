"""The keys of a GraphML file: what its data are called, and what they are where left out."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.interchange import is_near
from cheapbandits.graphs.weight_words import may_weigh
from cheapbandits.text import shown

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["MOST_KEYS", "Keys", "local_name", "namespace_of"]

#: More kinds of data than any program writes.
MOST_KEYS = 10_000

_WHOLE_TYPES = ("int", "long")
_REAL_TYPES = ("float", "double")
_WHOLE = re.compile("[+-]?[0-9]+")
_DOMAINS = ("all", "graphml", "graph", "node", "edge", "hyperedge", "port", "endpoint")


class Keys:
    """What each key stands for; data that nobody asked for are not kept.

    Parameters
    ----------
    source
        The file, for errors.
    wanted
        Which data to keep of each ``"node"`` and each ``"edge"``, and of the ``"graph"``, by name.
    """

    def __init__(self, source: Source, wanted: Mapping[str, Collection[str]]) -> None:
        self.source = source
        self.wanted = wanted
        self.domains: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.of_edges: list[str] = []
        #: Numbers of edges that nobody asked for; of real ones the first, and those that differ.
        self.numbers: list[str] = []
        self.reals: dict[str, str] = {}
        self.first: dict[str, str] = {}
        self.varied: dict[str, None] = {}
        self.whole: set[str] = set()
        self.defaults: dict[str, dict[str, str]] = {"node": {}, "edge": {}}

    def add(self, element: Element) -> None:
        """Take in one ``<key>``."""
        key, domain = element.get("id"), element.get("for", "all")
        if key is None or key in self.domains:
            raise self.source.error(f"a <key> needs an id of its own, got '{shown(key)}'; give one")
        if domain not in _DOMAINS:
            raise self.source.error(
                f"the key '{shown(key)}' is for '{shown(domain)}'; known: {', '.join(_DOMAINS)}"
            )
        if len(self.domains) >= MOST_KEYS:
            raise self.source.error(f"it has more than {MOST_KEYS:,} keys; delete some")
        self.domains[key] = domain
        name = element.get("attr.name", key)  # JUNG writes ids alone
        if domain in ("edge", "all"):
            self.of_edges.append(name)
            if element.get("attr.type") in (*_WHOLE_TYPES, *_REAL_TYPES):
                self.numbers.append(name)
            if element.get("attr.type") in _REAL_TYPES and name not in self.wanted["edge"]:
                self.reals[key] = name
        if not any(name in names for names in self.wanted.values()):
            return
        self.names[key] = name
        if element.get("attr.type") in _WHOLE_TYPES:
            self.whole.add(key)
        default = next((_text(child) for child in element if local_name(child) == "default"), None)
        for kind, defaults in self.defaults.items():
            if default is not None and domain in (kind, "all") and name in self.wanted[kind]:
                defaults[name] = default

    def check_spelling(self) -> None:
        """Refuse weights under a name that is nearly the one asked for: they would be left out."""
        for name in self.wanted["edge"]:
            near = next((other for other in self.of_edges if is_near(other, name)), None)
            if near is not None and name not in self.of_edges:
                raise self.source.error(
                    f"edges have data named '{shown(near)}', none named '{shown(name)}'; rename "
                    f"the key to use it (in Python pass weight='{shown(near)}')"
                )

    def check_attributes(self, element: Element, edge: object) -> None:
        """Refuse an edge with its weight as an attribute, where GraphML has none."""
        for attribute, value in element.attrib.items():
            if any(is_near(attribute, name) for name in self.wanted["edge"]):
                raise self.source.error(
                    f'{edge} says {shown(attribute)}="{shown(value)}", which GraphML does not '
                    "know; write it as <data> of a <key>"
                )

    def data(self, element: Element, kind: str) -> dict[str, str]:
        """Return the wanted data of a node or an edge, by name."""
        found: dict[str, str] = {}
        for child in element:
            name = self._name(element, child, kind) if local_name(child) == "data" else None
            if name is None:
                self._look(child, kind)
                continue
            if name in found:
                raise self.source.error(
                    f"{_of(element, kind)} has {shown(name)} twice; keep one of them"
                )
            found[name] = _text(child)
            if child.get("key") in self.whole and not _WHOLE.fullmatch(found[name]):
                raise self.source.error(
                    f"{_of(element, kind)}: {shown(name)} is '{shown(found[name])}', and its key "
                    'says that it is a whole number; correct it, or say attr.type="double" there'
                )
        return {**self.defaults[kind], **found}

    def _look(self, child: Element, kind: str) -> None:
        """See whether a number that nobody asked for differs between edges."""
        key = child.get("key", "")
        if kind == "edge" and key in self.reals and local_name(child) == "data":
            name, text = self.reals[key], _text(child)
            if self.first.setdefault(name, text) != text:
                self.varied[name] = None

    def unread(self) -> tuple[str, ...]:
        """Return which numbers of edges may be weights: by their name, or as they vary."""
        named = [name for name in self.numbers if may_weigh(name)]
        return tuple(name for name in [*named, *self.varied] if name not in self.wanted["edge"])

    def of_graph(self, graph: Element, child: Element) -> dict[str, str]:
        """Return what one ``<data>`` says of the graph as a whole, where that is wanted."""
        name = self._name(graph, child, "graph")
        return {} if name is None else {name: _text(child)}

    def _name(self, element: Element, child: Element, kind: str) -> str | None:
        """Return what the data of an element are called, if they are wanted."""
        key = child.get("key")
        domain = None if key is None else self.domains.get(key)
        if key is None or domain is None:
            raise self.source.error(
                f"{_of(element, kind)} has data of the key '{shown(key)}', which no <key> "
                "above the graph explains; add it or delete the data"
            )
        name = self.names.get(key)
        if domain not in (kind, "all") and name in self.wanted.get(kind, ()):
            raise self.source.error(
                f"{_of(element, kind)} has data of the key '{shown(key)}', which is for {domain}s; "
                f'say for="{kind}" there'
            )
        known = domain in (kind, "all") and name in self.wanted.get(kind, ())
        return name if known else None


def local_name(element: Element) -> str:
    """Return the element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def namespace_of(element: Element) -> str:
    """Return the element's namespace, or an empty text."""
    return element.tag.rpartition("}")[0].removeprefix("{")


def _of(element: Element, kind: str) -> str:
    where = [element.get(name) for name in ("id", "source", "target")]
    return f"the {kind} '{shown(' - '.join(part for part in where if part is not None))}'"


def _text(element: Element) -> str:
    """Return the text of an element that holds nothing else; of others, none."""
    return "" if len(element) else (element.text or "").strip(" \t\r\n")
