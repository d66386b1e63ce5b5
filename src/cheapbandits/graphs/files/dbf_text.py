"""The text of a Shapefile: how its bytes are written, and that all of them can be read so.

GDAL skips bytes that are none of the coding that ``*.cpg`` names, and takes one that it does not
know for Latin-1. Here all of it is decoded, or the first cell that cannot be is named.
"""

from __future__ import annotations

import codecs
import re

from cheapbandits.graphs.files.dbf_columns import is_utf8, text_cells
from cheapbandits.graphs.files.guard import Source
from cheapbandits.text import shown

__all__ = ["BYTES", "check_text", "coding_of", "decoded"]

#: What GDAL is told: each byte becomes the character of its number.
BYTES = "ISO-8859-1"
_NUMBERED = re.compile(r"(?:ANSI|OEM|CP|IBM|MS|WINDOWS)?[ _-]?([0-9]{3,6})")
_PARTS = re.compile(r"(?:ISO)?[ _-]?8859[ _-]?([0-9]{1,2})")
#: Names of codings; some that Python knows are of no file.
_CODING = re.compile(r"(?!.*(?:escape|idna|punycode))[a-z0-9][a-z0-9 ._:-]{0,39}", re.IGNORECASE)
#: Chinese of 1980 is written with the characters that were added later: the name stays.
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "cp936": "gb18030", "euc-cn": "gb18030"}
_BY_NUMBER = {"65001": "utf-8", "20936": "gb18030", "51936": "gb18030", "54936": "gb18030"}
_BY_NUMBER |= {"10000": "mac-roman", "10006": "mac-greek", "10007": "mac-cyrillic"}
_BY_NUMBER |= {"10029": "mac-latin2", "20127": "ascii", "20866": "koi8-r", "51949": "euc-kr"}
#: Code pages, and the bytes in the header of ``*.dbf`` that name them, as GDAL has them.
_PAGES = {
    "437": (1, 11, 13, 15, 17, 21, 24, 25, 27),
    "850": (2, 10, 14, 16, 18, 20, 22, 26, 29, 37, 55),
    "852": (31, 34, 35, 64, 100, 135),
    "1252": (3, 88, 89),
    "865": (8, 23, 102),
    "932": (19, 123),
    "936": (77, 122),
    "949": (78, 121),
    "950": (79, 120),
    "874": (80, 124),
    "863": (28, 108),
    "866": (38, 101),
    "737": (106, 134),
    "857": (107, 136),
    "860": (36,),
    "861": (103,),
    "1250": (200,),
    "1251": (201,),
    "1254": (202,),
    "1253": (203,),
    "1257": (204,),
    "10000": (4,),
    "10006": (152,),
    "10007": (150,),
    "10029": (151,),
}


def coding_of(source: Source, columns: bytes) -> str:
    """Return what Python calls the coding of a Shapefile's text.

    It is what ``*.cpg`` says, else the header of ``*.dbf``; else UTF-8 where all can be read so.

    Parameters
    ----------
    source
        The Shapefile.
    columns
        The content of ``*.dbf``.
    """
    beside = source.beside(".cpg")
    said = "" if beside is None else beside.decode("utf-8-sig", "replace").strip(" \t\r\n\0")
    if not said:
        if is_utf8(columns, int.from_bytes(columns[4:8], "little")):
            return "utf-8"
        said = next((page for page, marks in _PAGES.items() if columns[29] in marks), BYTES)
    number = _NUMBERED.fullmatch(said.upper())
    name = said
    if number is not None:
        name = _BY_NUMBER.get(number[1], f"cp{number[1]}")
    if (part := _PARTS.fullmatch(said.upper())) is not None:  # ArcGIS writes 88591
        name = f"iso8859-{part[1]}"
    try:
        if _CODING.fullmatch(said) is None:
            raise LookupError(said)
        name = _WIDER.get(name.lower(), name)
        b"a".decode(name)  # not all that Python knows is text
        return _WIDER.get(codecs.lookup(name).name, name)
    except (LookupError, UnicodeError):
        raise source.error(
            f"its *.cpg says that its text is written as '{shown(said, 40)}', which is not known "
            "here; write the right one into it, such as UTF-8 or CP1252 (Western Europe)"
        ) from None


def check_text(source: Source, columns: bytes, count: int, coding: str) -> None:
    """Refuse text that is not written as it is said to be.

    Parameters
    ----------
    source
        The Shapefile.
    columns, count
        The content of ``*.dbf``, and its number of rows.
    coding
        From :func:`coding_of`.
    """
    for name, width, cells in text_cells(columns, count):
        for row, cell in cells:
            text = cell.partition(b"\0")[0].rstrip(b" ")
            try:
                # A cell that is full may end within a character.
                codecs.getincrementaldecoder(coding)().decode(text, final=len(text) < width)
            except (UnicodeError, TypeError) as error:
                where = f"row {row} of its *.dbf" if row else "the heading"
                raise source.error(
                    f"{where}: the text in '{shown(name)}', '{shown(text.decode(BYTES))}', is not "
                    f"written as {shown(coding)}; say how it is in its *.cpg, such as UTF-8, "
                    "CP1252 (Western Europe), CP1251 (Cyrillic) or GB18030 (Chinese)"
                ) from error


def decoded(text: str, coding: str) -> str:
    """Return text of which GDAL was told :data:`BYTES`, as it is written."""
    return codecs.getincrementaldecoder(coding)().decode(text.encode(BYTES))
