"""Cells that are substances, whatever their column is called: elements, and CAS numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from cheapbandits.text import MISSING

__all__ = ["element_of", "second_substance"]

#: Symbols, and names in English, German, French and Spanish where they differ.
_ELEMENTS = """
H hydrogen wasserstoff hydrogene hidrogeno;He helium helio;Li lithium litio;Be beryllium berilio
B boron bor bore boro;C carbon kohlenstoff carbone carbono;N nitrogen stickstoff azote nitrogeno
O oxygen sauerstoff oxygene oxigeno;F fluorine fluor;Ne neon;Na sodium natrium sodio
Mg magnesium magnesio;Al aluminium aluminum aluminio;Si silicon silizium silicium silicio
P phosphorus phosphor phosphore fosforo;S sulfur sulphur schwefel soufre azufre
Cl chlorine chlor chlore cloro;Ar argon;K potassium kalium potasio;Ca calcium kalzium calcio
Sc scandium escandio;Ti titanium titan titane titanio;V vanadium vanadin vanadio
Cr chromium chrom chrome cromo;Mn manganese mangan manganeso;Fe iron eisen fer hierro
Co cobalt kobalt cobalto;Ni nickel niquel;Cu copper kupfer cuivre cobre;Zn zinc zink cinc
Ga gallium galio;Ge germanium germanio;As arsenic arsen arsenico;Se selenium selen selenio
Br bromine brom brome bromo;Kr krypton;Rb rubidium rubidio;Sr strontium estroncio
Y yttrium itrio;Zr zirconium zirkonium circonio;Nb niobium niob niobio
Mo molybdenum molybdan molybdaen molybdene molibdeno;Ru ruthenium rutenio;Rh rhodium rodio
Pd palladium paladio;Ag silver silber argent plata;Cd cadmium kadmium cadmio;In indium indio
Sn tin zinn etain estano;Sb antimony antimon antimoine antimonio;Te tellurium tellur tellure
I iodine jod iod iode yodo;Xe xenon;Cs caesium cesium casium cesio;Ba barium bario
La lanthanum lanthan lanthane lantano;Ce cerium cer cerio;Pr praseodymium;Nd neodymium neodym
Sm samarium;Eu europium;Gd gadolinium;Tb terbium;Dy dysprosium;Ho holmium;Er erbium;Tm thulium
Yb ytterbium;Lu lutetium;Hf hafnium;Ta tantalum tantal tantale;W tungsten wolfram tungstene
Re rhenium;Os osmium;Ir iridium;Pt platinum platin platine platino;Au gold or oro
Hg mercury quecksilber mercure mercurio;Tl thallium talio;Pb lead blei plomb plomo
Bi bismuth wismut bismut bismuto;Po polonium;Ra radium;Rn radon;Th thorium torio
U uranium uran uranio;Pu plutonium
"""
_ROWS = [row.split() for row in _ELEMENTS.replace("\n", ";").split(";") if row.strip()]
_SYMBOLS = {row[0] for row in _ROWS}
_NAMES = {name: row[0] for row in _ROWS for name in row[1:]}
#: What may follow on the name of one.
_PART_OF = {
    "total",
    "tot",
    "totals",
    "dissolved",
    "diss",
    "gesamt",
    "gelost",
    "geloest",
    "filtered",
}
_PART_OF |= {"dissous", "dissoute", "totale", "disuelto", "extractable", "t", "d", "as"}
#: In capitals symbols are also states and countries; these are not, and say what the others are.
_SURE = {"ZN", "PB", "HG", "FE"}
_CAS = re.compile(r"(?:cas[ :#-]*)?([0-9]{2,7})-([0-9]{2})-([0-9])", re.IGNORECASE)


def element_of(word: str) -> str | None:
    """Return the symbol of an element by its name, or by its symbol in small letters.

    Examples
    --------
    >>> element_of("lead"), element_of("pb"), element_of("Blei"), element_of("clay")
    ('Pb', 'Pb', 'Pb', None)
    """
    plain = _plain(word)
    symbol = plain.capitalize()
    return _NAMES.get(plain) or (symbol if symbol in _SYMBOLS else None)


def second_substance(cells: Sequence[str]) -> int | None:
    """Return the first row of a second substance, where every cell is one.

    Single letters are also directions and horizons: they count beside others only.

    Examples
    --------
    >>> second_substance(["Zink", "Zink", "Blei"]), second_substance(["7440-66-6", "7439-92-1"])
    (2, 1)
    >>> second_substance(["N", "S", "W"]), second_substance(["7440-66-6", "7439-92-2"])
    (None, None)
    """
    capitals = not _SURE.isdisjoint(cells)
    found = {
        cell: _substance(cell, capitals) for cell in {*cells} if cell.strip().lower() not in MISSING
    }
    if None in found.values() or len({*found.values()}) < 2:
        return None
    if len({one for cell, one in found.items() if len(cell.strip()) > 1}) < 2:
        return None
    first = next(found[cell] for cell in cells if cell in found)
    return next(row for row, cell in enumerate(cells) if found.get(cell, first) != first)


def _substance(cell: str, capitals: bool) -> str | None:
    """Return what a cell is: a symbol as it is written, a name, or a number that checks."""
    cas = _CAS.fullmatch(cell.strip())
    if cas is not None:
        digits = (cas[1] + cas[2])[::-1]
        good = sum(k * int(digit) for k, digit in enumerate(digits, start=1)) % 10 == int(cas[3])
        return cas[1] + "-" + cas[2] if good else None
    words = re.findall(r"[^\W_]+", cell)
    if not words or any(_plain(word) not in _PART_OF for word in words[1:]):
        return None
    first = words[0].capitalize() if capitals and words[0].isupper() else words[0]
    return first if first in _SYMBOLS else _NAMES.get(_plain(words[0]))


def _plain(word: str) -> str:
    """Return a word in small letters, without accents."""
    parted = unicodedata.normalize("NFKD", word.strip().lower())
    return "".join(letter for letter in parted if not unicodedata.combining(letter))
