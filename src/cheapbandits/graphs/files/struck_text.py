"""Parts of a cell's text with a line through them: 13 is struck, and 18 stands behind it.

openpyxl reads both as one, 1318. Excel keeps such text in runs, in a list that cells of all sheets
refer to, or in the cell itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.safe_xml import check_document, local_name

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["Runs", "struck_strings"]

_LIST = "sharedstrings.xml"


class Runs:
    """Follows the runs of texts, as the elements of a document end."""

    def __init__(self) -> None:
        self._struck = False

    def ends_struck(self, path: list[Element]) -> bool:
        """Tell whether the last element of a path is text with a line through it."""
        tag = local_name(path[-1])
        if tag == "r":
            self._struck = False
        elif tag == "strike":
            self._struck = path[-1].get("val", "1").strip().lower() not in ("0", "false")
        return tag == "t" and self._struck and bool((path[-1].text or "").strip())


def struck_strings(source: Source, parts: Mapping[str, bytes]) -> frozenset[int]:
    """Return which texts of a workbook's list have a part with a line through it, from 0.

    Parameters
    ----------
    source
        The workbook.
    parts
        What its archive holds.
    """
    found: set[int] = set()
    for name, part in parts.items():
        if name.lower().endswith(_LIST) and b"strike" in part.replace(b"\0", b""):
            _add_struck(source, part, found)
    return frozenset(found)


def _add_struck(source: Source, part: bytes, found: set[int]) -> None:
    runs, number = Runs(), 0

    def visit(path: list[Element]) -> None:
        nonlocal number
        if runs.ends_struck(path):
            found.add(number)
        if len(path) == 2:
            number += 1

    check_document(source, "sst", visit, part)
