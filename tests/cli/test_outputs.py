"""Where results go is looked at before the work begins: nothing is asked, computed or lost."""

import os
from itertools import product

import pytest

import cheapbandits as cb
from cheapbandits.campaign.exports import write_text

SLOW = ("grid:6x7", "--horizon", 5)


@pytest.fixture
def places(walk):
    """A terminal with a campaign on a map, and paths that nothing can be written to."""
    graph = cb.Graph.from_points(
        [(x / 9, y / 9) for x in range(6) for y in range(7)], 4, crs="EPSG:4326"
    )
    cb.write_graph(graph, walk.folder / "map.npz")
    walk.ok("new", "map", "map.npz", "--policy", "CheapUCB")
    (walk.folder / "folder").mkdir()
    for suffix in ("csv", "json", "html", "kml"):
        (walk.folder / "folder" / f"x.{suffix}").mkdir()
        os.mkfifo(walk.folder / "folder" / f"pipe.{suffix}")
        (walk.folder / "folder" / f"d.{suffix}").write_bytes(
            (walk.folder / "campaigns.db").read_bytes()
        )
    return walk


COMMANDS = {
    "hunt": (["hunt", *SLOW], "csv"),
    "export": (["campaign", "export", "map"], "csv"),
    "map": (["campaign", "map", "map"], "html"),
    "ask": (["campaign", "ask", "map"], "kml"),
}
WRONG = {
    "no folder": ("nowhere/x.{}", "there is no folder nowhere"),
    "a folder": ("folder/x.{}", "is a folder"),
    "a pipe": ("folder/pipe.{}", "is a pipe or a device"),
    "a database": ("folder/d.{}", "is a database"),
    "too long": ("x" * 300 + ".{}", "cannot write"),
    "within a file": ("g.npz/x.{}", "there is no folder g.npz"),
    "where nobody writes": ("/proc/x.{}", "cannot write /proc/x"),
    "unknown": ("x.docx", "docx"),
    "without a suffix": ("x", "written as"),
    "nothing": ("", ""),
}


def one(command, wrong):
    """Always tried are every path with one command, and with each what it may look at itself."""
    always = command == "export" or wrong in ("a pipe", "unknown", "without a suffix")
    return pytest.param(command, wrong, marks=() if always else pytest.mark.thorough)


@pytest.mark.parametrize(("command", "wrong"), [one(*each) for each in product(COMMANDS, WRONG)])
def test_a_file_that_cannot_be_written(places, command, wrong):
    words, suffix = COMMANDS[command]
    path, message = WRONG[wrong]
    before = sorted(places.folder.rglob("*"))
    done = places.run(*words, "--out", path.format(suffix))
    assert done.returncode == 2, done
    assert message in " ".join(done.stderr.split())
    assert done.stdout == ""  # no round was played
    assert places.json("status", "map")["asked"] == 0
    assert sorted(places.folder.rglob("*")) == before


FOLDERS = {
    "simulate": ["simulate", "grid:6x7", "--runs", 2, "--jobs", 1],
    "reproduce": ["reproduce", "ba", "--runs", 2, "--jobs", 1],
    "leaderboard": ["leaderboard", "--only", "ba", "--runs", 2, "--jobs", 1],
}


@pytest.mark.parametrize("path", ["g.npz", "g.npz/deeper", "/proc/x/y", "x" * 300])
@pytest.mark.parametrize("command", FOLDERS)
def test_a_folder_that_cannot_be_made(walk, command, path):
    done = walk.run(*FOLDERS[command], "--out", path)
    assert done.returncode == 2, done
    assert f"--out {path[:40]}" in " ".join(done.stderr.split())
    assert "give another folder" in " ".join(done.stderr.split())
    assert done.stdout == ""


def test_a_file_is_written_where_a_link_points(tmp_path):
    (tmp_path / "there.json").write_text("old")
    (tmp_path / "link.json").symlink_to("there.json")
    write_text("new", tmp_path / "link.json")
    assert (tmp_path / "there.json").read_text() == "new"
    assert (tmp_path / "link.json").is_symlink()


def test_several_asks_in_one_flight_plan_are_refused_before_they_are_made(places):
    said = places.refused(2, "ask", "map", "-n", 3, "--format", "plan")
    assert "give --out FILE" in " ".join(said.split())
    assert places.json("status", "map")["asked"] == 0


@pytest.mark.parametrize("words", [("--out", "x.json"), ("--format", "kml")])
def test_watching_does_not_leave_out_what_was_asked_for(walk, words):
    assert "--watch" in walk.refused(2, "ask", "walk", "--watch", *words)


def test_a_backup_that_cannot_be_written_is_refused_before_the_look_through(places, tmp_path):
    os.truncate(places.folder / "campaigns.db", 40_000)  # the look-through would complain of this
    for path, message in ((tmp_path, "exists already"), (tmp_path / "no" / "b.db", "folder")):
        assert message in places.run("db", "backup", path).stderr
