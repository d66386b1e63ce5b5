"""What cells beside a value say of it, whatever their column is called.

Headers are a matter of taste: a ``<`` stands under ``operator``, ``resultQualifier.notation``, or
under nothing at all. What stands in the cells is not: a lone ``<`` is never anything but a limit.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.files.unit_families import one_family
from cheapbandits.graphs.files.unit_prefixes import in_full
from cheapbandits.graphs.files.unit_shapes import has_shape, is_named
from cheapbandits.graphs.files.value_words import PLAIN
from cheapbandits.graphs.files.verdict_words import (
    BAD,
    CHECKS,
    COUNTRIES,
    ESTIMATED,
    FLAG,
    JUDGES,
    LIMITS,
    MEASURED,
    NEVER,
    NO_SAMPLE,
    OF_VALUES,
    ONLY_WITH,
    PERHAPS,
    RUNS,
    SAMPLES,
    STATES,
    WELL,
    YES_OR_NO,
)
from cheapbandits.graphs.which_column import may_name
from cheapbandits.text import MISSING, parse_number

__all__ = ["FREE", "WHO", "first_bad", "header_words", "told_mend", "two_units"]

#: Columns in which people write who they are, or what they like.
WHO = {"who", "team", "observer", "by", "person", "crew", "collector", "sampler", "analyst"}
WHO |= {"assignee"}
FREE = {"note", "notes", "comment", "comments", "remark", "remarks", "description", "memo", "text"}
FREE |= {"bemerkung", "bemerkungen", "kommentar", "remarque", "observaciones", *WHO}
_LONGEST, _LONGEST_AGAIN = 40, 70  # what comes again is a code, however long

_UNIT = re.compile(
    r"(?:[pnuµμmk]?g|[nuµμm]?mol|m?eq|[mku]?bq|cfu|mpn|[nuµμm]?l|n?tu|[nuµμm]?sv|[uµμm]?s)"
    r"(?: ?/ ?| per | ?\. ?| )(?:100 ?)?(?:[mdk]?l|k?g|m3|m\^3|m³|dm3|m2|m\^2|m²|cm|h|hr|ha|mol)"
    r"(?:\^?-[123])?(?: ?as ?[a-z0-9]+)?|"
    r"(?:[pnuµμmk]?g|[nuµμm]?mol)(?: |\.|·)?(?:l|kg|g|m|dm)\^?-[123]|"
    r"pp[mbt]|%|‰|percent|(?:°|deg ?)[cfk]|celsius|fahrenheit|kelvin"
)


def header_words(name: str) -> list[str]:
    """Return the words of a header: ``resultQualifier.notation`` has three."""
    return [*_words_of(str(name)[:100])]


@lru_cache(maxsize=16384)
def _words_of(name: str) -> list[str]:
    """Return the same; each rule asks for the words of each header of a file."""
    bare = _without_accents(re.sub(r"[(\[][^)\]]*[)\]]", " ", name))
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", bare)
    return re.findall(r"[a-z0-9]+", parted.lower())


def first_bad(name: str, found: Sequence[str]) -> int | None:
    """Return the first row of which its cell says that the value is a limit, or does not hold.

    Parameters
    ----------
    name
        What the column is called: where people write freely, only a lone ``<`` says something.
    found
        Its cells, beside the values that are used.
    """
    words = [cell.strip().lower() for cell in found]
    limit = next((row for row, word in enumerate(words) if word in LIMITS), None)
    if limit is not None:
        return limit
    flag = _first_flag(name, words)
    if flag is not None:
        return flag
    if len({*words}) == 1 and words[0] in NEVER and not FREE & {*header_words(name)}:
        return 0  # all that was rejected, as a file of its own
    if may_name(name) or len({*words}) < 2:
        return None
    # A ResultDetectionConditionText is no text as people write it.
    if FREE & {*({*header_words(name)} - {"text"}), plain_name(name)}:
        return None
    if any(parse_number(word) is not None for word in {*words} - {*MISSING}):
        return None
    words = _verdicts(name, words)
    kinds = {*words} - {*MISSING}
    longest = _LONGEST_AGAIN if 2 * len(kinds) <= len(words) else _LONGEST
    if any(len(word) > longest or parse_number(word) is not None for word in kinds):
        return None
    judged = JUDGES.search(str(name).lower())
    no = next((no for yes, no in YES_OR_NO if judged and kinds == {yes, no}), None)
    bad = BAD | {kind for kind in kinds if kind == no or NO_SAMPLE.fullmatch(kind)}
    if kinds <= SAMPLES | CHECKS and kinds & SAMPLES:
        bad |= CHECKS
    countries = kinds <= COUNTRIES and not {*words} & {*MISSING}
    if kinds & RUNS and kinds <= BAD | PERHAPS | WELL | STATES:
        bad |= STATES
    if kinds <= BAD | PERHAPS | WELL and not (countries or kinds <= WELL | ONLY_WITH):
        bad |= PERHAPS
    if kinds & MEASURED and {*header_words(name)} <= OF_VALUES | PLAIN:
        bad |= ESTIMATED
    return next((row for row, word in enumerate(words) if word in bad), None)


def _without_accents(text: str) -> str:
    parted = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    return "".join(letter for letter in parted if not unicodedata.combining(letter))


def _verdicts(name: str, cells: list[str]) -> list[str]:
    """Return cells without accents, and without what their header or all of them say first.

    Forms write ``validation_status_not_approved``; what it says is 'not approved'.
    """
    plain = {cell: _without_accents(cell.replace("ß", "ss")).replace("_", " ") for cell in {*cells}}
    parts = {cell: text.replace(":", " ").split() for cell, text in plain.items()}
    told = [words for cell, words in parts.items() if words and cell not in MISSING]
    heard, shared = {*header_words(name)}, len(told) > 1
    ahead = 0
    while told and all(len(words) > ahead + 1 for words in told):
        first = {words[ahead] for words in told}
        if not (first <= heard or (shared and len(first) == 1)):
            break
        ahead += 1
    return [
        cell if cell in MISSING else " ".join(parts[cell][ahead:]) or plain[cell] for cell in cells
    ]


def _first_flag(name: str, words: list[str]) -> int | None:
    """Return the first mark of a laboratory, where nothing else stands in the column."""
    kinds = {*words} - {*MISSING, "="}
    if not kinds or WHO & {*header_words(name)} or not all(map(FLAG.fullmatch, kinds)):
        return None
    gaps, judged = len(kinds) < len({*words}), JUDGES.search(str(name).lower()) is not None
    known = any("u" in kind or "j" in kind for kind in kinds)
    both = any("j" in kind for kind in kinds) and len(kinds) > 1
    if not known or not (gaps or (not may_name(name) and (judged or both))):
        return None
    return next(row for row, word in enumerate(words) if word in kinds)


def two_units(found: Sequence[str]) -> bool:
    """Tell whether all cells are units, and not of one kind: words of their own if of one quantity.

    Examples
    --------
    >>> two_units(["mg/l", "ppm"]), two_units(["mg", "g"]), two_units(["m", "f"])
    (True, True, False)
    """
    cells = {cell.strip() for cell in found}
    kinds = {cell for cell in cells if cell.lower() not in MISSING}
    if one_family(found):
        return True
    return len({in_full(kind).lower() for kind in kinds}) > 1 and all(map(_is_unit, kinds))


def _is_unit(text: str) -> bool:
    return _UNIT.fullmatch(text.lower()) is not None or has_shape(text) or is_named(text)


def told_mend(found: Sequence[str]) -> str:
    """Return what to do to a column that says something else: another name may not be enough."""
    cells = [cell for cell in found if cell]
    return "rename" if first_bad("x", [*cells, ""]) is None and not two_units(cells) else "delete"
