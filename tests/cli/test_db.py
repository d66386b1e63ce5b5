"""Care of a database that is damaged."""

import json

import pytest

import cheapbandits as cb
from cheapbandits.campaign import Campaign
from cheapbandits.errors import DamagedError
from tests.store.samples import tamper


@pytest.fixture
def damaged(walk):
    """A campaign whose second ask is gone from the log; the summary knows of it."""
    for _ in range(2):
        walk.json("ask", "walk", "--more")
    tamper(walk.folder / "campaigns.db", "DELETE FROM cheapbandits_events WHERE seq = 2")
    return walk


def test_a_damaged_database_is_not_copied_unless_asked_to(damaged, tmp_path):
    copy = tmp_path / "copy.db"
    done = damaged.run("db", "backup", str(copy))
    assert done.returncode == 5
    assert "--anyway" in done.stderr
    assert not copy.exists()
    done = damaged.run("db", "backup", str(copy), "--anyway", "--json")
    assert done.returncode == 0
    assert "warning" in done.stderr
    assert json.loads(done.stdout)["file"] == str(copy)
    assert copy.exists()


def test_looking_closer_does_not_advise_to_look_closer(damaged):
    done = damaged.run("db", "check")
    assert done.returncode == 5
    assert "db backup" in done.stderr
    assert "db check" not in done.stderr
    (damaged.folder / "campaigns.db").write_bytes(b"no database" * 1000)
    done = damaged.run("db", "check")
    assert done.returncode == 5
    assert "db check" not in done.stderr


def test_a_tell_whose_ask_was_deleted_is_damage(damaged):
    done = damaged.run("campaign", "tell", "walk", "2", "0.5")
    assert done.returncode == 5
    assert "missing" in done.stderr
    with pytest.raises(DamagedError):
        Campaign.open("walk", db=damaged.folder / "campaigns.db").tell(2, 0.5)


def test_a_tell_of_an_ask_that_never_was_is_a_mistake(walk):
    walk.json("ask", "walk")
    with pytest.raises(cb.campaign.NoSuchAskError):
        Campaign.open("walk", db=walk.folder / "campaigns.db").tell(2, 0.5)


def test_a_copy_is_not_printed(walk):
    """Seen: a file called '-'."""
    for line in (["db", "backup", "-"], ["campaign", "delete", "walk", "--yes", "--out", "-"]):
        done = walk.run(*line)
        assert (done.returncode, done.stdout) == (2, "")
        assert "is a database, no text to print: give it the path of a file" in done.stderr
    assert not (walk.folder / "-").exists()
    assert walk.json("status", "walk")["name"] == "walk"
