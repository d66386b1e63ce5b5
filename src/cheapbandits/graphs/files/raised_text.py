"""Raised and lowered parts of a cell's text: 12.5 with a raised 1 is 12.5 with a footnote.

openpyxl reads both as one, 12.51. Here they are kept as they are shown, with a small raised 1: no
number, and no name of another site. Lowered digits are part of a word (CO2) unless a digit stands
before them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.safe_xml import check_document, local_name

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["RaisedRuns", "raised_strings"]

_LIST = "sharedstrings.xml"
_PLAIN = "0123456789+-\u2212=()"
_RAISED = str.maketrans(_PLAIN, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾")
_LOWERED = str.maketrans(_PLAIN, "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")


class RaisedRuns:
    """Follows the runs of texts, as the elements of a document end."""

    def __init__(self) -> None:
        self._way, self._text, self._shown = "", "", ""

    def follow(self, path: list[Element]) -> None:
        """Take in an element that ends."""
        tag = local_name(path[-1])
        if tag == "r":
            self._way = ""
        elif tag == "vertAlign":
            self._way = path[-1].get("val", "").strip().lower()
        elif tag == "t" and not any(local_name(element) == "rPh" for element in path):
            self._add(path[-1].text or "")

    def taken(self) -> str | None:
        """Return the text that came to its end, if it is shown otherwise than it is read."""
        text, shown, self._text, self._shown = self._text, self._shown, "", ""
        return None if text == shown else shown

    def _add(self, text: str) -> None:
        if self._way == "superscript":
            self._shown += text.translate(_RAISED)
        elif self._way == "subscript" and self._text[-1:].isdigit():
            self._shown += text.translate(_LOWERED)
        else:
            self._shown += text
        self._text += text


def raised_strings(source: Source, parts: Mapping[str, bytes]) -> dict[int, str]:
    """Return the texts of a workbook's list with raised parts, as they are shown, by number from 0.

    Parameters
    ----------
    source
        The workbook.
    parts
        What its archive holds.
    """
    found: dict[int, str] = {}
    for name, part in parts.items():
        if name.lower().endswith(_LIST) and b"vertAlign" in part.replace(b"\0", b""):
            _add_raised(source, part, found)
    return found


def _add_raised(source: Source, part: bytes, found: dict[int, str]) -> None:
    runs, number = RaisedRuns(), 0

    def visit(path: list[Element]) -> None:
        nonlocal number
        runs.follow(path)
        if len(path) == 2:
            if (text := runs.taken()) is not None:
                found[number] = text
            number += 1

    check_document(source, "sst", visit, part)
