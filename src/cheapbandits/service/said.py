"""What a refusal advises, as a request says it: two options of the terminal have other names."""

from __future__ import annotations

__all__ = ["over_http"]

#: Parameters of a query, by the option that a refusal names; all others are called the same.
CALLED = {"--values": "column=", "--name-column": "names="}


def over_http(message: str) -> str:
    """Return a refusal with what its options are called here, where it does not say so itself.

    Examples
    --------
    >>> over_http("say which holds the values, --values COLUMN")
    'say which holds the values, --values COLUMN; over HTTP column= for --values'
    >>> over_http("two sheets; say which, with --layer NAME")
    'two sheets; say which, with --layer NAME'
    """
    if "over HTTP" in message:
        return message
    said = [f"{ours} for {option}" for option, ours in CALLED.items() if f"{option} " in message]
    return f"{message}; over HTTP {' and '.join(said)}" if said else message
