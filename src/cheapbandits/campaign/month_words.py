"""Months by their names, in the languages in which spreadsheets write them."""

from __future__ import annotations

import unicodedata

__all__ = ["month_of"]

#: Names and short forms without accents, January first. Listopad is October or November, by the
#: language, and left out.
_NAMES = (
    "jan january januar januari janvier janv jaenner janner enero ene gennaio gen janeiro stycznia "
    "styczen sty ledna leden",
    "feb february februar februari fevrier fevr fev febrero febbraio fevereiro febr lutego luty "
    "lut unora unor",
    "mar march marz maerz mrz mars marzo marco maart mrt marts marca marzec brezna brezen",
    "apr april avril avr abril abr aprile kwietnia kwiecien kwi dubna duben",
    "may mai mayo maggio mag maio mei maj maja kvetna kveten",
    "jun june juni juin junio giugno giu junho czerwca czerwiec cze cervna cerven",
    "jul july juli juillet juil julio luglio lug julho lipca lipiec lip cervence cervenec",
    "aug august aout aou agosto ago augustus augusti sierpnia sierpien sie srpna srpen",
    "sep sept september septembre septiembre settembre set setembro wrzesnia wrzesien wrz zari",
    "oct october oktober okt octobre octubre ottobre ott outubro out pazdziernika pazdziernik paz "
    "rijna rijen",
    "nov november novembre noviembre novembro",
    "dec december dezember dez decembre diciembre dic dicembre dezembro desember des grudnia "
    "grudzien gru prosince prosinec",
)
_MONTHS = {name: k for k, names in enumerate(_NAMES, start=1) for name in names.split()}


def month_of(word: str) -> int | None:
    """Return which month a word is the name of; ``None`` where it is none that is known.

    Examples
    --------
    >>> [month_of(word) for word in ("Okt", "Oct", "août", "Mai", "pm")]
    [10, 10, 8, 5, None]
    """
    letters = unicodedata.normalize("NFKD", word.casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return _MONTHS.get(plain)
