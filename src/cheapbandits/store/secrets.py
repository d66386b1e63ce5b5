"""What of a database's URL may be shown: never a password, wherever in it that stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import quote, quote_plus

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from cheapbandits.errors import ParameterError

__all__ = ["Typed", "displayed", "hider", "typed", "url_of"]

#: Shorter ones would mutilate every message, and are no secrets.
_SHORTEST = 3
#: What settings that hold a secret are called; a file of passwords is only a path.
_SECRET = ("pass", "secret", "token")
_NO_SECRET = ("passfile",)


def displayed(url: str) -> str:
    """Return user, host, port and name of a database; what follows the ``?`` is left out.

    Examples
    --------
    >>> displayed("postgresql+psycopg://ana:secret@db:5433/trees?sslpassword=x")
    'postgresql://ana@db:5433/trees'
    """
    return _plain(url).render_as_string(hide_password=True)


def _plain(url: str) -> URL:
    parsed = url_of(url)
    if parsed.database and "@" in parsed.database:
        raise _unreadable()  # a password with a slash: the rest of it would be shown
    return URL.create(
        "postgresql",
        username=parsed.username,
        host=parsed.host,
        port=parsed.port,
        database=parsed.database,
    )


class Typed(NamedTuple):
    """A URL to be typed once more, and whether its password has to be given besides."""

    url: str
    without_password: bool


def typed(url: str) -> Typed:
    """Return a URL that leads to the same tables: all but secrets stays, see :func:`displayed`.

    Examples
    --------
    >>> typed("postgresql://ana:secret@db/trees?options=-csearch_path%3Dteam&password=x").url
    'postgresql://ana@db/trees?options=-csearch_path%3Dteam'
    """
    parsed = url_of(url)
    kept = {key: value for key, value in parsed.query.items() if not _is_secret(key, value)}
    plain = _plain(url).set(query=kept).render_as_string(hide_password=True)
    return Typed(plain, bool(parsed.password or parsed.query.get("password")))


def _is_secret(key: str, value: str | tuple[str, ...]) -> bool:
    """Whether a part of the query may be one: by what it is called, or by what it sets."""
    said = f"{key} {value}" if key == "options" else key
    return key not in _NO_SECRET and any(word in said.lower() for word in _SECRET)


def hider(url: str) -> Callable[[str], str]:
    """Return a function that takes the URL's secrets out of a message."""
    parsed = url_of(url)
    values = [str(parsed.password)] if parsed.password else []
    for key, given in parsed.query.items():
        if any(word in key.lower() for word in ("pass", "key", "secret", "token", "options")):
            values += [given] if isinstance(given, str) else list(given)
    forms = {form for value in values for form in (value, quote(value, safe=""), quote_plus(value))}
    secrets = sorted((form for form in forms if len(form) >= _SHORTEST), key=len, reverse=True)

    def hide(message: str) -> str:
        for secret in secrets:
            message = message.replace(secret, "***")
        return message

    return hide


def url_of(url: str) -> URL:
    """Return the parts of a URL; what is wrong with one is not shown, it may be a password."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise _unreadable() from None
    if parsed.host and "@" in parsed.host:
        raise _unreadable()  # of a password with an @, the end was taken for the host
    return parsed


def _unreadable() -> ParameterError:
    return ParameterError(
        "the database's URL cannot be read; expected postgresql://USER@HOST:PORT/NAME, with %2F "
        "for / and %40 for @ in a password"
    )
