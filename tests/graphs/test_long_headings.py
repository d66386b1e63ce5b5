"""Headings and cells of hundreds of kilobytes: looked at once, not from each of their letters.

Each runs in a process that is killed where it would not end: what tries every rest of the text
takes minutes.
"""

from __future__ import annotations

import pytest

from tests.forked import answer_within

LONG = 400_000
NAMES = ["W01", "W02", "W03", "W04"]


def answer(path, text, kind="readings"):
    path.write_text(text, encoding="utf-8")
    job = {"kind": kind, "path": str(path), "names": NAMES}
    return answer_within(job, memory=512 * 2**20)["outcome"]


@pytest.mark.parametrize(
    "heading",
    ["[" * LONG, "(" * LONG, "( " * (LONG // 2), "a" + "-" * LONG + "b", "a" + " " * LONG + "b"],
    ids=["square", "round", "parted", "dashes", "blanks"],
)
def test_a_long_heading_beside_readings(tmp_path, heading):
    text = f"site,{heading},value\nW01,1,12.5\nW02,2,13.5\n"
    assert answer(tmp_path / "r.csv", text) in ("read", "refused")


@pytest.mark.parametrize("blank", [" ", "\t", ". "])
def test_a_long_comment_above_readings(tmp_path, blank):
    """Seen: 6 kB of .csv.gz took minutes."""
    text = f"# a{blank * 3_000_000}b\nsite,value\nW01,12.5\nW02,13.5\n"
    assert answer(tmp_path / "r.csv", text) == "read"


@pytest.mark.parametrize("mark", "._/*")
def test_a_long_unit_beside_readings(tmp_path, mark):
    text = f"site,unit,value\nW01,{mark * LONG},12.5\nW02,mg,13.5\n"
    assert answer(tmp_path / "r.csv", text) in ("read", "refused")


@pytest.mark.parametrize(
    "heading", ["x(" + "[" * LONG + "1", "x(" + "\u00a0" * LONG + "1", "x" + "1" * LONG]
)
def test_a_long_heading_of_a_coordinate(tmp_path, heading):
    text = f"site,{heading},y\nA,1,2\nB,2,3\nC,4,5\n"
    assert answer(tmp_path / "s.csv", text, "graph") in ("read", "refused")
