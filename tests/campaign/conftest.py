"""Every campaign test runs on SQLite and on PostgreSQL; files of readings are imported in one."""

import uuid

import pytest

import cheapbandits as cb
from cheapbandits.campaign.import_keys import record
from cheapbandits.campaign.importing import read_import
from tests.made import make_empty, quickly_made
from tests.services import schema_url


@pytest.fixture(scope="package", autouse=True)
def quick_files():
    """Spare the migrations in the files that tests make: see the tests of the store."""
    with quickly_made():
        yield


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request, tmp_path):
    """An empty database: a file, or a schema of its own on a real server."""
    if request.param == "sqlite":
        place = tmp_path / "campaigns.db"
    else:
        place = schema_url(request.getfixturevalue("postgres_url"), f"t{uuid.uuid4().hex}")
    make_empty(place)
    return place


@pytest.fixture
def file_db(tmp_path):
    """Return an empty database in a file, where a server would be no other."""
    make_empty(tmp_path / "c.db")
    return tmp_path / "c.db"


@pytest.fixture(scope="session")
def files_db(tmp_path_factory):
    """Return a database for campaigns that only import; each has its own name."""
    return tmp_path_factory.mktemp("files") / "c.db"


@pytest.fixture(scope="session")
def nine_sites():
    """Return a graph that keeps what campaigns on it work out."""
    return cb.Graph(cb.grid(3, 3).weights, names=[f"A{k}" for k in range(9)])


@pytest.fixture
def load(files_db, tmp_path, nine_sites):
    """Return what imports lines of text into a campaign on nine sites, A0 to A8."""
    name = f"c{uuid.uuid4().hex}"
    with cb.Campaign.create(name, nine_sites, db=files_db, horizon=20) as campaign:

        def import_(*rows, column=None, again=False, into=campaign, name="r.csv", names=None):
            file = tmp_path / name
            if rows:
                file.write_text("\n".join([*rows, ""]), encoding="utf-8")
            found = read_import(file, into.graph, into.spec, column, names=names)
            given = [row.given for row in found.rows]
            return record(into, given, again=again, file=file, places=found.places)

        import_.campaign = campaign
        yield import_
