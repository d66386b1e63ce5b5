"""HTML from small templates: whatever is put in is escaped, unless it is HTML made here."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from string import Template

__all__ = ["Html", "page", "render"]


class Html(str):
    """Text that is HTML already; only :func:`render` and this package make it."""

    __slots__ = ()


@cache
def _template(name: str) -> Template:
    text = (files("cheapbandits.service.page") / "templates" / f"{name}.html").read_text("utf-8")
    return Template(text)


def render(template: str, /, **values: object) -> Html:
    """Return a template with values put in, escaped.

    Examples
    --------
    >>> "<b>" in render("bar", here="", crumbs="<b>", right="")
    False
    """
    safe = {
        key: value if isinstance(value, Html) else escape(str(value), quote=True)
        for key, value in values.items()
    }
    return Html(_template(template).substitute(safe))


def page(title: str, script: str, body: Html, kind: str = "plain") -> str:
    """Return a whole page; ``script`` is the module that brings it to life."""
    return render("page", title=title, script=script, body=body, kind=kind)
