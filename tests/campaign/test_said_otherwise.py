"""What all rows of a file say, under any heading: another unit is refused, another word is told."""

from __future__ import annotations

import pytest

import cheapbandits as cb

SITES = ["A1", "A2", "A3"]


def table(head, words, values=(271, 482, 793), sites=SITES):
    return head, *(f"{site},{value},{words}" for site, value in zip(sites, values, strict=True))


@pytest.mark.parametrize(
    ("head", "column"), [("Einheiten", None), ("Eenheid", "value"), ("x", "value")]
)
def test_another_unit_under_any_heading_is_refused(load, head, column):
    head = f"node,value,{head}"
    assert load(*table(head, "mg/kg"), column=column).new == 3
    said = "the unit of its readings is '.g/L', and 'mg/kg' of those"
    with pytest.raises(cb.ParameterError, match=said):
        load(*table(head, "µg/l", (81, 192, 396)), column=column)
    with pytest.raises(cb.ParameterError, match=said):
        load(*table("node,value,unit", "µg/l", (81, 192, 396)), column=column)
    assert load(*table(head, "MG/KG", (272, 483, 794)), column=column).new == 3
    assert load(*table("node,value,depth,depth_unit", "3,µg/l", (81, 192, 396))).new == 3


def test_another_word_in_all_rows_is_told(load):
    head = "node,value,Analyt,Labor"
    assert load(*table(head, "Zink,Nord")).notes == ()
    assert load(*table(head, "zink,Nord", (272, 483, 794))).notes == ()
    (note,) = load(*table("node,value,analyt", "Blei", (81, 192, 396))).notes
    assert note.startswith(
        "'analyt' is 'Blei' in this file and was 'Zink' in those before (observation 1): another "
        "quantity? If so, strike the new readings (cheapbandits campaign annul "
        f"{load.campaign.name} NUMBER"
    )
    assert load(*table(head, "Blei,Nord", (82, 193, 397))).notes == ()  # both are known now
    (note,) = load(*table(head, "Zink,Sued", (273, 484, 795))).notes
    assert note.startswith("'Labor' is 'Sued'")


@pytest.mark.parametrize(
    ("head", "first", "second"),
    [
        ("Bericht", "R-2024-101", "R-2024-113"),  # numbers are others in each file
        ("Datum Labor", "01.05.2024", "02.05.2024"),
        ("Seite", "1", "2"),
        ("team", "red", "blue"),
        ("Bemerkung", "nass", "trocken"),
        ("Beschreibung", "was man von dieser Reise noch sagen kann", "x"),
    ],
)
def test_what_is_no_word_of_all_is_not_told(load, head, first, second):
    head = f"node,value,{head}"
    assert load(*table(head, first), column="value").new == 3
    assert load(*table(head, second, (81, 192, 396)), column="value").notes == ()


def test_words_that_differ_within_a_file_or_name_its_site_are_not_told(load):
    head = "node,value,Labor"
    assert load(*table(head, "Nord")).new == 3
    assert load(head, "A1,275,Nord", "A2,486,Sued", "A3,797,Sued").notes == ()
    for site in ("A4", "A5"):
        rows = table("Ort,value", "", sites=[site] * 3)
        assert load(*(row.rstrip(",") for row in rows), column="value", names="Ort").notes == ()
    assert load(head, "A6,350,Sued", "A7,460,Sued").notes == ()  # two rows are too few


def test_it_is_told_of_readings_that_are_left_out_too(load):
    head = "node,value,Analyt"
    assert load(*table(head, "Zink")).new == 3
    assert load(*table(head, "Zink")).notes == ()  # the very file
    done = load(*table(head, "Blei", (271, 482, 794)))
    assert (done.new, done.known) == (1, 2)
    assert any("are the 2 readings that are left out others" in note for note in done.notes)
    assert any("as a file of their own with --again" in note for note in done.notes)
