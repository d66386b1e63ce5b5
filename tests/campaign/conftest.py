"""Every campaign test runs on SQLite and on PostgreSQL."""

import uuid

import pytest

from tests.services import schema_url


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request, tmp_path):
    """An empty database: a file, or a schema of its own on a real server."""
    if request.param == "sqlite":
        return tmp_path / "campaigns.db"
    return schema_url(request.getfixturevalue("postgres_url"), f"t{uuid.uuid4().hex}")
