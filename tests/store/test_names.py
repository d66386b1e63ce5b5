"""Names are text and nothing else."""

from __future__ import annotations

import pytest

from cheapbandits.errors import NameTakenError, ParameterError
from cheapbandits.store import NotFoundError, Store
from cheapbandits.store.names import campaign_name
from tests.store.samples import fill

ODD = [
    "x'; DROP TABLE cheapbandits_events; --",
    '" OR "1"="1',
    "%s %(name)s :name ?",
    "...",
    "a -rf",
    "<img src=x onerror=alert(1)>",
    "Wald & Wiese, Ötztal",
    "森林の温度",
    "غابة",
    "🌲🔥",
    "a" * 100,
    "NULL",
    "~root $HOME `id`",
]


def test_odd_names_are_kept_as_they_are(store: Store) -> None:
    for name in ODD:
        fill(store, name, rounds=1)
    assert [row.name for row in store.campaigns()] == ODD[::-1]
    for name in ODD:
        assert store.campaign(name).name == name
        assert store.campaign(name).last_seq == 2
    assert store.check() == []


@pytest.mark.parametrize(
    "name",
    [
        *("", "a" * 101, "a/b", "a\\b", "a\nb", "a\x00b", "\x1b[31m", " a", "a ", "a\u202eb"),
        *(".", "..", "-rf"),
    ],
)
def test_bad_names_are_refused(store: Store, name: str) -> None:
    with pytest.raises(ParameterError, match="a campaign's name"):
        store.create(name, {}, b"", who="ana")
    with pytest.raises((ParameterError, NotFoundError)):
        store.campaign(name)
    assert store.campaigns() == []


def test_a_lone_surrogate_and_a_number_are_refused(store: Store) -> None:
    for name in ("\ud800", 7):
        with pytest.raises(ParameterError):
            store.create(name, {}, b"", who="ana")  # type: ignore[arg-type]


def test_two_spellings_of_one_name_are_one_name(store: Store) -> None:
    fill(store, "Ca\u0301diz", rounds=0)
    assert store.campaign("C\u00e1diz") == store.campaign("Ca\u0301diz")


def test_a_unit_may_have_a_slash(store: Store) -> None:
    for name, kept in {
        "Zinc [mg/kg]": "Zinc [mg\u2215kg]",
        "Flux [W/m\u00b2/nm]": "Flux [W\u2215m\u00b2\u2215nm]",
        "[../etc]": "[..\u2215etc]",
    }.items():
        fill(store, name, rounds=0)
        assert store.campaign(name).name == kept
        assert store.campaign(name) == store.campaign(kept)
        for taken in (name, kept):
            with pytest.raises(NameTakenError):
                store.create(taken, {}, b"", who="ana")
    for name in ("a/b [m/s]", "[a/b] c", "[a/b", "a/b]", "[a\\b]", "[a/b]/", "-[a/b]"):
        with pytest.raises(ParameterError, match="a campaign's name"):
            store.create(name, {}, b"", who="ana")
    with pytest.raises(ParameterError, match=r"has '/'; write - instead, or a unit at the end"):
        store.create("a/b", {}, b"", who="ana")
    assert store.check() == []


def test_odd_text_in_events_comes_back(store: Store) -> None:
    fill(store, rounds=0)
    body = {"note": "\x00 \ud800 'quoted' \u202e 🌲", "": {"deep": [[], {}, -0.0, 1e-320, 2**70]}}
    with store.writing("forest") as log:
        log.append("note", body, key="';--", who="Zoë O'Neil")
    event = store.events("forest")[0]
    assert (event.body, event.key, event.who) == (body, "';--", "Zoë O'Neil")
    assert str(event.body[""]["deep"][2]) == "-0.0"


@pytest.mark.parametrize("word", ["", "a\x00", "\ud800", "x" * 201, 3])
def test_bad_words_are_refused(store: Store, word: object) -> None:
    fill(store, rounds=0)
    for wrong in ({"kind": word}, {"who": word}, {"key": word}):
        arguments = {"kind": "note", "body": {}, "who": "ana", **wrong}
        with pytest.raises(ParameterError), store.writing("forest") as log:
            log.append(**arguments)  # type: ignore[arg-type]
    assert store.events("forest") == []


def test_a_slash_before_a_unit_is_said_to_be_meant() -> None:
    """Seen: a unit at the end was advised to those who had one."""
    with pytest.raises(ParameterError, match="write - instead, before the unit"):
        campaign_name("X/Y [mg/kg]")
    with pytest.raises(ParameterError, match="write - instead, or a unit at the end"):
        campaign_name("mg/kg")
