"""A password in a URL is shown nowhere: not in messages, not in tracebacks, not in ``repr``."""

from __future__ import annotations

import traceback

import pytest

from cheapbandits.errors import CheapBanditsError
from cheapbandits.store import Store
from cheapbandits.store.secrets import displayed, hider
from tests.store.proxy import silent_server

NOWHERE = "127.0.0.1:1"
URLS = [
    f"postgresql://ana:geheim@{NOWHERE}/n",
    f"postgresql://{NOWHERE}/n?password=geheim",
    f"postgresql://ana@{NOWHERE}/n?user=ana&password=geheim",
    f"postgresql://ana@{NOWHERE}/n?sslpassword=geheim",
    f"postgresql://ana@{NOWHERE}/n?options=-c%20x.y%3Dgeheim",
    f"postgresql://ana:geheim@{NOWHERE}/n?nonsense=geheim",
    "postgresql://ana:geheim@127.0.0.1:port/n",
    "postgresql://ana:1/geheim@127.0.0.1:1/n",
    "postgresql://ana:geheim/x@127.0.0.1:1/n",
    "postgresql:/ana:geheim@127.0.0.1:1/n",
    "postgres:ana:geheim@127.0.0.1:1/n",
    "host=127.0.0.1 port=1 password=geheim",
    "mysql://ana:geheim@h/n",
    f"postgresql://ana:geh%65im@{NOWHERE}/n?password=geheim",
]


@pytest.mark.parametrize("url", URLS)
def test_no_password_is_shown(url: str) -> None:
    with pytest.raises(CheapBanditsError) as caught:
        Store.open(url)
    whole = "".join(traceback.format_exception(caught.value)) + repr(caught.value)
    # The lines of this file are in the traceback, too; the URL is not in them.
    assert "geheim" not in whole
    assert "geh%65im" not in whole


def test_not_in_repr_either(postgres_url: str) -> None:
    url = postgres_url.replace("postgres@", "postgres:geheim@") + "?sslpassword=geheim"
    with Store.open(url) as store:
        assert "geheim" not in repr(store)
        assert "127.0.0.1" in repr(store)


def test_not_when_the_server_never_answers() -> None:
    secret = "?password=geheim&connect_timeout=2"
    with silent_server() as port, pytest.raises(CheapBanditsError) as caught:
        Store.open(f"postgresql://a@127.0.0.1:{port}/n{secret}")
    assert "geheim" not in "".join(traceback.format_exception(caught.value))
    assert str(port) in str(caught.value)


def test_what_is_shown() -> None:
    assert displayed("postgresql://ana:x@h:1/n?password=y") == "postgresql://ana@h:1/n"
    hide = hider("postgresql://ana:a%2Fb%2Fc@h/n?sslpassword=longer")
    assert hide("a/b/c and a%2Fb%2Fc and longer") == "*** and *** and ***"
