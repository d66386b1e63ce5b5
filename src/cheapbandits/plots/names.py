"""What groups of results are called where people read them."""

from __future__ import annotations

from cheapbandits.studies.cell import ProblemName
from cheapbandits.studies.paper import split_group

__all__ = ["COVER_TYPES", "GRAPHS", "describe_group", "heading", "smoothness_label"]

GRAPHS = {
    "ba": "Barabási-Albert",
    "er": "Erdős-Rényi",
    "sbm": "block model",
    "forest": "forest",
    "forests": "forest",
    "cliques": "disjoint cliques",
    "forests-alike": "forest, neighbours in reward",
}
#: In the paper's numbering, 1 to 7.
COVER_TYPES = {
    "spruce-fir": "Spruce/Fir",
    "lodgepole-pine": "Lodgepole Pine",
    "ponderosa-pine": "Ponderosa Pine",
    "cottonwood-willow": "Cottonwood/Willow",
    "aspen": "Aspen",
    "douglas-fir": "Douglas-fir",
    "krummholz": "Krummholz",
}


def describe_group(group: str) -> str:
    """Return a group's name in words.

    Examples
    --------
    >>> describe_group("forests/aspen/T100/c-1")
    'forest, Aspen, T = 100, c = 1'
    >>> describe_group("ba/random/T150/c-theory")
    'Barabási-Albert, random frequencies, T = 150, c = ||α||'
    """
    text, smoothness = split_group(group)
    problem = ProblemName.parse(text)
    words = [GRAPHS.get(problem.graph, problem.graph), _field(problem), f"T = {problem.horizon}"]
    words.append(f"c = {smoothness_label(smoothness)}")
    if group.endswith("@laplacian"):
        words.append("cost s'Ls")
    return ", ".join(word for word in words if word)


def smoothness_label(smoothness: str) -> str:
    """Return ``c`` as a figure shows it: a number, or the norm of the true ``alpha``."""
    return "||\N{GREEK SMALL LETTER ALPHA}||" if smoothness == "theory" else smoothness


def heading(words: str) -> str:
    """Return words with their first letter in upper case, the others as they are.

    Examples
    --------
    >>> heading("block model"), heading("Barabási-Albert")
    ('Block model', 'Barabási-Albert')
    """
    return words[:1].upper() + words[1:]


def _field(problem: ProblemName) -> str:
    if problem.graph == "cliques":
        number, _, good = problem.field.removeprefix("d").partition("-good")
        return f"d = {number}" + (f", clique {good} good" if good else "")
    named = {"lowest": "", "random": "random frequencies"} | COVER_TYPES
    if problem.field.endswith("-share"):
        return named.get(problem.field.removesuffix("-share"), problem.field) + " (share of type)"
    return named.get(problem.field, problem.field)
