"""Who may race in the playground: every policy of the package, with a line for people."""

from __future__ import annotations

from cheapbandits.policies import policy_names

__all__ = ["GROUPS", "about"]

#: As they are offered, with what each does in a few words.
GROUPS: dict[str, dict[str, str]] = {
    "Finds the place": {
        "Finder": "most about the hottest, for its price",
        "PacedKG": "what pays most, paced by the rounds",
    },
    "The paper's": {
        "CheapUCB": "wide groups first, then narrow",
        "SpectralUCB": "one place at a time",
        "LinUCB": "one place, blind to links",
    },
    "Their kin": {
        "AnytimeCheapUCB": "as CheapUCB, no end planned",
        "CheapTS": "draws a field, then groups",
        "SpectralTS": "draws a field, one place",
        "CheapEliminator": "rules groups out",
        "SpectralEliminator": "rules places out",
        "CheapLinUCB": "groups, blind to links",
    },
    "To compare with": {
        "Sweep": "wide groups, then the best again",
        "RandomSampling": "places at random",
    },
}


def about() -> dict[str, dict[str, str]]:
    """Return the groups with those policies only that there are, and others registered here."""
    there = policy_names()
    found = {
        title: {name: line for name, line in group.items() if name in there}
        for title, group in GROUPS.items()
    }
    others = [name for name in there if not any(name in group for group in GROUPS.values())]
    return found | ({"Your own": dict.fromkeys(others, "registered here")} if others else {})
