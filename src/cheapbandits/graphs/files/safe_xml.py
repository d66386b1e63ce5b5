"""XML from outside, looked at before the parser sees it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs.files.guard import Source
from cheapbandits.text import shown

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["LONGEST_TOKEN", "MAX_DEPTH", "Pieces", "check_document", "check_xml", "local_name"]

#: The longest tag, comment or stretch of text. The parser starts a token over with every piece that
#: it is given, so that one much longer than a piece takes the square of its length.
LONGEST_TOKEN = 4 * 2**20

#: Elements within elements: what maps and graphs have, and room to spare.
MAX_DEPTH = 64

_PIECE = 2**20

#: What expat knows itself; with others it asks Python, which knows some that are none (UTF-7).
_ENCODINGS = ("utf-8", "utf-16", "us-ascii", "iso-8859-1", "ascii", "utf8", "latin-1")
_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([^\"'>]{0,60})")


class Pieces:
    """A stream that gives large pieces, whatever size is asked for.

    Parameters
    ----------
    data
        What is to be read.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def read(self, size: int = -1) -> bytes:  # noqa: ARG002
        """Return the next piece."""
        piece = self.data[self.place : self.place + _PIECE]
        self.place += len(piece)
        return piece


def check_xml(source: Source, part: bytes | None = None) -> None:
    """Refuse encodings that hide marks, and tokens that would take the parser too long."""
    data = source.data if part is None else part
    declared = _DECLARED.search(data[:500].replace(b"\0", b""))
    encoding = declared[1].decode("latin-1").lower() if declared else "utf-8"
    if encoding not in _ENCODINGS:
        raise source.error(
            f"not well-formed XML here: the encoding '{shown(encoding)}' is not known; save it as "
            "UTF-8"
        )
    marks = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == ord("<"))
    edges = np.concatenate([[0], marks, [len(data)]])
    longest = int(np.argmax(np.diff(edges)))
    if edges[longest + 1] - edges[longest] > LONGEST_TOKEN:
        line = data.count(b"\n", 0, int(edges[longest])) + 1
        raise source.at(
            line,
            f"a tag or text of more than {LONGEST_TOKEN // 2**20} MiB; graphs need none, so "
            "shorten it",
        )


def check_document(
    source: Source,
    root: str,
    visit: Callable[[list[Element]], None] | None = None,
    part: bytes | None = None,
) -> None:
    """Refuse what another program's parser must not see: entities, depth, another kind of file.

    Parameters
    ----------
    source
        The file.
    root
        What the outermost element is called.
    visit
        Called as each element ends, with it and those around it, outermost first. Those within it
        have their names left and nothing else.
    part
        The document, where it is a part of the file; the whole of it when left out.
    """
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import iterparse

    check_xml(source, part)
    pieces = Pieces(source.data if part is None else part)
    path: list[Element] = []
    try:
        for event, element in iterparse(pieces, events=("start", "end"), forbid_dtd=True):
            if event == "end":
                if visit is not None:
                    visit(path)
                path.pop().clear()
                continue
            path.append(element)
            tag = local_name(element)
            if len(path) == 1 and tag != root:
                raise source.error(f"the root element is <{shown(tag)}>, not <{root}>")
            if len(path) > MAX_DEPTH:
                raise source.error(f"elements are nested more than {MAX_DEPTH} deep; flatten it")
    except DefusedXmlException as error:
        raise source.error(
            f"refused as unsafe: {type(error).__name__}. Remove the DOCTYPE and its entities"
        ) from error
    except (ParseError, LookupError, UnicodeError) as error:
        raise source.error(f"not well-formed XML: {shown(error, 200)}; correct it") from error


def local_name(element: Element) -> str:
    """Return what an element is called, without its namespace."""
    return str(element.tag).rpartition("}")[2]
