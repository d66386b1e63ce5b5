"""The page: whole in one file, safe, and readable by machines that read aloud."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from cheapbandits.plots.paper import paper_sheets
from cheapbandits.report import write_report
from cheapbandits.report.html_page import POLICY
from tests.plots.samples import all_results
from tests.report.samples import HOSTILE, MANIFEST, claims

VOID = {"img", "meta"}


class Page(HTMLParser):
    """Collects what matters, and checks that every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).replace("\N{NO-BREAK SPACE}", " ").split())

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.elements if name == tag]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    folder: Path = tmp_path_factory.mktemp("report")
    results = all_results()
    # Pictures are embedded as they are: small ones do. Those of the paper are test_saving's.
    figures = {name: [folder / f"{name}.svg"] for name in paper_sheets(results)}
    for (file,) in figures.values():
        file.write_text(f"<svg xmlns='http://www.w3.org/2000/svg'><desc>{file}</desc></svg>")
    files = write_report(results, claims(), figures, MANIFEST, folder)
    assert [file.name for file in files] == ["report.html", "report.md"]
    assert files[0].stat().st_size < 200_000
    return Page(files[0].read_text(encoding="utf-8"))


def test_elements_are_closed_and_there_is_one_heading(page: Page) -> None:
    assert page.open == []
    assert len(page.all("h1")) == 1
    assert page.all("html") == [{"lang": "en"}]
    assert {"header", "main", "section", "nav", "figure", "figcaption", "table"} <= {
        name for name, _ in page.elements
    }


def test_nothing_is_asked_from_elsewhere(page: Page) -> None:
    names = {name for name, _ in page.elements}
    assert not names & {"script", "link", "iframe", "object", "embed", "base", "form"}
    for name, attrs in page.elements:
        for key in ("src", "href", "srcset", "action", "data", "poster"):
            value = attrs.get(key)
            assert value is None or value.startswith(("data:image/", "#")), (name, value)
        assert not any(key.startswith("on") for key in attrs)


def test_the_page_forbids_itself_everything_else(page: Page) -> None:
    meta = [m for m in page.all("meta") if m.get("http-equiv") == "Content-Security-Policy"]
    assert [m["content"] for m in meta] == [POLICY]
    assert POLICY == "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def test_every_claim_is_there_with_its_verdict_in_words(page: Page) -> None:
    for claim in claims():
        assert " ".join(claim.claim.split()) in page.text
        assert f"claim-{claim.id}" in {row.get("id") for row in page.all("tr")}
    # Once a row, and once a topic in the count.
    assert page.text.count("✗ does not hold") == 2 + 2
    assert page.text.count("? undecided") == 1 + 1
    assert page.text.count("~ not contradicted") == 2 + 2
    assert page.text.count("∅ ill-posed") == 1 + 1
    assert page.text.count("✓ holds") == 4 + 2
    assert "Regret, measured 2 ✓ holds 1 ? undecided 1 ~ not contradicted" in page.text


def test_what_claims_say_is_text_and_never_markup(page: Page) -> None:
    assert HOSTILE in page.text
    assert "<b>here</b>" in page.text
    assert not any("evil" in str(attrs) for _, attrs in page.elements)


def test_figures_have_words_for_those_who_do_not_see_them(page: Page) -> None:
    images = page.all("img")
    assert len(images) == 8
    assert all(len(image["alt"] or "") > 40 for image in images)
    assert "final regret CheapUCB 77.3" in page.text


def test_the_first_screen_has_five_sentences_and_figure_1(page: Page) -> None:
    """Before any count: what is measured, what it means, what was found."""
    first = page.text.index("Regret, measured 2")
    order = ["Somewhere in a network", "Two things are measured", "True:", "Not true:", "And it"]
    places = [page.text.index(words) for words in order]
    assert places == sorted(places)
    assert places[-1] < page.text.index("Figure 1: random graphs, T = 150") < first
    assert page.text.count("Figure 1: random graphs, T = 150") == 1


def test_wide_tables_become_cards_whose_cells_say_what_they_are(page: Page) -> None:
    cards = [table for table in page.all("table") if table.get("class") == "cards wide"]
    assert len(cards) >= 4
    labels = {cell.get("data-label") for cell in page.all("td")}
    assert {"CheapUCB: regret / cost", "c = 0.1", "λd+1"} <= labels


def test_units_and_cases_stand_in_the_rows(page: Page) -> None:
    assert "0.143 [0.125, 0.167] x LinUCB" in page.text
    assert "✗ <u>aspen</u> 0.25 [0.2, 0.3]" in page.text


def test_tables_scroll_within_themselves(page: Page) -> None:
    boxes = [div for div in page.all("div") if div.get("class") == "scroll"]
    assert len(boxes) == len(page.all("table"))
    assert all(box["tabindex"] == "0" and box["aria-label"] for box in boxes)


def test_links_within_the_page_lead_somewhere(page: Page) -> None:
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert {(a["href"] or "").removeprefix("#") for a in page.all("a")} <= set(ids)


def test_the_page_says_how_it_was_made(page: Page) -> None:
    assert "cheapbandits reproduce ba er --runs 4 --seed 0" in page.text
    assert (
        "cheapbandits reproduce --cell 'ba/lowest/T150/CheapUCB(smoothness=theory)/000'"
        in page.text
    )
    for words in ("1 min 15 s", "2.0.0", "Linux", "29.6", "engine of CheapUCB", "dense, iterative"):
        assert words in page.text
