"""Cells in one form however they are written, and things that are found by them."""

from __future__ import annotations

import pytest

from cheapbandits.campaign.same_words import ByWord, plain_word, same_word

SAME = [
    ("001", "1"),
    ("1001", "1001.0"),
    ("0.10", "0.1"),
    ("0.5", "0,5"),
    (".5", "0.50"),
    ("+5", "5"),
    ("-5", "\u22125"),
    ("0", "-0.0"),
    ("1001", "1.001E+03"),
    ("123456789012345", "1.23457E+14"),
    ("123456789012345", "1.23E+14"),
    ("100000049999", "1E+11"),  # 1.00000E+11
    ("1.23457E+14", "1.23E+14"),
    ("1234567890123456789", "1.2345678901234568e+18"),  # pandas
    ("0.000012345678", "1.23457E-05"),
    ("S-001", "s-001"),
    ("S-001", "S\u2013001"),
    ("S 001", "S\u00a0001"),
    ("W7", "W07"),
    ("'001", "1"),
    ("O'Neil", "O\u00b4Neil"),
    ("M\u00fcller", "Mu\u0308ller"),
    ("{AB-0001}", "ab-0001"),
    ("uuid:0a1b", "0A1B"),
]
OTHERS = [
    ("S1", "S2"),
    ("1230", "1234"),
    ("1", "10"),
    ("1", "-1"),
    ("1.05 m", "1.5 m"),
    ("123456789012345", "1.23458E+14"),
    ("123456789012345", "1.23457E+13"),
    ("1 1", "11"),
    ("A", ""),
    ("{}", ""),
    (".", "0"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_is_written_otherwise_is_the_same(one, other):
    assert same_word(one, other)
    assert same_word(other, one)


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_others_are_others(one, other):
    assert not same_word(one, other)
    assert not same_word(other, one)


def test_the_form_stays_as_it_is():
    for word in {word for pair in SAME + OTHERS for word in pair}:
        assert plain_word(plain_word(word)) == plain_word(word)


@pytest.mark.parametrize("text", ["1" * 100_000, "0" * 100_000 + "x", "-" * 100_000, "1e" * 50_000])
def test_long_cells_are_cells(text):
    assert same_word(text, text)
    assert not same_word(text, text + "1")


@pytest.mark.parametrize(("one", "other"), SAME)
def test_things_are_found_by_any_form_of_their_word(one, other):
    for word, asked in ((one, other), (other, one)):
        found: ByWord[str] = ByWord()
        found.add("here", word, "it")
        assert "it" in found.of("here", asked)
        assert not [*found.of("there", asked)]
        found.remove("here", word, "it")
        assert not [*found.of("here", asked)]


def test_the_same_text_is_found_first():
    found: ByWord[int] = ByWord()
    for k, word in enumerate(("s1", "S1", "")):
        found.add("here", word, k)
    assert next(found.of("here", "S1")) == 1
    assert {*found.of("here", "S1")} == {0, 1}
    assert not [*found.of("here", "")]
