"""Commands that messages advise, to be typed as they stand: they lead to the same database.

A message is made far below the terminal, which alone knows what was typed. It leaves word here of
how the database was named; elsewhere, in a service or in Python, nothing is added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from shlex import quote

__all__ = ["Ends", "command", "named_by"]

#: What a command begins and ends with.
Ends = tuple[Sequence[str], Sequence[str]]

_NAMED_BY: ContextVar[Callable[[], Ends]] = ContextVar("named_by", default=lambda: ((), ()))


@contextmanager
def named_by(ends: Callable[[], Ends]) -> Iterator[None]:
    """Let commands begin and end with these words, such as ``--db soil.db``, while this lasts."""
    token = _NAMED_BY.set(ends)
    try:
        yield
    finally:
        _NAMED_BY.reset(token)


def command(verb: str, name: str, *words: object) -> str:
    """Return ``cheapbandits campaign VERB NAME WORDS``; capitals stand for what is to fill in.

    Examples
    --------
    >>> command("correct", "my soil", 3, "READING")
    "cheapbandits campaign correct 'my soil' 3 READING"
    >>> with named_by(lambda: ([], ["--db", "soil.db"])):
    ...     command("resume", "soil")
    'cheapbandits campaign resume soil --db soil.db'
    """
    first, last = _NAMED_BY.get()()
    said = [*first, "cheapbandits campaign", verb, quote(name)]
    return " ".join([*said, *map(str, words), *last])
