"""PostgreSQL roles whose search path leads nowhere: what is wrong is said, not what came of it."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator

import psycopg
import pytest

from cheapbandits.store import Store, StoreError


@pytest.fixture
def guest(postgres_url: str) -> Iterator[str]:
    """The URL of a role that may look at the database, and make nothing in it."""
    role = f"guest{uuid.uuid4().hex[:8]}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN")
        connection.execute("REVOKE CREATE ON DATABASE postgres FROM PUBLIC")
        yield postgres_url.replace("postgres@", f"{role}@")
        connection.execute(f"DROP ROLE {role}")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("nowhere", "the search_path (nowhere) names no schema that is there and may be used"),
        ("%22$user%22", 'the search_path ("$user") names no schema'),
    ],
)
def test_a_role_that_may_make_no_schema(guest: str, path: str, said: str) -> None:
    """Seen: a command that only reads said that the database may be read but not written."""
    with pytest.raises(StoreError, match=re.escape(said)) as caught:
        Store.open(f"{guest}?options=-csearch_path%3D{path}", create=False)
    assert "options=-csearch_path%3DSCHEMA" in str(caught.value)
    assert "not written" not in str(caught.value)


def test_a_search_path_that_is_empty(postgres_url: str) -> None:
    with pytest.raises(StoreError, match="as the search_path is empty"):
        Store.open(f"{postgres_url}?options=-csearch_path%3D")


def test_a_schema_of_the_users_own_name(postgres_url: str) -> None:
    role = f"owner{uuid.uuid4().hex[:8]}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN SUPERUSER")
        url = postgres_url.replace("postgres@", f"{role}@")
        with Store.open(f"{url}?options=-csearch_path%3D%22$user%22") as store:
            assert store.campaigns() == []
        connection.execute(f"DROP OWNED BY {role}")
        connection.execute(f"DROP ROLE {role}")
