"""The Trivial Graph Format: nodes with their labels, a line ``#``, and the edges below it."""

from __future__ import annotations

import re

from cheapbandits.graphs.files.cells import BLANK
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.rows import COMMENTS, content
from cheapbandits.text import shown

__all__ = ["check_no_trivial_graph"]

_MARK = re.compile(r"\n#[ \t]*\n")


def check_no_trivial_graph(source: Source, text: str) -> None:
    """Refuse rows that a line with nothing but ``#`` parts: those above it would become edges.

    A comment of several lines may begin or end so, a header may stand above it, and several of
    them part what they like.

    Parameters
    ----------
    source, text
        The file, and what :func:`.text_of` gives of it.
    """
    marks = list(_MARK.finditer(text))
    if len(marks) != 1:
        return
    start, end = marks[0].span()
    line = text.count("\n", 0, start) + 2
    above = text[text.rfind("\n", 0, start) + 1 : start].strip(BLANK)
    below = text[end:].partition("\n")[0].strip(BLANK)
    if any(not row or row.startswith(COMMENTS) for row in (above, below)):
        return
    if next(content(text))[0] == line - 1:
        return
    raise source.at(
        line,
        "a line with nothing but # parts nodes from edges in the Trivial Graph Format (.tgf): "
        f"delete it and all above it, so that '{shown(below, 30)}' is the first edge (its nodes "
        "then are called as in the edges, and not by their labels); if edges stand above it, too, "
        "delete this line alone",
    )
