"""What readings are called, and columns beside them that tell one from others: when, how deep.

They are words of headings in small letters, without accents.
"""

from __future__ import annotations

__all__ = ["DEPTHS", "MOMENTS", "REPEATS", "SPANS", "VALUES", "WHEN"]

#: What a header may call the column of values.
VALUES = ("reading", "value", "field")
DEPTHS = {"depth", "depths", "tiefe", "profondeur", "prof", "profundidad", "profondita", "diepte"}
DEPTHS |= {"horizon", "horizont", "layer", "schicht", "couche", "tiefenstufe"}
#: What says when a reading was taken, and what says that it is one of several.
WHEN = {"date", "time", "datetime", "timestamp", "when", "day", "year", "month", "week", "hour"}
WHEN |= {"season", "quarter", "datum", "zeit", "jahr", "monat", "fecha", "sampled", "heure"}
REPEATS = {"replicate", "replicates", "rep", "repeat", "duplicate", "dup", "replica", "replikat"}
REPEATS |= {"visit", "round", "run", "trial", "subsample", "aliquot", "wiederholung", "repetition"}
REPEATS |= {"parallel", "survey", "campaign", "pass", "attempt"}
#: When, in other words and languages; they part rows by numbers, as an analyte may be a "Tag".
MOMENTS = {"doy", "julian", "elapsed", "epoch", "minute", "minutes", "min", "second", "seconds"}
MOMENTS |= {"sec", "hours", "days", "weeks", "months", "years", "tag", "stunde", "woche", "jour"}
MOMENTS |= {"annee", "mois", "semaine", "dia", "mes", "ano", "hora", "giorno", "anno", "mese"}
MOMENTS |= {"ora", "dag", "maand", "jaar", "uur", "uhrzeit", "saison", "fecha", "instant"}
#: Parts of a day or a year in still more words: they tell readings apart, and may be kinds, too.
SPANS = {"hr", "hrs", "heures", "horas", "stunden", "ore", "uhr", "timme", "tunti", "godzina"}
SPANS |= {"wk", "kw", "kalenderwoche", "semana", "settimana", "vecka", "uke", "uge", "viikko"}
SPANS |= {"shift", "turno", "ploeg", "skift", "zmiana", "equipe", "period", "periode", "periodo"}
SPANS |= {"zeitraum", "qtr", "quartal", "trimestre", "kwartaal", "session", "sesion", "sessione"}
SPANS |= {"sitzung", "slot", "interval", "phase", "occasion", "wave", "cycle", "tide", "ampm"}
SPANS |= {"daypart", "halbjahr", "semester", "stagione", "seizoen", "jahreszeit", "tageszeit"}
SPANS |= {"begehung", "besuch", "durchgang", "rundgang", "visite", "tournee", "ronde", "visita"}
