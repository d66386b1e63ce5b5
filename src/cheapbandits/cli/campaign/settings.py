"""A policy's settings as they are typed: by options of their own, or by ``--set NAME=VALUE``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cheapbandits.errors import ParameterError
from cheapbandits.text import shown

__all__ = ["joined", "parse_settings"]


def parse_settings(texts: Sequence[str]) -> dict[str, Any]:
    """Return the settings that texts such as ``delta=0.01`` give; a value is JSON, else text."""
    settings: dict[str, Any] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise ParameterError(f"--set takes NAME=VALUE, such as delta=0.01; got '{shown(text)}'")
        if name in settings:
            raise _twice(name, f"--set {shown(name)}")
        try:
            settings[name] = json.loads(value)
        except (ValueError, RecursionError):
            settings[name] = value
    return settings


def joined(
    options: Mapping[str, Any], own: Mapping[str, Any], *, ranged: bool, noisy: bool
) -> dict[str, Any]:
    """Return the settings of both roads, or refuse one that came by both.

    Parameters
    ----------
    options
        Those given by options.
    own
        Those given by ``--set``.
    ranged
        Whether center and scale were made of ``--low`` and ``--high``.
    noisy
        Whether ``--noise`` was given, which is in the units of the readings.
    """
    for name in own:
        if name in options:
            made = ranged and name in ("center", "scale")
            raise _twice(name, "--low and --high" if made else f"--{shown(name)}")
    if noisy and "scale" in own:
        raise ParameterError(
            "--noise is in the units of the readings, and is not told of --set scale; write "
            f"--scale {shown(own['scale'])} in place of it"
        )
    return {**options, **own}


def _twice(name: str, road: str) -> ParameterError:
    return ParameterError(
        f"{shown(name)} is given twice, by {road} and by --set {shown(name)}; keep one of them"
    )
