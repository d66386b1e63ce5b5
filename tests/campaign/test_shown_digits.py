"""Exports that a spreadsheet saved as text: it writes ten digits of a reading."""

from __future__ import annotations

import csv

import pytest

from cheapbandits.campaign.documents import COLUMNS
from cheapbandits.campaign.exports import write_readings
from cheapbandits.campaign.import_keys import record
from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import KeyReusedError

#: A reading, and what Excel writes of it.
SHOWN = [
    ("1234.123456789", "1234.123457"),
    ("-87654321.987654", "-87654321.99"),
    ("0.123456789012", "0.123456789"),
    ("12.500000000049", "12.5"),
]


def saved(campaign, folder, reading):
    """Write an export of one reading, and that in place of it."""
    path = folder / "e.csv"
    write_readings(campaign.history(), path, COLUMNS, campaign.graph)
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    rows[1][rows[0].index("reading")] = reading
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    return path


def again(campaign, path):
    found = read_import(path, campaign.graph, campaign.spec)
    rows = [row.given for row in found.rows]
    return record(campaign, rows, file=path, places=found.places)


@pytest.mark.parametrize(("reading", "shown"), SHOWN)
def test_a_reading_with_the_digits_that_are_shown_is_the_same(load, tmp_path, reading, shown):
    """Seen: the whole file was refused, as of another reading."""
    campaign = load.campaign
    campaign.observe("A1", float(reading))
    done = again(campaign, saved(campaign, tmp_path, shown))
    assert (done.new, done.known) == (0, 1)
    assert campaign.history()[0]["reading"] == float(reading)


@pytest.mark.parametrize("other", ["1234.123456", "1234.12346", "1234.123458"])
def test_one_that_differs_in_these_digits_is_another(load, tmp_path, other):
    campaign = load.campaign
    campaign.observe("A1", 1234.123456789)
    with pytest.raises(KeyReusedError, match="and the reading is 1234"):
        again(campaign, saved(campaign, tmp_path, other))
