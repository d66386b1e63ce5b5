"""PostgreSQL databases whose encoding is not UTF-8: they work, or say why not."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

import cheapbandits as cb
from cheapbandits.errors import StoreError
from cheapbandits.store import Store

NAMES = ["Łódź", "東京", "Å"]


@pytest.fixture(scope="module", params=["SQL_ASCII", "LATIN1"])
def database(request: pytest.FixtureRequest, postgres_url: str) -> Iterator[tuple[str, str]]:
    name = f"enc_{request.param.lower()}"
    with psycopg.connect(postgres_url, autocommit=True) as server:
        server.execute(
            f"CREATE DATABASE {name} ENCODING '{request.param}' TEMPLATE template0 "
            "LC_COLLATE 'C' LC_CTYPE 'C'"
        )
        try:
            yield request.param, f"{postgres_url.rsplit('/', 1)[0]}/{name}"
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_names_come_back_as_they_were(database: tuple[str, str]) -> None:
    encoding, url = database
    graph = cb.Graph.from_edges([(0, 1), (1, 2)], names=NAMES)
    with cb.Campaign.create("ü", graph, db=url) as campaign:
        campaign.observe([1], 0.125, key="é")
    if encoding == "LATIN1":
        with pytest.raises(StoreError, match="LATIN1") as refused:
            cb.Campaign.create("東京", graph, db=url)
        assert "CONTEXT" in str(refused.value.__cause__)  # the driver says two lines
        assert "\n" not in str(refused.value)
    with cb.Campaign.open("ü", db=url) as campaign:
        assert list(campaign.graph.names or ()) == NAMES
        assert [row["place"] for row in campaign.history()] == ["東京"]
    with Store.open(url) as store:
        assert store.check() == []
