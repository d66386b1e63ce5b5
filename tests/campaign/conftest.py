"""Every campaign test runs on SQLite and on PostgreSQL."""

import uuid

import pytest

from tests.services import postgres_url  # noqa: F401


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request, tmp_path):
    """An empty database: a file, or a database of its own on a real server."""
    if request.param == "sqlite":
        return tmp_path / "campaigns.db"
    import psycopg

    url = request.getfixturevalue("postgres_url")
    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(
        url.replace("postgresql+psycopg://", "postgresql://"), autocommit=True
    ) as server:
        server.execute(f'CREATE DATABASE "{name}"')
    return _with_database(url, name)


def _with_database(url, name):
    from sqlalchemy.engine import make_url

    return make_url(url).set(database=name).render_as_string(hide_password=False)
