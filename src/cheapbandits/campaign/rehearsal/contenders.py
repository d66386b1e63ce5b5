"""Who takes part in a rehearsal: the campaign's own settings, and what one might take instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.rehearsal.lasting import too_long
from cheapbandits.campaign.spec import Spec
from cheapbandits.errors import CapacityError, ParameterError

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["RANDOM", "RIVALS", "Contender", "contenders"]

#: What any method has to beat.
RANDOM = "RandomSampling"
#: The learning ones, the paper's, a survey team's, and chance.
RIVALS = ("Finder", "PacedKG", "CheapUCB", "SpectralUCB", "Sweep", RANDOM)


@dataclass(frozen=True)
class Contender:
    """One who takes part.

    Attributes
    ----------
    name
        The policy's name.
    spec
        With what it is set up; budget, horizon, groups and prices are the same for all.
    chosen
        Whether these are the campaign's own settings.
    """

    name: str
    spec: Spec
    chosen: bool = False


def contenders(
    spec: Spec,
    graph: Graph,
    span: tuple[float, float],
    names: Sequence[str] = RIVALS,
    *,
    seen: int = 0,
    rounds: int | None = None,
) -> tuple[list[Contender], dict[str, str]]:
    """Return who can play here, the campaign's own first, and why others cannot.

    Parameters
    ----------
    spec
        The campaign's settings.
    graph
        Its network.
    span
        Lowest and highest of the values played with. Policies that must be told a center and a
        scale are told these where the campaign does not say; those that learn are told nothing.
    names
        Who else is to play; chance always does.
    seen
        Readings that everybody starts from.
    rounds
        How many measurements at most; the campaign's own plan when left out.
    """
    from cheapbandits.policies.registry import policy_class

    found = [Contender(spec.policy, spec, chosen=True)]
    left_out: dict[str, str] = {}
    for name in dict.fromkeys([*names, RANDOM]):
        policy_class(name)  # a name that is none is a mistake, not somebody who cannot play
        if name == spec.policy:
            continue
        try:
            rival = Spec.of(_settings(spec, name, span))
            policy = rival.make_policy(graph)
        except (ParameterError, CapacityError) as error:
            left_out[name] = str(error)
            continue
        planned = spec.horizon if rounds is None else rounds
        if (why := too_long(rival, policy, planned, seen)) is not None:
            left_out[name] = why
            continue
        found.append(Contender(name, rival))
    return found, left_out


def _settings(spec: Spec, name: str, span: tuple[float, float]) -> dict[str, Any]:
    """Return what a rival is set up with: the campaign's terms, its knowledge of the values."""
    from cheapbandits.policies.registry import settings_of

    theirs = settings_of(name)
    low, high, noise = _known(spec)
    told: dict[str, Any] = {"low": low, "high": high, "noise": noise}
    if "scale" in theirs:
        ends = span if low is None or high is None else (low, high)
        scale = (ends[1] - ends[0]) / 2 or 1.0
        share = None if noise is None else noise / scale
        told = {"center": (ends[0] + ends[1]) / 2, "scale": scale, "noise": share}
    parameters = {key: value for key, value in told.items() if key in theirs and value is not None}
    common = replace(spec, policy=name, parameters=parameters, engine="auto")
    return {key: getattr(common, key) for key in Spec.__dataclass_fields__}


def _known(spec: Spec) -> tuple[float | None, float | None, float | None]:
    """Return the lowest and highest value and the noise that a campaign states, in its units."""
    stated = spec.parameters
    low, high, noise = (stated.get(key) for key in ("low", "high", "noise"))
    if "scale" in stated or "center" in stated:
        center, scale = stated.get("center", 0.0), stated.get("scale", 1.0)
        return center - scale, center + scale, None if noise is None else noise * scale
    return low, high, noise
