"""What cells beside a value may say of it: that it is a limit, that it does not hold, that it does.

They are compared in small letters and without accents.
"""

from __future__ import annotations

import re

__all__ = [
    "BAD",
    "CHECKS",
    "COUNTRIES",
    "ESTIMATED",
    "FLAG",
    "JUDGES",
    "LIMITS",
    "MEASURED",
    "NEVER",
    "NO_SAMPLE",
    "OF_VALUES",
    "ONLY_WITH",
    "PERHAPS",
    "RUNS",
    "SAMPLES",
    "STATES",
    "WELL",
    "YES_OR_NO",
]

#: A cell that is one of these is a limit under any header.
LIMITS = {"<", ">", "<=", ">=", "=<", "=>", "≤", "≥", "<<", ">>", "&lt;", "&gt;"}
LIMITS |= {
    f"<{gap}{end}"
    for gap in ("", " ")
    for end in ["lod", "loq", "mdl", "dl", "rl", "ld", "lq", "pql", "bg", "ng"]
}
#: And one of these says that a value does not hold, or was not found.
BAD = {"bad", "invalid", "suspect", "suspicious", "rejected", "reject", "error", "erroneous"}
BAD |= {"deleted", "questionable", "doubtful", "unreliable", "discarded", "excluded", "wrong"}
BAD |= {"not valid", "not detected", "non-detect", "nondetect", "non detect", "below detection"}
BAD |= {"below detection limit", "below lod", "below loq", "less than", "greater than", "bdl"}
BAD |= {"annulled", "struck", "outlier", "failed", "unusable", "do not use", "malfunction", "n.d."}
BAD |= {
    "on hold",
    "n.n.",
    "n. n.",
    "leerwert",
    "verworfen",
    "ausreisser",
    "fraglich",
    "verdachtig",
}
BAD |= {"zweifelhaft", "douteux", "douteuse", "aberrant", "aberrante", "rejete", "rejetee"}
BAD |= {"dudoso", "dudosa", "rechazado", "rechazada", "dubbio", "afgekeurd", "uitbijter"}
BAD |= {"censored", "present below quantification limit", "not reported", "faulty", "hasissues"}
BAD |= {"annule", "annulee", "anulado", "anulada", "annullato", "annullata", "storniert"}
BAD |= {"annulliert", "geannuleerd", "cancelado", "cancelada", "descartado", "descartada"}
BAD |= {"invalide", "invalido", "invalida", "rejeitado", "rejeitada", "reprovado", "reprovada"}
BAD |= {"scartato", "scartata", "ongeldig", "ungultig", "ungueltig", "ugyldig", "ogiltig"}
BAD |= {"hylatty", "neplatne", "neplatny", "niewazny", "odrzucony", "gecersiz", "ervenytelen"}
BAD |= {"аннулировано", "отклонено", "брак", "недействительно", "无效", "無効"}
#: Less or greater than, and gaps, as other languages say it.
BAD |= {"kleiner als", "grosser als", "groesser als", "weniger als", "mindre end", "storre end"}
BAD |= {
    "større end",
    "mindre enn",
    "større enn",
    "mindre an",
    "storre an",
    "kleiner dan",
    "minder dan",
}
BAD |= {
    "groter dan",
    "inferieur a",
    "superieur a",
    "menor que",
    "mayor que",
    "maior que",
    "minore di",
}
BAD |= {"maggiore di", "pienempi kuin", "suurempi kuin", "hiaat", "hiaat waarde", "lucke"}
#: Not measured there: taken from others, or of clean water.
BAD |= {"modelled", "modeled", "modelliert", "interpolated", "interpoliert", "imputed", "held"}
BAD |= {"gap filled", "gap-filled", "leerprobe", "feldblindwert", "blindwert", "blindprobe"}
BAD |= {"predicted", "extrapolated", "forecast"}
#: Of these, what is said of values and of nothing else, even where all cells say it.
NEVER = BAD - {"bad", "error", "wrong", "deleted", "failed", "excluded", "censored", "struck"}
NEVER -= {"n.d.", "on hold", "not reported", "faulty", "doubtful", "outlier", "malfunction"}
NEVER -= {"predicted", "forecast", "cancelado", "cancelada", "storniert", "брак"}
#: And these may, but are also states, countries or what happened to a road: not among other words.
PERHAPS = {"nd", "lod", "loq", "mdl", "bql", "bld", "dl", "lt", "gt", "le", "ge", "void", "fail"}
PERHAPS |= {"trace", "missing", "below", "above", "no", "false", "estimated", "provisional"}
#: States of instruments, beside one that says that they run: soil is saturated and a rock has a
#: fault among other words, or where nothing else is said.
STATES = {"fault", "saturated", "clipped", "overrange", "over range", "out of range", "overload"}
STATES |= {"stuck", "defect", "defective"}
RUNS = {"ok", "okay", "good", "valid", "pass", "passed", "running", "working", "in range"}
#: Codes of samples, and of what is none of a site: blanks, spikes, controls. Among others they are
#: states.
SAMPLES = {"n", "reg", "norm", "fd", "fr", "trg"}
CHECKS = {"ms", "msd", "sd", "eb", "tb", "fb", "lb", "bs", "bd", "lcs", "lcsd", "mb", "rb", "ab"}
CHECKS |= {"sur", "surr", "tic"}
WELL = {"=", "eq", "ok", "okay", "good", "valid", "pass", "passed", "accepted", "approved", "d"}
WELL |= {"detected", "detect", "checked", "verified", "yes", "true", "within", "fine", "normal"}
WELL |= {"final", "validated", "complete", "completed", "published", "reported", "confirmed"}
WELL |= RUNS
#: Said of what was read; beside these, estimates are none, below a heading of the values.
MEASURED = {"actual", "observed", "measured", "gemessen", "mesure", "medido", "misurato"}
ESTIMATED = {"estimated", "estimate", "geschatzt", "geschaetzt", "estime", "estimado", "stimato"}
OF_VALUES = {"read", "kind", "status", "state", "source", "origin", "quality", "art", "tipo"}
COUNTRIES = {"nd", "lt", "gt", "le", "ge"}
#: Said of places too: they count where something else says that this is about values.
ONLY_WITH = {"no", "false", "missing", "below", "above", "estimated", "provisional", "trace"}

