"""Rows without a header that are groups of nodes, or a German table: ``1;12,5``.

A semicolon divides the nodes of a group, and columns where the comma is that of decimals. So this
is what was read at nodes 1 and 12 together, or the reading 12.5 of node 1: nothing in it tells.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.rows import content
from cheapbandits.text import shown

if TYPE_CHECKING:
    from cheapbandits.graphs.graph import Graph

__all__ = ["check_groups_or_decimals"]

#: Digits on both sides of the only comma, and no quotes, which would tell.
_ROW = re.compile(r'((?:[^;,"]++;)++)([ \t]*[-+]?[0-9]++),([0-9]++)[ \t]*')
_SPECIAL = re.compile('[,;"]')


def check_groups_or_decimals(source: Source, text: str, graph: Graph) -> None:
    """Refuse rows all of which are groups and whole numbers, or columns with a decimal comma.

    They have as many semicolons each. Names that have one of their own are names.

    Parameters
    ----------
    source, text
        The file, which has no header, and what :func:`.text_of` gives of it.
    graph
        Where the nodes are.
    """
    first, counts, named = None, set(), True
    for line, row in content(text):
        found = _ROW.fullmatch(row)
        if found is None:
            return
        first = first or (line, row, found)
        counts.add(row.count(";"))
        named = named and graph.find((found[1] + found[2]).strip()) is not None
    if first is None or named or len(counts) > 1:
        return
    line, row, found = first
    site = "node" if graph.names is None else graph.named_by or "site"
    if _SPECIAL.search(site):
        site = '"' + site.replace('"', '""') + '"'
    others = "".join(f"other{k};" for k in range(1, row.count(";")))
    group, decimals = (found[1] + found[2]).strip(), f"{found[2].strip()},{found[3]}"
    raise source.at(
        line,
        f"is '{shown(row.strip())}' the reading {shown(found[3])} of the group '{shown(group)}', "
        f"or {shown(decimals)} with a decimal comma, of '{shown(group.partition(';')[0])}'? Put a "
        f"line {shown(site)},reading above it for groups, or {shown(site)};{others}reading for "
        "decimal commas",
    )
