"""HTML from small pieces. Text is escaped unless it is :class:`Html` already."""

from __future__ import annotations

import html
from collections.abc import Iterable

__all__ = ["Html", "join", "tag", "tied"]

_VOID = frozenset({"img", "meta"})


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, /, *children: str, **attributes: str | None) -> Html:
    """Return an element.

    Parameters
    ----------
    name
        Such as ``"p"``.
    children
        Put inside; escaped unless they are :class:`Html`.
    attributes
        ``class_`` stands for ``class``, ``_`` inside for ``-``; ``None`` leaves one out.

    Examples
    --------
    >>> tag("p", "a < b", tag("b", "!"), class_="note")
    '<p class="note">a &lt; b<b>!</b></p>'
    """
    pairs = ((_key(key), value) for key, value in attributes.items() if value is not None)
    start = name + "".join(f' {key}="{html.escape(value)}"' for key, value in pairs)
    if name in _VOID:
        return Html(f"<{start}>")
    return Html(f"<{start}>{join(children)}</{name}>")


def join(parts: Iterable[str], between: str = "") -> Html:
    """Return parts one after the other, escaped unless they are :class:`Html`."""
    escaped = (part if isinstance(part, Html) else html.escape(part) for part in parts)
    return Html(between.join(escaped))


def tied(text: str) -> str:
    """Return text in which no line ends within ``T = 150`` or after the first bars of a norm."""
    norms = text.replace(" = ||", " = ||\N{WORD JOINER}")
    return norms.replace(" = ", "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}")


def _key(name: str) -> str:
    return name.rstrip("_").replace("_", "-")
