"""A document as Markdown, with figures as files beside it."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import quote

from cheapbandits.report.blocks import (
    Block,
    Code,
    Document,
    Paragraph,
    Picture,
    Section,
    Table,
    VerdictTable,
)
from cheapbandits.report.verdicts import badge_text, headline, measured_text, parts_text
from cheapbandits.studies.claims import Claim

__all__ = ["escape", "markdown_text"]

_SPECIAL = re.compile(r"([\\`*_\[\]|#~])")


def markdown_text(document: Document, folder: Path) -> str:
    """Return the document; pictures are given relative to a folder."""
    parts = [f"# {escape(document.title)}", escape(document.lead)]
    parts += [_render(block, folder) for block in document.opening]
    parts.append(f"**{escape(document.headline or headline(document.claims))}**")
    parts += map(partial(_section, folder=folder), document.sections)
    return "\n\n".join(parts) + "\n"


def escape(text: str) -> str:
    r"""Return text in which nothing is markup, on one line.

    Examples
    --------
    >>> escape("a|b <script> c_d")
    'a\\|b &lt;script&gt; c\\_d'
    """
    flat = " ".join(text.split())
    return _SPECIAL.sub(r"\\\1", html.escape(flat, quote=False))


def _section(section: Section, folder: Path) -> str:
    blocks = (_render(block, folder) for block in section.blocks)
    return "\n\n".join([f"## {escape(section.title)}", *blocks])


def _render(block: Block, folder: Path) -> str:
    match block:
        case Paragraph(text):
            return escape(text)
        case Code(text):
            return f"```console\n{text}\n```"
        case Table(caption, header, rows):
            return f"### {escape(caption)}\n\n{_table(header, rows)}"
        case VerdictTable(title, claims):
            return _verdicts(title, claims)
        case Picture():
            return _picture(block, folder)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    escaped = ([escape(cell) for cell in row] for row in (header, *rows))
    lines = list(escaped)
    lines.insert(1, ["---"] * len(header))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _verdicts(title: str, claims: Sequence[Claim]) -> str:
    header = ("Verdict", "Claim", "Where", "Measured [low, high]")
    rows = ((badge_text(c.verdict), c.claim, c.where, measured_text(c)) for c in claims)
    notes = (f"- **{escape(c.claim)}** {escape(_judged(c))}" for c in claims)
    words = [f"### {escape(title)}", "", _table(header, rows), "", "How they were judged:", ""]
    return "\n".join([*words, *notes])


def _judged(claim: Claim) -> str:
    cases = f" Cases: {parts_text(claim)}." if claim.parts else ""
    return f"{claim.quantity}.{cases} {claim.note}"


def _picture(picture: Picture, folder: Path) -> str:
    file = picture.file(".png", ".svg")
    address = quote(Path(os.path.relpath(file, folder)).as_posix())
    words = f"### {escape(picture.title)}\n\n![{escape(picture.alt)}]({address})"
    return f"{words}\n\n{escape(picture.caption)}".strip()
