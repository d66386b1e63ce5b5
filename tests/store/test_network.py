"""A server that is silent, a connection that is lost: nothing hangs, nothing is done twice."""

from __future__ import annotations

import contextlib
import threading
import time
import uuid
from collections.abc import Callable, Iterator

import psycopg
import pytest

from cheapbandits.store import NameTakenError, Store, StoreError, connections, patience
from tests.services import schema_url
from tests.store.proxy import Proxy, silent_server
from tests.store.samples import fill, tell


@pytest.fixture
def proxy(postgres_url: str) -> Iterator[Proxy]:
    with Proxy(schema_url(postgres_url, f"s{uuid.uuid4().hex}")) as between:
        yield between


def within(seconds: float, work: Callable[[], object]) -> object:
    """Return what work gives; a failure if it hangs."""
    outcome: list[object] = []

    def run() -> None:
        try:
            outcome.append(work())
        except Exception as error:
            outcome.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    assert outcome, f"hangs: nothing after {seconds} s"
    return outcome[0]


def test_a_server_that_accepts_and_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "CONNECT", 2)
    with silent_server() as port:
        error = within(30, lambda: Store.open(f"postgresql://ana:secret@127.0.0.1:{port}/n"))
    assert isinstance(error, StoreError)
    assert "cannot be reached" in str(error)
    assert "secret" not in str(error)


@pytest.mark.parametrize("said", ["in the URL", "in the surroundings"])
def test_the_users_own_patience_wins(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setattr(connections, "CONNECT", 90)
    with silent_server() as port:
        place = f"postgresql://ana@127.0.0.1:{port}/n"
        if said == "in the URL":
            place += "?connect_timeout=2"
        else:
            monkeypatch.setenv("PGCONNECT_TIMEOUT", "2")
        assert isinstance(within(30, lambda: Store.open(place)), StoreError)


def test_a_server_that_falls_silent(proxy: Proxy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 1)
    for name, seconds in {"SERVERS": 1, "OURS": 2, "CONNECT": 2}.items():
        monkeypatch.setattr(connections, name, seconds)
    with Store.open(proxy.url) as store:
        fill(store, rounds=1)
        proxy.frozen.set()
        for work in (lambda: store.events("forest"), lambda: tell(store, "forest", 5, 0.5)):
            error = within(60, work)
            assert isinstance(error, StoreError), error
        proxy.frozen.clear()
        assert len(store.events("forest")) == 2
        tell(store, "forest", 5, 0.5)
        assert len(store.events("forest")) == 3


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_a_connection_lost_at_the_commit_of_a_read(proxy: Proxy, before: bool) -> None:
    with Store.open(proxy.url) as store:
        fill(store, rounds=2)
        proxy.before, proxy.cut = before, lambda data: b"COMMIT\0" in data
        assert len(store.events("forest")) == 4
        assert proxy.cuts == 1


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_a_connection_lost_at_the_commit_of_create(proxy: Proxy, before: bool) -> None:
    with Store.open(proxy.url) as store:
        fill(store, "other", rounds=1)
        proxy.before, proxy.cut = before, lambda data: b"COMMIT\0" in data
        row = store.create("forest", {"a": 1}, b"graph", who="ana")
        assert proxy.cuts == 1
        assert store.campaign("forest") == row
        with pytest.raises(NameTakenError):
            store.create("forest", {"a": 1}, b"graph", who="ana")


@contextlib.contextmanager
def _stopped_at_commit(proxy: Proxy, url: str) -> Iterator[None]:
    """Let an administrator end our connection just before its next commit arrives."""
    done = threading.Event()

    def stop(data: bytes) -> bool:
        if b"COMMIT\0" in data:
            proxy.cut = None
            with psycopg.connect(url, autocommit=True) as admin:
                admin.execute(
                    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                    "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
                )
            done.set()
        return False

    proxy.cut = stop
    yield
    # We are heard of before the administrator is: the next one, or the server's end, would end it.
    assert done.wait(30)


def test_a_server_that_ends_our_connection_at_the_commit(proxy: Proxy, postgres_url: str) -> None:
    with Store.open(proxy.url) as store:
        fill(store, rounds=2)
        with _stopped_at_commit(proxy, postgres_url):
            assert len(store.events("forest")) == 4
        with _stopped_at_commit(proxy, postgres_url):
            assert store.create("other", {}, b"graph", who="ana").name == "other"
        lost = pytest.raises(StoreError, match="look what was stored before you repeat")
        with _stopped_at_commit(proxy, postgres_url), lost:
            tell(store, "forest", 7, 0.7)
        assert len(store.events("forest")) == 4


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_a_connection_lost_at_the_commit_of_a_tell_is_said(proxy: Proxy, before: bool) -> None:
    """Whether it is stored nobody can know: the caller looks, or repeats it with its key."""
    with Store.open(proxy.url) as store:
        fill(store, rounds=1)
        proxy.before, proxy.cut = before, lambda data: b"COMMIT\0" in data
        with pytest.raises(StoreError, match="look what was stored before you repeat"):
            tell(store, "forest", 7, 0.7)
        assert proxy.cuts == 1
        wanted = 2 if before else 3
        for _ in range(100):  # the server may still be at it
            if len(store.events("forest")) == wanted:
                break
            time.sleep(0.1)
        assert len(store.events("forest")) == wanted


def test_the_connection_has_limits(postgres_url: str) -> None:
    with Store.open(postgres_url) as store:
        engine = store._database.engines.reader  # type: ignore[attr-defined]
        with engine.connect() as connection:
            own = connection.connection.driver_connection.info.get_parameters()
            limit = connection.exec_driver_sql("SHOW statement_timeout").scalar()
    assert own["connect_timeout"] == "10"
    assert own["keepalives_idle"] == "30"
    assert own["tcp_user_timeout"] == "30000"
    assert limit == "75s"
