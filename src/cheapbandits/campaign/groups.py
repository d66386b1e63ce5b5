"""The groups of a campaign: which, how wide, and whether measuring them saves anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cheapbandits.text import shown

if TYPE_CHECKING:
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Policy
    from cheapbandits.probes import ByRadius, Family

__all__ = ["UNNAMED", "Offered", "groups", "nothing_saved", "offered", "settled_groups"]

#: What stands where nobody named the probes: now, and in campaigns of older versions.
UNNAMED = ("auto", "strongest")

#: How many measurements to reckon with where none are planned, and how many to ask about.
_USUAL, _LOOKED = 100, 1_000
#: How wide groups are looked at where a policy decides only then.
_WIDE = 8


def groups(graph: Graph, probes: str, max_width: int | None) -> Any:
    """Return what to hand to a policy as its probes."""
    from cheapbandits.policies.options import probe_family
    from cheapbandits.probes import ByRadius, Capped, usual_probes
    from cheapbandits.probes.by_radius import parse_radii

    radii = parse_radii(probes)
    if radii is not None:  # levels, not widths: the most nodes of a group are the family's to keep
        return ByRadius(graph, radii, most=max_width)
    name: Any = usual_probes(graph) if probes == "auto" else probes
    return name if max_width is None else Capped(probe_family(graph, name), max_width)


def settled_groups(
    graph: Graph, probes: str, max_width: int | None, cost: str | Mapping[Any, float]
) -> dict[str, Any]:
    """Return the settings with names in place of what was left to us."""
    from cheapbandits.probes import usual_probes

    name = usual_probes(graph) if probes == "auto" else probes
    if max_width is None and not isinstance(cost, str) and 1 in cost:
        max_width = next(width for width in range(1, len(cost) + 1) if width + 1 not in cost)
    return {"probes": name, "max_width": max_width}


@dataclass(frozen=True)
class Offered:
    """The widest groups that a campaign will ask for, and what they cost beside single nodes.

    Attributes
    ----------
    family, widest
        The groups, and the width (or level) that was looked at.
    single, wide
        The highest price of a single node and the lowest of a group as wide.
    """

    family: Family
    widest: int
    single: float
    wide: float


def offered(spec: Spec, graph: Graph) -> Offered:
    """Return what a campaign's groups cost."""
    from cheapbandits.policies.options import cost_model

    policy = spec.make_policy(graph)
    family, widest = policy.family, _widest(policy, spec.horizon or _USUAL)
    given: Any = spec.cost
    prices = cost_model(graph, given)
    single, wide = prices(family.at(1), 1), prices(family.at(widest), widest)
    return Offered(family, widest, float(single.max()), float(wide.min()))


def nothing_saved(spec: Spec, graph: Graph, offer: Offered | None = None) -> list[str]:
    """Return what keeps a campaign from saving by groups, or makes it save less; often nothing."""
    from cheapbandits.probes import ByRadius

    offer = offered(spec, graph) if offer is None else offer
    family, widest = offer.family, offer.widest
    if widest == 1:
        return [_why_single(spec, graph, family)]
    sets = family.at(widest)
    if isinstance(family, ByRadius) and (sets.widths == 1).all():
        return _lonely(graph, family, widest)
    if offer.wide >= offer.single:
        return [
            f"a group of {widest} costs {offer.wide:.4g} and a single node {offer.single:.4g}: "
            "groups save nothing at these prices"
        ]
    if isinstance(family, ByRadius):
        return _lonely(graph, family, widest)
    narrow = (sets.widths < widest).nonzero()[0]
    if not len(narrow):
        return []
    name = shown(graph.name(int(sets.centers[narrow[0]])))
    return [
        f"{len(narrow):,} of {len(sets):,} nodes have groups of fewer than {widest}, as they have "
        f"few neighbours ({name} for one): their groups cost more"
    ]


def _widest(policy: Policy, rounds: int) -> int:
    """Return the widest groups that a policy will ask for, as far as it says."""
    planned = {policy.planned_width(t) for t in range(1, min(rounds, _LOOKED) + 1)}
    known = {width for width in planned if width is not None}
    return max(known) if known == planned else min(policy.widest, _WIDE)


def _lonely(graph: Graph, family: ByRadius, level: int) -> list[str]:
    """Say how many nodes have nobody within the radius."""
    alone = (family.at(level).widths == 1).nonzero()[0]
    if not len(alone):
        return []
    name, radius = shown(graph.name(int(alone[0]))), family.radii[level - 2]
    if len(alone) == family.n_nodes:
        from cheapbandits.graphs.globe import WGS84  # NumPy, which `status` does without

        unit = " metres" if graph.crs == WGS84 else ""
        return [
            f"no node has another within {radius:g}{unit}: all groups are single nodes, and "
            "nothing is saved; give a larger radius"
        ]
    return [
        f"{len(alone):,} of {family.n_nodes:,} nodes have no other within {radius:g} ({name} for "
        "one): they are groups by themselves"
    ]


def _why_single(spec: Spec, graph: Graph, family: Family) -> str:
    """Say why all groups are single nodes."""
    from cheapbandits.policies.registry import settings_of

    alone = (graph.neighbor_counts == 0).nonzero()[0]
    if family.max_width == 1 and spec.probes == "strongest" and len(alone):
        name = shown(graph.name(int(alone[0])))
        return (
            f"{name} has no neighbour, and with --probes strongest no group is wider than the "
            "smallest neighbourhood: all are single nodes and nothing is saved; --probes "
            "strongest-own, hops or nearest go past that"
        )
    why = "max_width is 1" if spec.max_width == 1 else "no node has a neighbour"
    if family.max_width > 1:
        longer = replace(spec, horizon=_USUAL)
        if _widest(longer.make_policy(graph), _USUAL) == 1:
            own = ", or --set width=2" if "width" in settings_of(spec.policy) else ""
            return (
                f"{spec.policy} measures single nodes only, so groups save nothing; --policy "
                f"CheapUCB measures groups{own}"
            )
        why = f"{spec.horizon} planned measurements leave no round for groups"
    return f"{why}: all groups are single nodes, and nothing is saved"
