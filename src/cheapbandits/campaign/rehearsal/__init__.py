"""A rehearsal that decides: the campaign's settings beside others, on known or likely values."""

from cheapbandits.campaign.rehearsal.compared import Compared, Row, Verdict, compared
from cheapbandits.campaign.rehearsal.contenders import RIVALS, Contender, contenders
from cheapbandits.campaign.rehearsal.fields import Fields, known_values, likely_values
from cheapbandits.campaign.rehearsal.play import Cell, cells, rehearse

__all__ = [
    "RIVALS",
    "Cell",
    "Compared",
    "Contender",
    "Fields",
    "Row",
    "Verdict",
    "cells",
    "compared",
    "contenders",
    "known_values",
    "likely_values",
    "rehearse",
]
