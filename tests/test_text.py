"""Names at the door: what is refused, what is let through, what is printed."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cheapbandits.errors import GraphError, ParameterError
from cheapbandits.text import apart, clean_text, first_unclean, number_hint, parse_number, shown

UNCLEAN = [
    *map(chr, [*range(0x20), *range(0x7F, 0xA0)]),
    *"\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\uffff",
    "\ud800",
    "\udfff",
]


@pytest.mark.parametrize("character", UNCLEAN, ids=lambda c: f"U+{ord(c):04X}")
def test_characters_that_harm_are_refused_and_escaped(character):
    text = f"a{character}b"
    with pytest.raises(ParameterError, match=rf"the name .* has U\+{ord(character):04X}") as caught:
        clean_text(text, "the name")
    assert character not in str(caught.value)
    assert character not in shown(text)
    str(caught.value).encode("utf-8")
    assert first_unclean(["fine", text]) == 1


@pytest.mark.parametrize(
    "text", ["", "a b", "São Paulo", "東京", "שלום", "👩\u200d🌾", "=1+1", "\\n"]
)
def test_words_of_every_script_pass(text):
    assert clean_text(text, "the name") == text
    assert shown(text) == text
    assert first_unclean([text]) is None


def test_length_kind_and_type():
    assert clean_text("x" * 1000, "the name")
    with pytest.raises(GraphError, match=r"may have 1,000 characters, got 30,000,000: x+\.\.\."):
        clean_text("x" * 30_000_000, "the name", kind=GraphError)
    with pytest.raises(ParameterError, match="must be text, got int"):
        clean_text(7, "the name")
    assert first_unclean(["a", "xxx", "b"], most=2) == 1


@given(st.text(st.characters(exclude_categories=[])))
def test_what_is_shown_is_always_clean(text):
    assert clean_text(shown(text, most=10**6), "it", most=10**7) is not None
    shown(text).encode("utf-8")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_float_is_read_back(value):
    assert parse_number(repr(value)) == value
    assert parse_number(repr(value).replace(".", ","), comma=True) == value


@pytest.mark.parametrize(
    "text",
    ["", " ", "1_5", "٣", "\uff11", "0x10", "nan", "inf", "-inf", "1,5", "2kg", "1e", "e5", ".",
     "1.2.3", "1 2", "--1", "True", "1e1.5", "9" * 1001, "1\n", "\u00a01"],
)  # fmt: skip
def test_what_is_no_number(text):
    assert parse_number(text) is None


def test_numbers_with_commas_and_numbers_too_large():
    assert parse_number("1.234,5", comma=True) is None
    assert parse_number("1,2,3", comma=True) is None
    assert parse_number("12", comma=True) == 12
    assert parse_number("1e999") == math.inf


@pytest.mark.parametrize("text", ["03.May", "5-Mar", "Mar-05", "4. Dez", "12 Sept"])
def test_a_day_that_a_spreadsheet_made_of_a_number_is_no_unit(text):
    assert "a day was read" in number_hint(text)
    assert "without the unit" in number_hint("3 decibel")


def test_one_number_is_told_in_six_digits():
    assert apart(20.13, 20.13) == ("20.13", "20.13")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1.5k", "write it in full, 1500"),
        ("1,5k", "write it in full, 1500"),
        ("12 Tsd.", "write it in full, 12000"),
        ("2M", "write it in full, 2000000, or 2 if moles a litre are meant"),
        ("300 K", "write it in full, 300000, or 300 if kelvins are meant"),
        ("0.25 million", "write it in full, 250000"),
        ("1e3k", "write it in full, 1000000"),
        ("1e999999999k", "write it in full, 1e999999999 times 1e3"),
        ("50%", "write 50 if all are per cent, or 0.5"),
        ("5 m", "write 5, without the unit"),
    ],
)
def test_what_counts_thousands_is_no_unit(text, said):
    """Seen: of 1.5k it was said to write 1.5, and who did so stored that for 1500."""
    assert number_hint(text).endswith(said)
