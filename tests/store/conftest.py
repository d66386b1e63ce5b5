from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from cheapbandits.store import Store
from tests.made import make_empty
from tests.services import schema_url


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that does not exist yet, once as a file and once on a server."""
    if request.param == "sqlite":
        return str(tmp_path / "campaigns.db")
    return schema_url(request.getfixturevalue("postgres_url"), f"s{uuid.uuid4().hex}")


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    make_empty(place)
    with Store.open(place) as opened:
        yield opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "campaigns.db"
