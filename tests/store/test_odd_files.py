"""Files that are no databases, and processes that may not write them."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from cheapbandits.errors import DamagedError, ParameterError
from cheapbandits.store import Store, StoreError
from tests.store.samples import fill


def test_a_home_folder_that_nobody_has() -> None:
    with pytest.raises(ParameterError, match="nobody here has that home folder"):
        Store.open("~nosuch/campaigns.db")
    with pytest.raises(ParameterError, match="null character"):
        Store.open("a\0b.db")


def test_files_of_other_kinds(tmp_path: Path) -> None:
    text, empty, other = tmp_path / "a.txt", tmp_path / "b.db", tmp_path / "c.db"
    text.write_text("not a database at all, but longer than a header: " * 20)
    empty.touch()
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE mine (a)")
    connection.close()
    with pytest.raises(DamagedError, match="not a database"):
        Store.open(text)
    with pytest.raises(DamagedError, match="is empty"):
        Store.open(empty)
    with pytest.raises(StoreError, match="another program"):
        Store.open(other)


def test_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    """It was called a file that cannot be opened; what is meant may be on a drive that is off."""
    link, file = tmp_path / "l.db", tmp_path / "gone.db"
    link.symlink_to("gone.db")
    with pytest.raises(StoreError, match=r"l\.db is a link to gone\.db, and no file is there"):
        Store.open(link)
    assert [*tmp_path.iterdir()] == [link]
    Store.open(file).close()
    Store.open(link).close()


def test_pipes_and_devices(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(StoreError, match="a pipe or a device"):
            Store.open(path)


LIMITED = """
import resource, sys
from cheapbandits.store import Store
from tests.store.samples import tell
store = Store.open(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    for number in range(10, 2000):
        tell(store, "forest", number, 0.5)
except OSError as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(store.check(), store.campaign("forest").last_seq > 6)
tell(store, "forest", 5000, 0.5)
"""


@pytest.mark.skipif(
    resource.getrlimit(resource.RLIMIT_FSIZE)[1] != resource.RLIM_INFINITY, reason="limited already"
)
def test_a_limit_on_the_size_of_files_is_named(file: Path) -> None:
    with Store.open(file) as store:
        fill(store)
    limit = file.stat().st_size + 40_000
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(file), str(limit)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said, after = done.stdout.splitlines()
    assert f"at most {limit:,} bytes (ulimit -f)" in said
    assert "nothing of this step was stored" in said
    assert after == "[] True"


@pytest.mark.parametrize("journal", [True, False], ids=["folder too", "file only"])
def test_a_file_that_may_only_be_read(tmp_path: Path, journal: bool) -> None:
    """As another user, for root may write everything."""
    folder = tmp_path / "closed"
    folder.mkdir()
    file = folder / "c.db"
    with Store.open(file) as store:
        fill(store)
    file.chmod(0o444)
    folder.chmod(0o555 if journal else 0o777)
    root = Path(tempfile.gettempdir())
    for parent in [tmp_path, *tmp_path.parents]:
        if parent.stat().st_uid == os.getuid() and root in parent.parents:
            parent.chmod(parent.stat().st_mode | 0o055)
    program = (
        "import os, sys\n"
        "from cheapbandits.store import Store\n"
        "import cheapbandits.store.sql, alembic, encodings.idna\n"
        "from tests.store.samples import tell\n"
        "os.getuid() or os.setuid(65534)\n"
        "store = Store.open(sys.argv[1])\n"
        "print(len(store.events('forest')))\n"
        "try:\n"
        "    tell(store, 'forest', 9, 0.5)\n"
        "except OSError as error:\n"
        "    print(type(error).__name__, error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(file)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    read, refused = done.stdout.splitlines()
    assert read == "6"
    assert "may be read but not written" in refused
