"""Nodes that are called by numbers: the terminal takes names, and says where an index is taken."""

import json

import pytest

SITES = "".join(f"{k},{100 * (k % 3)},{100 * (k // 3)},{k / 2}\n" for k in range(1, 10))


@pytest.fixture
def wells(terminal):
    """A campaign on sites that are called 1 to 9, with a reading of each."""
    terminal.folder.joinpath("sites.csv").write_text(f"id,x,y,zinc\n{SITES}")
    terminal.ok("new", "wells", "sites.csv", "--readings", "zinc", "--horizon", "20")
    return terminal


def test_names_and_files_come_without_a_word(wells):
    wells.folder.joinpath("more.csv").write_text("id,zinc\n3,1.25\n4,2.75\n")
    for words in (
        ["observe", "wells", "3", "2.5"],
        ["observe", "wells", "#3", "2.5"],
        ["mask", "wells", "3"],
        ["unmask", "wells", "3"],
        ["import", "wells", "more.csv", "--values", "zinc"],
    ):
        done = wells.run("campaign", *words)
        assert (done.returncode, "taken as" in done.stderr) == (0, False), done.stderr
    rows = wells.json("history", "wells")["rows"]
    assert [row["place"] for row in rows][:9] == [str(k) for k in range(1, 10)]
    assert [row["place"] for row in rows][9:] == ["3", "4", "3", "4"]


def test_watch_says_once_which_node_a_number_is(wells):
    lines = [{"nodes": [node], "reading": 2.2} for node in (3, 4, "3")]
    given = "".join(f"{json.dumps(line)}\n" for line in lines)
    done = wells.run("campaign", "watch", "wells", "--json", given=given)
    assert done.returncode == 0, done.stderr
    said = [line for line in done.stderr.splitlines() if "index" in line]
    assert said == [
        "note: 3 is taken as an index, which is '4'; for the node named '3' pass it as text, '3'"
    ]
    rows = wells.json("history", "wells")["rows"]
    assert [row["place"] for row in rows if row["observation"]][9:] == ["4", "5", "3"]
