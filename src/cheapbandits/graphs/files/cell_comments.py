"""What somebody noted at the cells of a sheet: the small window that opens over a cell.

It is no column and says what columns of remarks say: 'broken, ignore'. So it is read as one. Excel
keeps new threads of remarks a second time in the older form, which is the one read here.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, ParseError, fromstring

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.safe_xml import check_xml, local_name
from cheapbandits.text import single_blanks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["HEADING", "comments_by_row"]

#: What the column of them is called.
HEADING = "comments on cells"

_ROW = re.compile("[A-Z]{1,3}([1-9][0-9]{0,6})")
_KIND = "/relationships/comments"
#: Excel's own words before the text of a thread, in whatever language.
_THREAD = re.compile(r"\[[^\]]{3,60}\]\s*\n.*?\n[^\n:]{1,40}:\s*\n", re.DOTALL)


def comments_by_row(source: Source, parts: Mapping[str, bytes], sheet: str) -> dict[int, str]:
    """Return what is noted at the cells of each row that has such notes, in one line.

    Parameters
    ----------
    source
        The workbook.
    parts
        What its archive holds.
    sheet
        Which of them is the sheet.
    """
    found: dict[int, list[str]] = {}
    for target in _targets(source, parts, sheet):
        for element in _elements(source, parts.get(target, b"")):
            place = (
                _ROW.fullmatch(element.get("ref", "")) if local_name(element) == "comment" else None
            )
            text = single_blanks(_text(element)) if place is not None else ""
            if place is not None and text:
                found.setdefault(int(place[1]), []).append(text)
    return {row: " / ".join(texts) for row, texts in found.items()}


def _targets(source: Source, parts: Mapping[str, bytes], sheet: str) -> Iterator[str]:
    """Yield the parts that hold a sheet's comments."""
    folder, name = posixpath.split(sheet)
    for element in _elements(source, parts.get(f"{folder}/_rels/{name}.rels", b"")):
        if element.get("Type", "").endswith(_KIND):
            yield posixpath.normpath(posixpath.join("/", folder, element.get("Target", "")))[1:]


def _elements(source: Source, part: bytes) -> Iterator[Element]:
    if not part:
        return
    check_xml(source, part)
    try:
        yield from fromstring(part).iter()
    except ParseError as error:
        raise source.error("damaged workbook: its comments are no XML; save it again") from error


def _text(comment: Element) -> str:
    """Return the words of a comment, without the name of whoever wrote it."""
    runs = [run.text or "" for run in comment.iter() if local_name(run) == "t"]
    if len(runs) > 1 and runs[0].strip().endswith(":"):
        runs = runs[1:]  # Excel begins a note with its author
    return _THREAD.sub("", "".join(runs), count=1)
