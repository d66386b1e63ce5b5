"""What a report is made of. Content is built once from these and written as HTML and Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from cheapbandits.studies.claims import Claim

__all__ = ["Block", "Code", "Document", "Paragraph", "Picture", "Section", "Table", "VerdictTable"]


@dataclass(frozen=True)
class Paragraph:
    """Plain text."""

    text: str


@dataclass(frozen=True)
class Code:
    """Lines to type."""

    text: str


@dataclass(frozen=True)
class Table:
    """A plain table.

    Attributes
    ----------
    caption
        What it shows; also its name for screen readers.
    header, rows
        Text; the first column names its row.
    folded
        Whether HTML shows it only when asked to.
    cards
        Whether a phone shows each row as a card, as it must where there are many columns.
    """

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    folded: bool = False
    cards: bool = False


@dataclass(frozen=True)
class VerdictTable:
    """The claims about one thing, with their verdicts, how they were judged, and notes."""

    title: str
    claims: tuple[Claim, ...]
    id: str = ""


@dataclass(frozen=True)
class Picture:
    """A figure: its files (of any format), what it shows in words and numbers."""

    title: str
    files: tuple[Path, ...]
    alt: str
    caption: str

    def file(self, *preferred: str) -> Path:
        """Return the file with the first of these suffixes, or else the first file."""
        for suffix in preferred:
            for file in self.files:
                if file.suffix == suffix:
                    return file
        return self.files[0]


Block: TypeAlias = Paragraph | Code | Table | VerdictTable | Picture


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it; ``id`` is its address within the page."""

    id: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Document:
    """A whole report.

    ``headline`` is its count of verdicts where no claims are counted; ``opening`` is what the first
    screen shows, before any count.
    """

    title: str
    lead: str
    claims: tuple[Claim, ...]
    sections: tuple[Section, ...]
    headline: str = ""
    opening: tuple[Block, ...] = ()
