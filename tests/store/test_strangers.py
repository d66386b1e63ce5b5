"""What others made in a database that acts on what we store is refused, not worked around."""

from __future__ import annotations

from pathlib import Path

import pytest

from cheapbandits.store import Store, StoreError
from tests.store.samples import ask, fill, tamper

CAMPAIGNS, EVENTS, GRAPHS = (f"cheapbandits_{table}" for table in ("campaigns", "events", "graphs"))


def test_triggers_in_a_file(file: Path) -> None:
    with Store.open(file) as store:
        fill(store, rounds=1)
    tamper(
        file,
        f"CREATE TRIGGER quiet AFTER INSERT ON {EVENTS} BEGIN DELETE FROM {GRAPHS}; END",
    )
    with pytest.raises(StoreError, match=r"trigger 'quiet'.*DROP TRIGGER"):
        Store.open(file)
    tamper(file, "DROP TRIGGER quiet")
    with Store.open(file) as store:
        assert len(store.events("forest")) == 2


CHANGING = (
    "CREATE FUNCTION other() RETURNS trigger LANGUAGE plpgsql AS"
    " $$BEGIN new.body = replace(new.body, '0.4', '0.9'); RETURN new; END$$"
)


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_triggers_on_a_server(store: Store, place: str) -> None:
    """Seen: "0.4 recorded", and 0.9 in the log."""
    fill(store, rounds=1)
    made = f"CREATE TRIGGER z BEFORE INSERT ON {EVENTS} FOR EACH ROW EXECUTE FUNCTION other()"
    tamper(place, CHANGING)
    tamper(place, made)
    with pytest.raises(StoreError, match=r"trigger 'z'.*'cheapbandits_events'.*DROP TRIGGER"):
        Store.open(place)
    assert any("trigger 'z'" in problem for problem in store.check())
    tamper(place, f"ALTER TABLE {EVENTS} DISABLE TRIGGER z")
    Store.open(place).close()
    tamper(place, f"DROP TRIGGER z ON {EVENTS}")
    # Seen: what was acknowledged was deleted by one that comes after.
    tamper(place, made.replace("BEFORE", "AFTER"))
    with pytest.raises(StoreError, match="trigger 'z'"):
        Store.open(place)


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_rules_on_a_server(store: Store, place: str) -> None:
    """Seen: "0.4 recorded", and the campaign could not be used any more."""
    fill(store, rounds=1)
    before = store.events("forest")
    rule = f"CREATE RULE r AS ON UPDATE TO {CAMPAIGNS} DO INSTEAD NOTHING"
    tamper(place, rule)
    with pytest.raises(StoreError, match=r"rule 'r'.*'cheapbandits_campaigns'.*DROP RULE"):
        Store.open(place)
    with pytest.raises(StoreError, match="left the row of 'forest' as it was"):
        ask(store, "forest", 7)  # it was open before there was the rule
    tamper(place, f"DROP RULE r ON {CAMPAIGNS}")
    assert store.events("forest") == before
    with Store.open(place) as opened:
        ask(opened, "forest", 7)
        assert opened.check() == []


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_heirs_on_a_server(store: Store, place: str) -> None:
    """Seen: a traceback, as an event was there twice."""
    fill(store, rounds=1)
    tamper(place, f"CREATE TABLE kid () INHERITS ({EVENTS})")
    with pytest.raises(StoreError, match=r"'kid' inherits from 'cheapbandits_events'.*NO INHERIT"):
        Store.open(place)
    tamper(place, f"ALTER TABLE kid NO INHERIT {EVENTS}")
    Store.open(place).close()
