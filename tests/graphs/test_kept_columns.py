"""Columns that say when a sample was taken and what it is called, by the words of their headers."""

from __future__ import annotations

import pytest

from cheapbandits.graphs.files.kept_cells import kept_columns

WANTED = ("date", "time", "sample_date", "depth", "sample", "sample_id", "record")


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("SampleID", "sample_id"),
        ("Lab Sample ID", "sample_id"),
        ("_uuid", "record"),
        ("meta-instanceID", "record"),
        ("GlobalID", "record"),
        ("ActivityIdentifier", "sample_id"),
        ("Sample Code", "sample_id"),
        ("Sampling Date", "date"),
        ("ActivityStartDate", "date"),
        ("Sample Date/Time", "date"),
        ("SampleTime", "time"),
        ("Depth (cm)", "depth"),
        ("sample_depth_m", "depth"),
        ("Sample", "sample"),
        ("Sample No", None),  # may count the rows
        ("Activity Code", None),
        ("ObjectID", None),
        ("Report Date", None),
        ("Analysis Date", None),
        ("Submission Time", None),
        ("ActivityStartTime/TimeZoneCode", None),
        ("Depth to water", None),
    ],
)
def test_what_a_header_says(name, what):
    assert kept_columns(["site", name, "value"], WANTED) == ({} if what is None else {what: 1})


def test_the_very_name_goes_first_and_one_column_is_one_thing():
    assert kept_columns(["SampleDate", "date"], WANTED) == {"date": 1}
    assert kept_columns(["sample_date", "SampleTime"], WANTED) == {"sample_date": 0, "time": 1}
    assert kept_columns(["Lab Sample ID", "Field Sample ID"], WANTED) == {"sample_id": 0}
    assert kept_columns(["date", "date"], WANTED) == {}
