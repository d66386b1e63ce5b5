"""How policies look on the board: those that a reader looks for in colour, the others grey."""

from __future__ import annotations

from cheapbandits.studies.cell import PolicyName

__all__ = ["color", "is_main", "marker", "policy_title"]

#: Okabe and Ito's palette, as elsewhere; with a marker each, for those who see no colour.
_MAIN = {
    "PacedKG(budget=cheap)": ("#009E73", "D"),
    "PacedKG(budget=T)": ("#56B4E9", "P"),
    "Finder(budget=T)": ("#CC79A7", "*"),
    "CheapUCB": ("#D55E00", "o"),
    "SpectralUCB": ("#0072B2", "s"),
    "CoordinatesGP": ("#E69F00", "X"),
}
_GREY = "#7A7A7A"
_MARKERS = ("^", "v", "<", ">", "p", "h", "d", "x", "+", "8", "H")
_BUDGETS = {"cheap": "at CheapUCB's cost", "T": "budget T"}


def is_main(policy: str) -> bool:
    """Whether a reader looks for this one."""
    return policy in _MAIN


def color(policy: str) -> str:
    """Return a policy's colour; grey for those that only fill the field."""
    return _MAIN[policy][0] if policy in _MAIN else _GREY


def marker(policy: str, others: tuple[str, ...] = ()) -> str:
    """Return a policy's marker; the grey ones are told apart by their place among the others."""
    if policy in _MAIN:
        return _MAIN[policy][1]
    return _MARKERS[others.index(policy) % len(_MARKERS)] if policy in others else "o"


def policy_title(policy: str) -> str:
    """Return a policy's name for people.

    Examples
    --------
    >>> policy_title("PacedKG(budget=cheap)"), policy_title("LinUCB")
    ("PacedKG at CheapUCB's cost", 'LinUCB')
    """
    name = PolicyName.parse(policy)
    budget = name.settings.get("budget")
    if budget not in _BUDGETS:
        return policy
    rest = {key: value for key, value in name.settings.items() if key != "budget"}
    plain = str(PolicyName(name.kind, rest))
    return f"{plain} {_BUDGETS[budget]}" if budget == "cheap" else f"{plain}, {_BUDGETS[budget]}"
