"""What a campaign may be called, and what the words in an event may hold."""

from __future__ import annotations

import re
import unicodedata

from cheapbandits.errors import NameTakenError, ParameterError
from cheapbandits.store.advice import command
from cheapbandits.text import clean_text, shown

__all__ = ["as_stored", "campaign_name", "fresh_key", "label", "new_name", "person", "taken"]

LONGEST_NAME = 100
LONGEST_LABEL = 200
#: A unit at the end of a name.
_UNIT = re.compile(r"\[[^\[\]]*\]\Z")
_SLASH = "; write - instead, or a unit at the end in square brackets, as in 'Zinc [mg/kg]'"


def as_stored(name: str) -> str:
    """Return a name as a database has it, whatever is wrong with it.

    That is its normal form (NFC), and in a unit at the end the sign of division for a slash: it
    looks the same, and a name is a file's in no system.

    Examples
    --------
    >>> as_stored("Zinc [mg/kg]") == "Zinc [mg\u2215kg]"
    True
    """
    normal = unicodedata.normalize("NFC", name)
    return _UNIT.sub(lambda unit: unit[0].replace("/", "\u2215"), normal)


def campaign_name(name: str) -> str:
    """Return the name as it is stored (:func:`as_stored`), or say what is wrong with it.

    A name is only ever text: files and addresses use the campaign's id.
    """
    if not isinstance(name, str):
        raise ParameterError(f"a campaign's name must be text, not {type(name).__name__}")
    normal = as_stored(name)
    if not 1 <= len(normal) <= LONGEST_NAME:
        raise ParameterError(
            f"a campaign's name must have 1 to {LONGEST_NAME} characters: this has {len(normal)}"
        )
    odd = next((c for c in normal if not c.isprintable() or c in "/\\"), None)
    if odd is not None:
        raise ParameterError(
            f"a campaign's name must be printable and without slashes: {name!r} has {odd!a}"
            f"{_slash(normal) if odd == '/' else ''}"
        )
    if normal != normal.strip():
        raise ParameterError(f"a campaign's name must not begin or end with a space: {name!r}")
    return normal


def _slash(name: str) -> str:
    """Return the way out for a slash; where a unit stands in its place, another one is meant."""
    return "; write - instead, before the unit" if _UNIT.search(name) else _SLASH


def new_name(name: str) -> str:
    """Return the name of a new campaign in its normal form: one that commands and addresses take.

    Older ones may have other names, and are still found by them.
    """
    normal = campaign_name(name)
    if normal.startswith("-") or normal in (".", ".."):
        raise ParameterError(
            f"a campaign's name must not be . or .. (a folder in an address), nor begin with - "
            f"(an option of a command): {name!r}; choose another"
        )
    return normal


def label(text: str, what: str) -> str:
    """Return a short text without control characters, or say what is wrong with it."""
    if not isinstance(text, str):
        raise ParameterError(f"{what} must be text, not {type(text).__name__}")
    if not 1 <= len(text) <= LONGEST_LABEL:
        raise ParameterError(
            f"{what} must have 1 to {LONGEST_LABEL} characters: this has {len(text)}"
        )
    return clean_text(text, what, most=LONGEST_LABEL)


def person(name: str, what: str) -> str:
    """Return the name of a person or team: a label, without what nobody sees around it.

    Examples
    --------
    >>> person(" north ", "the assignee")
    'north'
    """
    return label(label(name, what).strip(), what)


def fresh_key(key: str) -> str:
    """Return an idempotency key that was not used before, or say what is wrong with it.

    Blanks around one are lost on some ways (a header has none), and it would be another there: the
    same reading twice. They are refused, not taken off: older logs may hold a key that has them,
    and who repeats that one means it.
    """
    what = "the idempotency key"
    if label(key, what) != key.strip():
        raise ParameterError(
            f"{what} must not begin or end with a blank, got '{shown(key)}'; take it off"
        )
    return key


def taken(name: str) -> NameTakenError:
    """Return the error of a name that another campaign has."""
    return NameTakenError(
        f"a campaign named {name!r} exists already; choose another name, or go on with that one: "
        f"{command('status', name)}"
    )
