"""What columns beside values are called: of what these are, and whether they hold."""

from __future__ import annotations

__all__ = [
    "ANY_VALUES",
    "A_LIMIT",
    "BELOW",
    "CENSORED",
    "CODED",
    "CODES",
    "FRACTIONS",
    "GOOD",
    "HOLD",
    "KINDS",
    "MATRICES",
    "PLAIN",
    "PREFIXES",
    "STATISTICS",
    "VERDICTS",
    "WORDS_OF_KINDS",
]

#: What a column of substances may be called, beside one that is called as any values are.
KINDS = {"parameter", "param", "parametername", "parametercode", "analyte", "analytename"}
KINDS |= {"substance", "compound", "element", "species", "variable", "characteristic"}
KINDS |= {"characteristicname", "determinand", "determinant", "pollutant", "constituent"}
KINDS |= {"chemical", "quantity", "property", "observedproperty", "indicator", "metric"}
KINDS |= {"measurand", "contaminant", "nutrient", "metal", "stoff", "parametre", "parametro"}
#: And such as may also number the rows or hold another number: only words are kinds there.
WORDS_OF_KINDS = {"test", "component", "cas", "casrn", "casno", "measure"}
WORDS_OF_KINDS |= {"isotope", "composante", "komponente"}
#: Of what a sample was (soil, water), which part of it, and what was made of single values.
MATRICES = {"matrix", "medium", "media", "matrice", "matriz"}
FRACTIONS = {"fraction", "basis", "weightbasis", "filtered", "totalordissolved"}
STATISTICS = {"statistic", "stat", "aggregation", "aggtype"}
WORDS_OF_KINDS |= MATRICES | FRACTIONS | STATISTICS
ANY_VALUES = {"value", "values", "val", "reading", "readings", "field", "result", "results"}
ANY_VALUES |= {"resultvalue", "measurement", "measured", "measuredvalue", "concentration", "conc"}
ANY_VALUES |= {"amount", "level", "data", "observation", "resultmeasurevalue", "wert", "valeur"}
ANY_VALUES |= {
    "messwert",
    "ergebnis",
    "messergebnis",
    "gehalt",
    "konzentration",
    "resultat",
    "rsana",
}
ANY_VALUES |= {"resultado", "valor", "concentracion", "risultato", "valore", "waarde", "resultaat"}

#: What a column is called that says of a value whether it holds, and what is said of one that does.
_MARKED: tuple[str, ...] = ("qualifier", "qualifiers", "qual", "flag", "flags", "remarkcode")
_MARKED += ("remarkcd", "qv", "qvseadatanet")
_MARKED += ("lippu", "flagge", "vlag", "flagga", "flagg")
_MARKED += ("qc", "qa", "qaqc", "qcflag", "qaflag", "qccode", "qualityflag", "dataflag")
GOOD = {"", "=", "ok", "okay", "good", "valid", "pass", "passed", "accepted", "accept", "approved"}
GOOD |= {"none", "null", "na", "n/a", "nan", "-", "detected", "detect", "checked", "verified"}
CENSORED: tuple[str, ...] = (
    "censor",
    "censored",
    "cens",
    "censoring",
    "censorcode",
    "nondetect",
    "nondetects",
)
CENSORED += ("nd", "bdl", "belowdl", "belowlod", "belowloq", "lessthan", "outlier", "rejected")
_UNCENSORED = {"", "0", "0.0", "false", "f", "no", "n", "none", "null", "na", "n/a", "nan", "-"}
_UNCENSORED |= {"=", "nc", "uncensored", "not censored", "detected", "detect", "ok", "good"}
CENSORED += ("invalid", "exclude", "excluded", "suspect", "error", "deleted", "reject", "bad")
CENSORED += ("void", "voided", "failed", "fail", "discard", "discarded", "ignore", "ignored")
CENSORED += (
    "removed",
    "remove",
    "doubtful",
    "questionable",
    "erroneous",
    "donotuse",
    "unreliable",
)
CENSORED += ("null", "nulldata", "kleiner", "kleinerals", "mindreend", "mindreenn", "minderdan")
CENSORED += ("cen", "lt", "ltmdl", "ltlod", "ltloq", "ltdl", "belowmdl", "belowrl", "ausreisser")
CENSORED += ("belowquantification", "belowdetectionlimit", "belowquantificationlimit")
CENSORED += ("inferieura", "menorque", "minoredi", "belowlimit", "belowdetection", "unterbg")
CENSORED += ("saturated", "clipped", "overrange", "outofrange", "overload", "overloaded")
CENSORED += ("malfunction", "faulty")
_UNCENSORED |= {"nein", "nej", "nee", "nei", "non", "nie", "nao", "ei"}
#: Codes of quality, or something that is measured itself: water quality, discharge.
CODED: tuple[str, ...] = ("quality", "validity", "q", "qf", "qcode", "qflag", "qualitycontrol")
_DETECTED = ("detect", "detected", "detection", "detectionflag", "detectflag", "valid", "isvalid")
_FOUND = {"", "1", "1.0", "true", "t", "yes", "y", "d", "detected", "detect", "valid", "ok", "na"}
_FOUND |= {"ja", "oui", "si", "sim", "tak", "j"}
#: Remarks on French analyses: 1 is a value as it was measured, 10 and 2 are limits.
_REMARKS = {"", "1"}

#: What a column of 0 and 1 may be called that says the same; of words see .said_in_cells.
VERDICTS = {"use", "used", "usable", "include", "included", "ok", "keep", "kept", "accept"}
VERDICTS |= {"accepted", "approved", "reliable", "good", "gultig", "valide", "valido", "validite"}
VERDICTS |= {"validez", "validita", "gultigkeit", "gueltigkeit", "geldigheid"}

HOLD = {
    **dict.fromkeys((*_MARKED, *CODED), GOOD),
    **dict.fromkeys(CENSORED, _UNCENSORED),
    **dict.fromkeys(_DETECTED, _FOUND),
    "obsstatus": {"", "a", "normal"},  # as statisticians mark what is as usual
    **dict.fromkeys(("cdrqana", "rqana", "coderemarque", "remarqueanalyse"), _REMARKS),
}
#: Two words of a heading that say it together, among others.
BELOW, A_LIMIT = {"below", "under"}, {"loq", "lod", "mdl", "rl", "limit", "detection"}
PREFIXES = ("", "result", "value", "data", "lab", "sample", "measurement", "reading")
#: Words of a header that say nothing of what stands below.
PLAIN = {*PREFIXES, "notation", "label", "code", "name", "text", "is", "was", "results", "values"}
PLAIN |= {
    "field",
    "row",
    "record",
    "definition",
    "id",
    "no",
    "number",
    "type",
    "observed",
    "short",
    "activity",
}
PLAIN |= {"laboratory", "final", "interpreted", "validation", "measure", "review", "dl", "1", "2"}
#: And such as only say how these are called: CdParametre.
CODES = {"cd", "nr", "num", "lb", "long", "lib", "libelle", "nom", "kurzname", "bezeichnung"}
