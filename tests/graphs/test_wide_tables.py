"""Tables of thousands of columns, as spectra have: work grows with the columns."""

from __future__ import annotations

import pytest

from cheapbandits.graphs.files import beside_values
from cheapbandits.graphs.files.beside_values import check_beside_values
from cheapbandits.graphs.files.guard import Source

KINDS = {
    "numbers": ("c{}", "3.5"),
    "names of their own": ("{:x}q", "3.5"),
    "words": ("c{}", "clay"),
    "marks of others": ("Qual.{}", "good"),
}


class Counted(list):
    """Names of columns that count how often one is looked at."""

    looked = 0

    def __getitem__(self, place):
        self.looked += 1
        return super().__getitem__(place)

    def __iter__(self):
        for name in super().__iter__():
            self.looked += 1
            yield name


def steps(tmp_path, kind, count, monkeypatch):
    """Return how much is looked at: headings, cells, and places told apart by their families."""
    heading, cell = KINDS[kind]
    path = tmp_path / "a.csv"
    path.write_text("site,zinc")
    columns = Counted(["site", "zinc", *(heading.format(k) for k in range(count))])
    rows = ["a", "b", "c"]
    asked = []

    def cells(k):
        asked.append(k)
        return rows if k == 0 else ["1", "2", "3"] if k == 1 else [cell] * 3

    words = []
    whole = beside_values.header_words
    monkeypatch.setattr(beside_values, "header_words", lambda n: words.append(n) or whole(n))
    check_beside_values(Source(path), columns, "zinc", cells, [2, 3, 4], [True] * 3)
    monkeypatch.setattr(beside_values, "header_words", whole)
    return columns.looked + len(asked) + len(words)


@pytest.mark.parametrize("kind", KINDS)
def test_work_grows_with_the_columns(tmp_path, kind, monkeypatch):
    few, many = (steps(tmp_path, kind, count, monkeypatch) for count in (250, 1000))
    assert many < 4.5 * few


def families(columns, values="zinc"):
    return beside_values._Families(columns, columns.index(values))


def test_marks_stand_by_the_values_that_they_follow():
    numbers = {"lead": ["1", "2"], "zinc": ["3", "4"], "copper": ["5", ""]}

    def of_neighbours(columns):
        found = families(columns)
        cells = [numbers.get(name, ["x", "y"]) for name in columns]
        return [k for k, name in enumerate(columns) if found.is_of_neighbour(k, cells.__getitem__)]

    assert of_neighbours(["site", "lead", "Qual", "zinc", "Qual.1", "copper", "Qual.2"]) == [2, 6]
    assert of_neighbours(["site", "Qual", "lead", "Qual.1", "zinc", "Qual.2", "copper"]) == [1, 5]
    assert of_neighbours(["site", "Qual", "Qual.1", "lead", "zinc"]) == [1, 2]
    assert of_neighbours(["site", "lead", "Qual", "zinc"]) == []
