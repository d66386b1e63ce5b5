"""Where the database is."""

from __future__ import annotations

import pwd
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from cheapbandits.errors import ParameterError
from cheapbandits.store import Store, StoreError
from cheapbandits.store.location import data_folder, resolve
from tests.store.samples import fill


def test_the_default_is_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CHEAPBANDITS_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with Store.open() as store:
        fill(store, rounds=1)
    assert (tmp_path / "data" / "cheapbandits" / "campaigns.db").is_file()
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert resolve(None) == tmp_path / ".local/share/cheapbandits/campaigns.db"
    monkeypatch.setenv("XDG_DATA_HOME", "data")  # relative to what? It counts for none
    assert resolve(None) == tmp_path / ".local/share/cheapbandits/campaigns.db"


@pytest.mark.parametrize(
    "given",
    [
        '"postgresql://ana:s3cret@db/trees"',
        "<postgresql://ana:s3cret@db/trees>",
        "\ufeffpostgresql://ana:s3cret@db/trees",
        "\u00a0postgresql://ana:s3cret@db/trees",
        " postgresql://ana:s3cret@db/trees",
        "DATABASE_URL=postgresql://ana:s3cret@db/trees",
        "postgresql//ana:s3cret@db/trees",
        "ana:s3cret@db/trees",
        "ana:s3/cret@db/trees",
        "postgresql://ana:s3c@cret@127.0.0.1/trees",
        "u:s3cret@127.0.0.1/trees",
        "sqlite://u:s3cret@db/trees.db",
        "ana%3As3cret%40db/trees",
        "dbname=trees passwd=s3cret",
        "Server=db;Pwd=s3cret",
        "PGPASSWORD=s3cret dbname=trees",
        "db/trees?token=s3cret",
        "host=db,'pass'='s3cret'",
    ],
)
def test_a_password_is_not_shown_however_the_address_is_spoilt(given: str) -> None:
    """Seen: "there is no database at /tmp/"postgresql:/ana:s3cret@...", quotes and all."""
    with pytest.raises(ParameterError, match=r"looks like a URL|URL cannot be read") as refused:
        Store.open(given, create=False)
    assert "cret" not in str(refused.value)


@pytest.mark.parametrize(
    "name",
    [
        *("a@b.db", "survey: north.db", "C:\\me@home\\c.db", "c:/me@home/c.db", "me@home: a.db"),
        *("12:30.db", "compass=3.db", "tokens=5.db", "runs/token=5/my passwords.db", "50%40.db"),
    ],
)
def test_files_with_such_signs_are_files(name: str) -> None:
    assert resolve(name) == Path(name).absolute()


def test_an_empty_home_is_not_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "")
    monkeypatch.setattr(pwd, "getpwuid", lambda _: SimpleNamespace(pw_dir="/home/ida"))
    assert data_folder() == Path("/home/ida/.local/share/cheapbandits")


def test_the_variable_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHEAPBANDITS_DB", f"sqlite:///{tmp_path}/mine.db")
    with Store.open() as store:
        assert store.campaigns() == []
    assert (tmp_path / "mine.db").is_file()


def test_urls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert resolve("sqlite:///a b.db") == tmp_path / "a b.db"
    assert resolve("sqlite:////a/b.db") == Path("/a/b.db")
    assert resolve("postgres://h/n") == resolve("postgresql://h/n")
    for wrong in ("mysql://h/n", "sqlite://", ":memory:", "", "file:l.db?mode=ro"):
        with pytest.raises(ParameterError):
            resolve(wrong)
    with pytest.raises(ParameterError, match="URL cannot be read"):
        Store.open("postgresql://h:port/n")


@pytest.mark.parametrize("name", ["a b.db", "50%?x=1#y.db", "ö.db"])
def test_odd_file_names(tmp_path: Path, name: str) -> None:
    with Store.open(tmp_path / name) as store:
        fill(store, rounds=1)
    assert [p.name for p in tmp_path.iterdir()] == [name]


def test_places_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder"):
        Store.open(tmp_path)
    with pytest.raises(StoreError, match="does not exist"):
        Store.open(tmp_path / "nowhere" / "a.db")


def test_a_folder_that_is_gone_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen: "error: [Errno 2] No such file or directory", of no file that anybody had named."""
    here = tmp_path / "gone"
    here.mkdir()
    monkeypatch.chdir(here)
    here.rmdir()
    with pytest.raises(ParameterError, match=r"x\.db: the folder that this runs in is gone"):
        resolve("x.db")
    assert resolve(tmp_path / "x.db") == tmp_path / "x.db"


def test_a_server_that_is_not_there_and_no_password_in_the_message() -> None:
    with pytest.raises(StoreError) as caught:
        Store.open("postgresql://ana:secret@127.0.0.1:1/campaigns")
    assert "secret" not in str(caught.value)
    assert "127.0.0.1" in str(caught.value)


def test_importing_the_room_is_quick() -> None:
    program = "import sys, cheapbandits.store; sys.exit('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_data_folder_that_cannot_be_made_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CHEAPBANDITS_DB", raising=False)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(StoreError, match=r"file/cheapbandits cannot be made .*XDG_DATA_HOME"):
        Store.open(None)
