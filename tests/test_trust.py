"""The pages of promises: each row names tests that hold it, and what it names is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROMISES = ["docs/trust.md", "docs/asked.md"]
LINKING = [*PROMISES, "README.md", "docs/campaigns.md", "docs/sites.md"]


def rows(page):
    """Return the rows of the tables of a page, as lists of cells, without their headers."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines if line.startswith("|")]
    return [row for row in cells if row[-1].strip() not in ("held by", "---")]


@pytest.mark.parametrize("page", PROMISES)
def test_every_row_names_its_tests(page):
    found = rows(page)
    assert len(found) > 40
    for row in found:
        tests = re.findall(r"`([^`]*)`", row[-1])
        assert tests, row
        for test in tests:
            assert re.fullmatch(r"tests/(\w+/)*test_\w+\.py", test), row
            assert (ROOT / test).is_file(), row
        assert "test_" not in "".join(row[:-1]), row


@pytest.mark.parametrize("page", LINKING)
def test_what_is_linked_is_there(page):
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", (ROOT / page).read_text(encoding="utf-8"))
    assert links
    for link in links:
        assert "://" in link or (ROOT / page).parent.joinpath(link).exists(), link


def test_the_promises_are_linked():
    assert "(docs/trust.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    for page in ("campaigns", "sites"):
        text = (ROOT / f"docs/{page}.md").read_text(encoding="utf-8")
        assert all(f"({promises}.md)" in text for promises in ("trust", "asked")), page
