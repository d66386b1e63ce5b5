"""Policies by name: the one list of them, to which a user's own class is added in one line."""

from __future__ import annotations

import inspect
import keyword
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, TypeVar

from cheapbandits.checks import got, instance
from cheapbandits.errors import ParameterError
from cheapbandits.locks import fork_safe_lock
from cheapbandits.policies.base import Policy
from cheapbandits.text import did_you_mean

if TYPE_CHECKING:
    import numpy as np

    from cheapbandits.graphs import Graph

__all__ = [
    "draws_at_random",
    "make_policy",
    "policy_class",
    "policy_names",
    "register",
    "settings_of",
]

Kind = TypeVar("Kind", bound=type[Policy])

#: Installed packages offer policies under this name: ``ThompsonSampling = "package.module:Class"``.
GROUP = "cheapbandits.policies"
#: What every policy may take; the rest of a class's keywords are its settings.
COMMON = ("horizon", "budget", "rng", "probes", "cost", "mask", "engine")

_lock = fork_safe_lock()
_classes: dict[str, type[Policy]] = {}


def register(kind: Kind) -> Kind:
    """Make a policy known by its class name; also a decorator.

    A class of the same name that was registered before is replaced, so that a notebook cell can be
    run again; the package's own names are not to be had.
    """
    if not (isinstance(kind, type) and issubclass(kind, Policy)):
        raise ParameterError(f"register takes a subclass of cheapbandits.Policy, got {kind!r}")
    if inspect.isabstract(kind):
        missing = ", ".join(sorted(kind.__abstractmethods__))
        raise ParameterError(f"{kind.__name__} cannot be registered: it does not define {missing}")
    name = kind.__name__
    if not name.isidentifier() or keyword.iskeyword(name):
        raise ParameterError(
            f"{got(name)} is no plain name; a policy is called by its class's in the terminal, in "
            "files and in addresses: letters, digits and _"
        )
    with _lock:
        known = _classes.get(name)
        if known is not None and _is_ours(known) and known is not kind:
            raise ParameterError(f"{name} is one of the package's own policies: rename your class")
        _classes[name] = kind
    return kind


def policy_names() -> tuple[str, ...]:
    """Return the names that are known, in the order they were registered."""
    with _lock:
        return tuple(_classes)


def policy_class(name: str) -> type[Policy]:
    """Return the class of a name, also from an installed package that offers it."""
    instance(name, str, "a policy", "the name of a policy, such as 'CheapUCB'")
    with _lock:
        found = _classes.get(name)
    if found is not None:
        return found
    for entry in entry_points(group=GROUP, name=str(name)):
        offered: type[Policy] = register(entry.load())
        return offered
    names = policy_names()
    raise ParameterError(
        f"no policy {name!r}: {did_you_mean(name, names)}there are {', '.join(names)}; a class of "
        "your own is added by cheapbandits.register_policy(YourClass), or by an installed package "
        f"that offers it under the entry point group {GROUP!r}, which the terminal finds too"
    )


def settings_of(name: str) -> tuple[str, ...]:
    """Return the settings that only this policy has: its keywords, without the common ones."""
    return tuple(key for key in _keywords(policy_class(name)) if key not in COMMON)


def draws_at_random(name: str) -> bool:
    """Return whether a policy takes a generator."""
    return "rng" in _keywords(policy_class(name))


def make_policy(
    name: str | type[Policy],
    graph: Graph,
    /,  # so that a setting called name is refused as any other that there is not
    *,
    horizon: int | None = None,
    budget: float | None = None,
    rng: np.random.Generator | None = None,
    **settings: Any,
) -> Policy:
    """Return a fresh policy, handing over what its class takes.

    Parameters
    ----------
    name
        A registered name, or the class itself.
    graph
        The network.
    horizon, budget
        Rounds planned and what they may cost; known to every policy, whether it plans with them
        or not.
    rng
        A generator, for policies that draw at random.
    settings
        Keywords of the class, ``probes``, ``cost``, ``mask`` and ``engine`` among them.
    """
    kind = name if isinstance(name, type) and issubclass(name, Policy) else policy_class(name)
    takes = _keywords(kind)
    unknown = [key for key in settings if key not in takes]
    if unknown:
        raise ParameterError(
            f"{kind.__name__} has no setting {', '.join(unknown)}; it has {', '.join(takes)}"
        )
    shared: dict[str, Any] = {"horizon": horizon, "budget": budget, "rng": rng}
    given = {key: value for key, value in shared.items() if key in takes and value is not None}
    missing = [key for key in _required(kind) if key not in given and key not in settings]
    if missing:
        raise ParameterError(f"{kind.__name__} needs {', '.join(missing)}")
    policy = kind(graph, **given, **settings)
    if not hasattr(policy, "belief"):
        raise ParameterError(
            f"{kind.__name__}.__init__ must call super().__init__(graph, belief=...); see "
            "docs/new-policy.md"
        )
    if "horizon" not in takes and horizon is not None:
        policy.horizon = horizon
    if "budget" not in takes or budget is not None:
        policy.budget = budget  # also where a class takes it and does not hand it on
    return policy


def _keywords(kind: type[Policy]) -> tuple[str, ...]:
    """Return the names of what a class takes beside the graph."""
    parameters = list(inspect.signature(kind).parameters.values())[1:]
    return tuple(p.name for p in parameters if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD))


def _required(kind: type[Policy]) -> list[str]:
    parameters = inspect.signature(kind).parameters
    names = _keywords(kind)
    return [name for name in names if parameters[name].default is inspect.Parameter.empty]


def _is_ours(kind: type[Policy]) -> bool:
    return kind.__module__.startswith("cheapbandits.")
