"""What was read of a file in a process of its own is handed over whole."""

from dataclasses import fields

from cheapbandits.campaign.cut_rows import Left
from cheapbandits.campaign.imported_bytes import imported_bytes, imported_from
from cheapbandits.campaign.importing import Imported, ReadingRow, read_import

#: One value for every field, each of them another than its default.
LEFT = {
    "which": ("ask", 4),
    "asked": "2026-05-01T10:00:00+00:00",
    "told": "2026-05-01T11:00:00+00:00",
    "whole": True,
    "named": True,
}
ROW = {
    "nodes": (3, 7),
    "reading": 0.1 + 0.2,
    "key": "export:ask:4:2026-05-01",
    "line": 5,
    "weights": (0.25, 0.75),
    "names": ("export:ask:4:2026-05-01", "export:ask:4:2026-05-02"),
    "same_as": "line 2",
    "left": Left(**LEFT),
}
FILE = {
    "rows": [ReadingRow(**ROW), ReadingRow((1,), -1e-300, "k", 6)],
    "skipped": 3,
    "column": "zinc",
    "sites": "site",
    "counts": "feature",
    "passed_over": ("remark", "by"),
    "outside": 9,
}


def test_every_field_is_handed_over():
    """A new field has to be given a value here, and comes back or this fails.

    Seen: what was left of a row of an export was forgotten, and no such row could be sent.
    """
    for kind, given in ((Left, LEFT), (ReadingRow, ROW), (Imported, FILE)):
        assert given.keys() == {one.name for one in fields(kind)}, kind
        assert all(given[one.name] != one.default for one in fields(kind)), kind
    found = Imported(**FILE)
    assert found.places[0] == "feature 5"  # what it keeps for itself is no field
    back = imported_from(imported_bytes(found))
    assert back == found
    assert [row.given for row in back.rows] == [row.given for row in found.rows]
    assert (back.understood, back.places) == (found.understood, found.places)


def test_rows_of_files_are_handed_over(nine_sites, tmp_path):
    rows = [
        "ask,observation,status,place,nodes,weights,reading,asked,told,who",
        "1,,told,A1,A1;A2,0.25;0.75,0.5,2026-05-01T10:00:00,2026-05-01T11:00:00,ann",
        ",7,observed,A3,A3,,0.25,,2026-05-01,",
        ",8,annulled,A4,A4,,0.25,,,",
    ]
    (tmp_path / "r.csv").write_text("\n".join(rows))
    found = read_import(tmp_path / "r.csv", nine_sites)
    assert all(row.left is not None for row in found.rows)
    assert imported_from(imported_bytes(found)) == found
