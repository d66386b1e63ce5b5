"""Optional libraries: imported when a file or a system needs them; a missing one is named."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from cheapbandits.errors import MissingExtraError

__all__ = ["optional"]


def optional(module: str, what: str, extra: str = "gis") -> Any:
    """Return a module of an optional library, or say what to install.

    Parameters
    ----------
    module
        Its name.
    what
        What needs it, in the plural or with "to read ...": the message is "WHAT needs LIBRARY".
    extra
        The extra that brings it.
    """
    try:
        return import_module(module)
    except ImportError:
        library = module.partition(".")[0]
        raise MissingExtraError(
            f"{what} needs {library}: pip install 'cheapbandits[{extra}]'"
        ) from None
