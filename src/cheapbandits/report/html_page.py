"""A document as one HTML file that asks nobody for anything."""

from __future__ import annotations

import base64

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
from cheapbandits.report.markup import Html, join, tag, tied
from cheapbandits.report.style import CSS
from cheapbandits.report.verdicts import counts, headline, verdict_rows

__all__ = ["html_page"]

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
_TYPES = {".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg"}


def html_page(document: Document) -> str:
    """Return the page."""
    body = tag("body", _header(document), _main(document))
    page = tag("html", _head(document.title), body, lang="en")
    return f"<!DOCTYPE html>\n{page}\n"


def _head(title: str) -> Html:
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        tag("style", Html(CSS)),
    )


def _header(document: Document) -> Html:
    links = (tag("a", section.title, href=f"#{section.id}") for section in document.sections)
    return tag(
        "header",
        tag("h1", document.title),
        tag("p", document.lead),
        join((_render(block) for block in document.opening), "\n"),
        _verdicts(document),
        tag("nav", *links, aria_label="Contents"),
    )


def _verdicts(document: Document) -> Html:
    """Return the count of verdicts: in words where the document has its own, else by topic."""
    if document.claims and not document.headline:
        return counts(document.claims)
    return tag("p", document.headline or headline(document.claims), class_="headline")


def _main(document: Document) -> Html:
    return tag("main", Html("\n"), join(map(_section, document.sections), "\n"), Html("\n"))


def _section(section: Section) -> Html:
    blocks = join((_render(block) for block in section.blocks), "\n")
    return tag("section", tag("h2", section.title), Html("\n"), blocks, id=section.id)


def _render(block: Block) -> Html:
    match block:
        case Paragraph(text):
            return tag("p", text)
        case Code(text):
            return tag("pre", tag("code", text))
        case Table():
            return _table(block)
        case VerdictTable(title, claims, place):
            header = ("Verdict", "Claim", "Where", "Measured [low, high]")
            table = _scrolling(title, header, verdict_rows(claims), class_="cards")
            return join((tag("h3", title, id=place or None), table))
        case Picture():
            return _picture(block)


def _picture(picture: Picture) -> Html:
    image = tag("img", src=_data_uri(picture), alt=picture.alt)
    caption = tag("figcaption", tag("b", picture.title), " ", tied(picture.caption))
    return tag("figure", tag("div", image, class_="card"), caption)


def _data_uri(picture: Picture) -> str:
    """Return a figure as a ``data:`` address: drawn lines where there are, else pixels."""
    file = picture.file(".svg", ".png")
    content = base64.b64encode(file.read_bytes()).decode("ascii")
    return f"data:{_TYPES[file.suffix]};base64,{content}"


def _table(table: Table) -> Html:
    labels = table.header if table.cards else ()
    rows = join((_row(row, labels) for row in table.rows), "\n")
    look = "cards wide" if table.cards else None
    inner = _scrolling(table.caption, table.header, rows, class_=look)
    if table.folded:
        return tag("details", tag("summary", f"{table.caption}: {len(table.rows)} rows"), inner)
    return join((tag("h3", table.caption), inner))


def _row(cells: tuple[str, ...], labels: tuple[str, ...] = ()) -> Html:
    """Return a row; where it may become a card, its cells say what they are."""
    first, *others = cells
    if not labels:
        return tag("tr", tag("th", tied(first), scope="row"), *(tag("td", cell) for cell in others))
    named = zip(others, labels[1:], strict=True)
    found = (tag("td", cell, role="cell", data_label=label) for cell, label in named)
    return tag("tr", tag("th", tied(first), scope="row", role="rowheader"), *found, role="row")


def _scrolling(
    name: str, header: tuple[str, ...], rows: Html, *, class_: str | None = None
) -> Html:
    """Return a table that scrolls within itself, by finger or keyboard, never the page."""
    head = tag("thead", tag("tr", *(tag("th", words, scope="col") for words in header)))
    table = tag("table", head, tag("tbody", Html("\n"), rows), class_=class_, role="table")
    return tag("div", table, class_="scroll", role="region", aria_label=name, tabindex="0")
