"""Passwords in what was typed, taken out of what is said of it.

A database's URL may stand in any wrong place: as a campaign's name, as a file, as one word too
many. Errors repeat what they were given, so all of them go through here before they are printed;
and a text that is kept, such as who did it, is refused with a password in it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from cheapbandits.errors import ParameterError
from cheapbandits.text import shown

__all__ = ["hide_passwords", "unseen"]

_HIDDEN = "***"
#: The scheme and the user before a password; slashes are fewer where it was taken for a path.
_USER = (
    r"(?:[A-Za-z][A-Za-z0-9+.-]*:/+|(?i:postgres|postgresql|mysql|mariadb|mssql|oracle)[+\w]*:)"
    r"[^\s/:@]*:"
)
#: Up to the last @ of a word, as a password may have some.
_LOGIN = re.compile(rf"({_USER})\S*(?=@)")
#: Of a long text the end may be cut off, and with it the @.
_CUT = re.compile(rf"({_USER})(?!/)[^\s@]*(?=\.\.\.)")
_SETTING = re.compile(r"""(?i)((?:^|[\s?&;'"(])(?:ssl)?password\s*=\s*)[^\s&;'")]+""")
#: A whole word, whose password may hold blanks: elsewhere nobody could tell where it ends.
_WORD = re.compile(rf"{_USER}(.*)@", re.DOTALL)


def unseen(text: str) -> str:
    """Return a text without the passwords of URLs and settings in it.

    Examples
    --------
    >>> unseen("there is no file postgresql:/ana:secret@db/trees?sslpassword=x")
    'there is no file postgresql:/ana:***@db/trees?sslpassword=***'
    """
    for word in sys.argv[1:]:
        found = _WORD.search(word)
        for form in _forms(found[1]) if found and len(found[1].split()) > 1 else ():
            text = text.replace(form, _HIDDEN)
    for pattern in (_LOGIN, _CUT, _SETTING):
        text = pattern.sub(rf"\g<1>{_HIDDEN}", text)
    return text


def _forms(secret: str) -> list[str]:
    """Return a text as errors may repeat it."""
    return [secret, shown(secret, len(secret)), repr(secret)[1:-1], " ".join(secret.split())]


def hide_passwords(command: Any) -> None:
    """Let all places of a command but ``--db`` refuse them, and what is said of it show none."""
    for step in ("make_context", "invoke"):
        setattr(command, step, _hiding(getattr(command, step)))
    _refuse(command)


def _refuse(command: Any) -> None:
    for parameter in command.params:
        if parameter.name != "db":
            parameter.process_value = partial(_taken, parameter, parameter.process_value)
    for inner in getattr(command, "commands", {}).values():
        _refuse(inner)


def _taken(parameter: Any, process: Callable[..., Any], context: Any, value: Any) -> Any:
    for text in value if isinstance(value, list | tuple) else [value]:
        if isinstance(text, str) and (_WORD.search(text) or _SETTING.search(text)):
            where = parameter.opts[0] if parameter.opts[0].startswith("-") else parameter.name
            raise ParameterError(
                f"{where}: '{shown(unseen(text))}' holds a password; a database stands after --db"
            )
    return process(context, value)


def _hiding(step: Callable[..., Any]) -> Callable[..., Any]:
    def hiding(*given: Any, **options: Any) -> Any:
        try:
            return step(*given, **options)
        except Exception as error:
            # Before it is printed: there lines are broken, in the midst of a word too.
            if isinstance(message := getattr(error, "message", None), str):
                error.message = unseen(message)  # type: ignore[attr-defined]
            raise

    return hiding
