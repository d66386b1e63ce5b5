"""Nodes of an edge list of which one is perhaps the other, spelt otherwise, or what became of it.

Two tables that were put together pad their numbers differently, a word processor makes dashes
long, a spreadsheet takes 1-12 for a day: what was one node becomes two, and the network falls
apart where nobody sees it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cheapbandits.graphs.spoilt_names import first_spoilt
from cheapbandits.text import as_seen, plain_marks, shown, unpadded

if TYPE_CHECKING:
    from cheapbandits.graphs.files.edge_table import EdgeTable

__all__ = ["check_alike", "check_no_remarks", "check_not_spoilt"]

#: What may be written in capitals or not: words, and codes of letters and digits.
_WORD, _LETTER, _DIGIT = (re.compile(what) for what in (r"[^\W\d_]{3}", r"[^\W\d_]", "[0-9]"))
#: Apostrophes round a name, as some programs write text; a' may well be another node than a.
_QUOTED = re.compile("^'(.+)'$")

#: What may be a remark behind a name: parted by the sign of a comment.
_REMARK = re.compile(r"(.*?\S)\s+[#%]+\s*(.+)", re.DOTALL)


def check_no_remarks(table: EdgeTable, names: list[str]) -> None:
    """Refuse ``b # main road``, where that may be the node b; ``Well # 5`` where Well is one."""
    known = {*names} if any("#" in name or "%" in name for name in names) else set()
    for code, name in enumerate(names) if known else ():
        found = _REMARK.fullmatch(name)
        if found is not None and (found[1] in known or _WORD.search(found[2])):
            raise table.source.at(
                table.line(table.row(code)),
                f"'{shown(name)}': a remark behind '{shown(found[1])}'? Delete it, as comments "
                "stand on lines of their own; if it is the name, say --table edges (in Python "
                "table='edges')",
            )


def check_alike(table: EdgeTable, names: list[str]) -> None:
    """Refuse two nodes that differ by case, blanks, dashes, apostrophes or leading zeros alone."""
    seen: dict[str, int] = {}
    for code, name in enumerate(names):
        first = seen.setdefault(_folded(name), code)
        if first != code:
            raise table.source.at(
                table.line(table.row(code)),
                f"'{shown(names[first])}' and '{shown(name)}' look alike: one node? Write both in "
                "one way; if they are two, say --table edges (in Python table='edges')",
            )


def _folded(name: str) -> str:
    """Return what is the same for all spellings of a node; a and A may well be two."""
    plain = _QUOTED.sub(r"\1", unpadded(as_seen(plain_marks(name))))
    code = _LETTER.search(plain) and _DIGIT.search(plain)
    return plain.casefold() if code or _WORD.search(plain) else plain


def check_not_spoilt(table: EdgeTable, names: list[str]) -> None:
    """Refuse nodes some of which a spreadsheet seems to have made days or numbers of."""
    code = first_spoilt(names, workbook=False)
    if code is not None:
        raise table.source.at(
            table.line(table.row(code)),
            f"the node '{shown(names[code])}' is a date or a number, as spreadsheets make of 1-4 "
            "or 1E5; format both columns as text, type the names again and save it (if it is the "
            "name, say --table edges; in Python table='edges')",
        )
