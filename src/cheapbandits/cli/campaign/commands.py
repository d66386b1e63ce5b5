"""Commands as an answer shows them, to be typed as they stand: what comes next, how to undo.

Every answer that is a decision says in one line how it is undone, or that it cannot be.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from shlex import quote
from typing import TYPE_CHECKING

from cheapbandits.cli.plain import plain
from cheapbandits.store.advice import Ends, command, named_by

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["Commands", "node_words", "where"]

#: With more nodes than this a command is shown with NODE... in their place.
_MOST_NODES = 4


class Commands:
    """The commands of one campaign, in the database that was named."""

    def __init__(self, name: str, db: str | None) -> None:
        self._name = name
        self._db = db

    def __call__(self, verb: str, *words: object) -> str:
        """Return ``cheapbandits campaign VERB NAME WORDS``; capitals stand for what is to fill in.

        Examples
        --------
        >>> Commands("my soil", None)("correct", 3, "READING")
        "cheapbandits campaign correct 'my soil' 3 READING"
        """
        with named_by(partial(where, self._db)):
            return command(verb, plain(self._name), *words)

    @staticmethod
    def word(text: str) -> str:
        r"""Return a text as one word of a command, with control characters as shells read them.

        Examples
        --------
        >>> print(Commands.word("my soil"), Commands.word("it's\x1b 1"))
        'my soil' $'it\'s\033 1'
        """
        if plain(text) == text:
            return quote(text)
        return f"$'{''.join(map(_typed, text))}'"


def where(db: str | None) -> Ends:
    """Return what leads to the same database, where an option named it: words before and after.

    A password is not shown, but that one is needed is.
    """
    if db is None or db == os.environ.get("CHEAPBANDITS_DB"):
        return [], []
    from cheapbandits.store.location import resolve

    place = resolve(db)
    before = []
    if isinstance(place, str):
        from cheapbandits.store.secrets import typed  # takes ten times as long as `status`

        db, without = typed(place)
        if without and "PGPASSWORD" not in os.environ:
            before = ["PGPASSWORD=PASSWORD"]
    return before, ["--db", Commands.word(db)]


def _typed(character: str) -> str:
    """Return a character as it is typed between ``$'`` and ``'``."""
    if plain(character) == character:
        return f"\\{character}" if character in "\\'" else character
    try:
        data = os.fsencode(character)
    except UnicodeEncodeError:  # half a character, which no file is called by
        data = character.encode("utf-8", "surrogatepass")
    return "".join(f"\\{byte:03o}" for byte in data)


def node_words(graph: Graph, nodes: Sequence[int], most: int = _MOST_NODES) -> list[str]:
    """Return nodes as they are typed: names, or indices where there are none."""
    from cheapbandits.graphs.number_names import has_marks

    if len(nodes) > most:
        return ["NODE..."]
    if graph.names is None:
        return [str(node) for node in nodes]
    unclear = [node for node in nodes if _is_taken_apart(graph.name(node))]
    if unclear and not has_marks(graph):
        return ["NODE..."]  # a sign before an index would make it the name of another
    return [quote(f"#{node}" if node in unclear else graph.name(node)) for node in nodes]


def _is_taken_apart(name: str) -> bool:
    """Whether a name, typed as it is, would be something else: several, an option, other text."""
    return ";" in name or plain(name) != name or name.startswith("-")
