"""A spec as the ``campaign new`` command that makes it."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.spec import Spec

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["new_command"]

#: Settings of policies that have an option of their own.
_OPTIONS = ("low", "high", "ridge", "delta", "smoothness")


def new_command(name: str, graph: str, spec: Spec) -> str:
    """Return the command, quoted for a shell; it makes a campaign of exactly this spec.

    Parameters
    ----------
    name, graph
        Its two arguments.
    spec
        What a campaign was, or would be, created with.
    """
    words = ["cheapbandits", "campaign", "new", name, graph, "--policy", spec.policy]
    words += _values(spec.parameters)
    plan: dict[str, Any] = {"horizon": spec.horizon, "budget": spec.budget}
    plan |= {"tolerance": spec.tolerance, "max-width": spec.max_width}
    for option, value in plan.items():
        if value is not None:
            words += [f"--{option}", _number(value)]
    words += [*_groups(spec.probes), *_cost(spec.cost)]
    for option in ("stop", "engine", "seed"):
        value = getattr(spec, option)
        if value != getattr(Spec, option):
            words += [f"--{option}", str(value)]
    return shlex.join(words)


def _values(parameters: Mapping[str, Any]) -> list[str]:
    """Return what is known of the values and the policy's own settings.

    A center and a scale are said as the lowest and the highest value where that is the same to the
    last digit; else as they are.
    """
    rest, words = dict(parameters), []
    center, scale = rest.pop("center", None), rest.pop("scale", None)
    if center is not None and scale is not None and _same(center, scale):
        words += ["--low", _number(center - scale), "--high", _number(center + scale)]
    else:
        for option, value in {"center": center, "scale": scale}.items():
            words += [] if value is None else [f"--{option}", _number(value)]
    unit = 1.0 if scale is None else scale
    if "noise" in rest and rest["noise"] * unit / unit == rest["noise"]:
        words += ["--noise", _number(rest.pop("noise") * unit)]
    for option in _OPTIONS:
        if option in rest:
            words += [f"--{option}", _number(rest.pop(option))]
    rest.pop("tolerance", None)  # the campaign's own, which has an option
    for name, value in rest.items():
        words += ["--set", f"{name}={json.dumps(value)}"]
    return words


def _same(center: float, scale: float) -> bool:
    low, high = center - scale, center + scale
    return low < high and (low + high) / 2 == center and (high - low) / 2 == scale


def _groups(probes: str) -> list[str]:
    from cheapbandits.probes.by_radius import PREFIX

    if probes.startswith(PREFIX):
        return ["--group-radius", probes.removeprefix(PREFIX)]
    return ["--probes", probes]


def _cost(cost: Any) -> list[str]:
    if cost == Spec.cost:
        return []
    if isinstance(cost, str):
        return ["--cost", cost]
    return ["--cost", ",".join(f"{width}:{_number(price)}" for width, price in cost.items())]


def _number(value: float) -> str:
    """Return the shortest text that reads as the same number."""
    text = repr(float(value))
    return text.removesuffix(".0")