#: Marks of laboratories: not found, estimated, rejected, found in the blank. U and J are the sure
#: ones; U and R alone, with no gaps, are also the town and the country.
FLAG = re.compile(r"(?:nd|nj|jn|[ujrbeh]{1,2})[+*-]?")

#: Headers under which yes and no judge a value; under others they tell of the place.
JUDGES = re.compile(
    r"(?:^|[^a-zà-ÿ])(?:us[ae]|ok|keep|kept|incl|accept|approv|v[aá]lid|util|detect|qual|qc|qa|flag|"
    r"good|check|verif|reliab|reportab|fiab|pass|g(?:ü|ue)ltig|geldig|verw|gebruik)"
)
YES_OR_NO = (
    *(("yes", "no"), ("y", "n"), ("true", "false"), ("t", "f"), ("ja", "nein"), ("ja", "nee")),
    *(("ja", "nej"), ("j", "n"), ("oui", "non"), ("vrai", "faux"), ("wahr", "falsch")),
    *(("si", "no"), ("verdadero", "falso"), ("vero", "falso")),
    *(("sim", "nao"), ("verdadeiro", "falso"), ("tak", "nie")),
)
#: And what says that no sample of the site was measured, or that the value is not to be used.
NO_SAMPLE = re.compile(
    r"(?:[a-z]+[ /-]+){0,8}(?:(?:blank|spike)s?(?:[ -](?:dup[a-z]*|solution|target|recovery))?|"
    r"(?:certified |standard )?reference[ -](?:sample|material|standard)s?|"
    r"calib[a-z]*[ -](?:check|verif[a-z]*|standard|sample|solution)s?|"
    r"lab(?:oratory)?[ -]control[ -](?:sample|standard)s?(?: dup[a-z]*)?)|"
    r"blanc(?: de [a-z]+)?|blind(?:wert|probe)|"
    r"(?:non|not|no|nicht|niet|un|in|im|on)[ -]?(?:valid[a-z]*|ok|accept[a-z]*|usable|useable|"
    r"utilisable|reliable|fiable|detect[a-z]*|approved|gultig|gueltig|geldig|verwertbar|"
    r"correct[aeo]?|certain[e]?|plausib[a-z]*|zuverlassig|zuverlaessig|betrouwbaar|nachweisbar)|"
    r".*(?:seuil|limite) de (?:quantif|detec|cuantif).*|.*(?:bestimmungs|nachweis)grenze.*|"
    r".*(?:quantification|detection|quantitation|reporting) limit"
)
