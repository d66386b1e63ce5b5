"""What cells beside a value say of it, whatever their column is called.

Headers are a matter of taste: a ``<`` stands under ``operator``, ``resultQualifier.notation``, or
under nothing at all. What stands in the cells is not: a lone ``<`` is never anything but a limit.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.which_column import may_name
from cheapbandits.text import MISSING, parse_number

__all__ = ["FREE", "WHO", "first_bad", "header_words", "told_mend", "two_units"]

#: A cell that is one of these is a limit under any header.
_LIMITS = {"<", ">", "<=", ">=", "=<", "=>", "≤", "≥", "<<", ">>", "&lt;", "&gt;"}
_LIMITS |= {
    f"<{gap}{end}"
    for gap in ("", " ")
    for end in ["lod", "loq", "mdl", "dl", "rl", "ld", "lq", "pql", "bg", "ng"]
}
#: And one of these says that a value does not hold, or was not found.
_BAD = {"bad", "invalid", "suspect", "suspicious", "rejected", "reject", "error", "erroneous"}
_BAD |= {"deleted", "questionable", "doubtful", "unreliable", "discarded", "excluded", "wrong"}
_BAD |= {"not valid", "not detected", "non-detect", "nondetect", "non detect", "below detection"}
_BAD |= {"below detection limit", "below lod", "below loq", "less than", "greater than", "bdl"}
_BAD |= {"annulled", "struck", "outlier", "failed", "unusable", "do not use", "malfunction", "n.d."}
_BAD |= {
    "on hold",
    "n.n.",
    "n. n.",
    "leerwert",
    "verworfen",
    "ausreisser",
    "fraglich",
    "verdachtig",
}
_BAD |= {"zweifelhaft", "douteux", "douteuse", "aberrant", "aberrante", "rejete", "rejetee"}
_BAD |= {"dudoso", "dudosa", "rechazado", "rechazada", "dubbio", "afgekeurd", "uitbijter"}
_BAD |= {"censored", "present below quantification limit", "not reported", "faulty", "hasissues"}
#: And these may, but are also states, countries or what happened to a road: not among other words.
_PERHAPS = {"nd", "lod", "loq", "mdl", "bql", "bld", "dl", "lt", "gt", "le", "ge", "void", "fail"}
_PERHAPS |= {"trace", "missing", "below", "above", "no", "false", "estimated", "provisional"}
#: Codes of samples, and of what is none of a site: blanks, spikes, controls. Among others they are
#: states.
_SAMPLES = {"n", "reg", "norm", "fd", "fr"}
_CHECKS = {"ms", "msd", "sd", "eb", "tb", "fb", "lb", "bs", "bd", "lcs", "lcsd", "mb", "rb", "ab"}
_WELL = {"=", "eq", "ok", "okay", "good", "valid", "pass", "passed", "accepted", "approved", "d"}
_WELL |= {"detected", "detect", "checked", "verified", "yes", "true", "within", "fine", "normal"}
_COUNTRIES = {"nd", "lt", "gt", "le", "ge"}
#: Said of places too: they count where something else says that this is about values.
_ONLY_WITH = {"no", "false", "missing", "below", "above", "estimated", "provisional", "trace"}

#: Marks of laboratories: not found, estimated, rejected, found in the blank. U and J are the sure
#: ones; U and R alone, with no gaps, are also the town and the country.
_FLAG = re.compile(r"(?:nd|nj|jn|[ujrbeh]{1,2})[+*-]?")

#: Headers under which yes and no judge a value; under others they tell of the place.
_JUDGES = re.compile(
    r"(?:^|[^a-zà-ÿ])(?:us[ae]|ok|keep|kept|incl|accept|approv|valid|util|detect|qual|qc|qa|flag|"
    r"good|check|verif|reliab|reportab|fiab|pass|g(?:ü|ue)ltig|geldig|verw|gebruik)"
)
_YES_OR_NO = (
    *(("yes", "no"), ("y", "n"), ("true", "false"), ("t", "f"), ("ja", "nein"), ("ja", "nee")),
    *(("ja", "nej"), ("j", "n"), ("oui", "non"), ("vrai", "faux"), ("wahr", "falsch")),
    *(("si", "no"), ("verdadero", "falso"), ("vero", "falso")),
    *(("sim", "nao"), ("verdadeiro", "falso"), ("tak", "nie")),
)
#: And what says that no sample of the site was measured, or that the value is not to be used.
_NO_SAMPLE = re.compile(
    r"(?:[a-z]+[ -]){0,4}(?:blank|spike)s?(?:[ -]dup[a-z]*)?|"
    r"blanc(?: de [a-z]+)?|blind(?:wert|probe)|"
    r"(?:non|not|no|nicht|niet|un|in|im|on)[ -]?(?:valid[a-z]*|ok|accept[a-z]*|usable|useable|"
    r"utilisable|reliable|fiable|detect[a-z]*|approved|gultig|gueltig|geldig|verwertbar|"
    r"correct[aeo]?|certain[e]?|plausib[a-z]*|zuverlassig|zuverlaessig|betrouwbaar|nachweisbar)|"
    r".*(?:seuil|limite) de (?:quantif|detec|cuantif).*|.*(?:bestimmungs|nachweis)grenze.*|"
    r".*(?:quantification|detection|quantitation|reporting) limit"
)

#: Columns in which people write who they are, or what they like.
WHO = {"who", "team", "observer", "by", "person", "crew", "collector", "sampler", "analyst"}
WHO |= {"assignee"}
FREE = {"note", "notes", "comment", "comments", "remark", "remarks", "description", "memo", "text"}
FREE |= {"bemerkung", "bemerkungen", "kommentar", "remarque", "observaciones", *WHO}
_LONGEST = 40

_UNIT = re.compile(
    r"(?:[pnuµμmk]?g|[nuµμm]?mol|m?eq|[mku]?bq|cfu|mpn|[nuµμm]?l|n?tu|[nuµμm]?sv|[uµμm]?s)"
    r"(?: ?/ ?| per | ?\. ?| )(?:100 ?)?(?:[mdk]?l|k?g|m3|m\^3|m³|dm3|m2|m\^2|m²|cm|h|hr|ha|mol)"
    r"(?:\^?-[123])?(?: ?as ?[a-z0-9]+)?|"
    r"(?:[pnuµμmk]?g|[nuµμm]?mol)(?: |\.|·)?(?:l|kg|g|m|dm)\^?-[123]|"
    r"pp[mbt]|%|‰|percent|(?:°|deg ?)[cfk]|celsius|fahrenheit|kelvin"
)


def header_words(name: str) -> list[str]:
    """Return the words of a header: ``resultQualifier.notation`` has three."""
    bare = _without_accents(re.sub(r"[(\[][^)\]]*[)\]]", " ", str(name)[:100]))
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
    limit = next((row for row, word in enumerate(words) if word in _LIMITS), None)
    if limit is not None:
        return limit
    flag = _first_flag(name, words)
    if flag is not None:
        return flag
    if may_name(name) or len({*words}) < 2:
        return None
    # A ResultDetectionConditionText is no text as people write it.
    if FREE & {*({*header_words(name)} - {"text"}), plain_name(name)}:
        return None
    if any(parse_number(word) is not None for word in {*words} - {*MISSING}):
        return None
    words = _verdicts(name, words)
    kinds = {*words} - {*MISSING}
    if any(len(word) > _LONGEST or parse_number(word) is not None for word in kinds):
        return None
    judged = _JUDGES.search(str(name).lower())
    no = next((no for yes, no in _YES_OR_NO if judged and kinds == {yes, no}), None)
    bad = _BAD | {kind for kind in kinds if kind == no or _NO_SAMPLE.fullmatch(kind)}
    if kinds <= _SAMPLES | _CHECKS and kinds & _SAMPLES:
        bad |= _CHECKS
    countries = kinds <= _COUNTRIES and not {*words} & {*MISSING}
    if kinds <= _BAD | _PERHAPS | _WELL and not (countries or kinds <= _WELL | _ONLY_WITH):
        bad |= _PERHAPS
    return next((row for row, word in enumerate(words) if word in bad), None)


def _without_accents(text: str) -> str:
    parted = unicodedata.normalize("NFKD", text)
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
    if not kinds or WHO & {*header_words(name)} or not all(map(_FLAG.fullmatch, kinds)):
        return None
    gaps, judged = len(kinds) < len({*words}), _JUDGES.search(str(name).lower()) is not None
    known = any("u" in kind or "j" in kind for kind in kinds)
    both = any("j" in kind for kind in kinds) and len(kinds) > 1
    if not known or not (gaps or (not may_name(name) and (judged or both))):
        return None
    return next(row for row, word in enumerate(words) if word in kinds)


def two_units(found: Sequence[str]) -> bool:
    """Tell whether all cells are units, and not of one kind."""
    kinds = {cell.strip().lower() for cell in found} - {*MISSING}
    return len(kinds) > 1 and all(_UNIT.fullmatch(kind) for kind in kinds)


def told_mend(found: Sequence[str]) -> str:
    """Return what to do to a column that says something else: another name may not be enough."""
    cells = [cell for cell in found if cell]
    return "rename" if first_bad("x", [*cells, ""]) is None and not two_units(cells) else "delete"
