"""Typical mistakes of people in the field, and what the terminal must say to each.

A campaign ``soil`` on thirty plots is there: ask 1 is told, ask 2 is open. So is ``last-year``,
which is finished.
"""

import io
import re
import shlex
import sys
import textwrap
from dataclasses import dataclass
from unittest import mock

from tests.cli.conftest import Terminal

WIDTH = 80
#: Sites on a crooked line of metres, as a national grid has them.
_SITES = "".join(
    f"P{k:02d},{181000 + 37 * k},{333000 + 11 * k * k % 700},{200 + 30 * k}\n" for k in range(1, 31)
)
FILES = {
    "soil.csv": f"plot,x,y,zinc\n{_SITES}",
    "rechts.csv": f"plot,rechts,hoch,zinc\n{_SITES}",
    "bare.csv": "181072,333611,1022\n181025,333558,1141\n181165,333537,640\n",
    "readings.csv": "nodes,reading\nP01,400\nP7,410\n",
}


@dataclass(frozen=True)
class Mistake:
    """What somebody types, the status it ends with, and the words that the answer must hold."""

    what: str
    line: str
    code: int
    words: tuple[str, ...]
    typed: str = ""


MISTAKES = (
    Mistake("A decimal comma", "campaign tell soil 2 12,5", 2, ("'12,5'", "write 12.5")),
    Mistake("A unit", "campaign tell soil 2 400ppm", 2, ("'ppm'", "write 400, without the unit")),
    Mistake(
        "A comma in a setting",
        "campaign new plots soil.csv --low 0,5 --high 20",
        2,
        ("'--low'", "write 0.5"),
    ),
    Mistake(
        "The site in place of the ask",
        "campaign tell soil P07 412",
        2,
        ("'P07'", "number of an ask", "campaign observe"),
    ),
    Mistake(
        "An ask that there is not",
        "campaign tell soil 7 412",
        2,
        ("soil has no ask 7", "open: 2", "campaign observe"),
    ),
    Mistake(
        "A reading told twice",
        "campaign tell soil 1 390",
        3,
        ("ask 1 was told already", "412", "campaign correct soil 1 390"),
    ),
    Mistake(
        "A reading corrected before it was told",
        "campaign correct soil 2 390",
        2,
        ("no reading of an ask 2", "campaign history", "campaign tell"),
    ),
    Mistake(
        "The campaign's name mistyped",
        "campaign status siol",
        2,
        ("'siol'", "did you mean 'soil'", "campaign list"),
    ),
    Mistake("A site's name mistyped", "campaign mask soil p7", 2, ("'p7'", "did you mean 'P07'")),
    Mistake(
        "A row number in place of a name",
        "campaign mask soil 12",
        2,
        ("no node is named '12'", "written '#12'"),
    ),
    Mistake(
        "Two sites with a comma between",
        "campaign observe soil 'P01, P02' 380",
        2,
        ("'P01, P02'", "write 'P01; P02'"),
    ),
    Mistake(
        "The file's name mistyped",
        "campaign new plots sol.csv",
        2,
        ("sol.csv", "no such file", "did you mean 'soil.csv'"),
    ),
    Mistake(
        "Coordinates under another name",
        "campaign new plots rechts.csv",
        2,
        ("rechts.csv: line 1", "'rechts'", "--x COLUMN --y COLUMN"),
    ),
    Mistake(
        "A table without a header",
        "campaign new plots bare.csv",
        2,
        ("bare.csv: line 1", "'181072'", "--table points"),
    ),
    Mistake(
        "A column that there is not",
        "campaign new plots soil.csv --readings zn",
        2,
        ("soil.csv: line 1", "'zn'", "'zinc'"),
    ),
    Mistake(
        "Low and high exchanged",
        "campaign new plots soil.csv --low 2000 --high 50",
        2,
        ("--low must be below --high", "2000 and 50", "exchange them"),
    ),
    Mistake(
        "A decimal comma in a price",
        "campaign new plots soil.csv --cost 1:9,5,2:5",
        2,
        ("'5' is not a price", "1:9.5"),
    ),
    Mistake(
        "A rule in other words",
        "campaign new plots soil.csv --stop 'probability>95%'",
        2,
        ("'probability>95%'", "probability>=0.95"),
    ),
    Mistake(
        "A name that is taken",
        "campaign new soil soil.csv",
        3,
        ("'soil' exists already", "choose another name", "campaign status soil"),
    ),
    Mistake(
        "A file for another program",
        "campaign ask soil --out next.shp",
        2,
        ("next.shp", "'.shp'", ".gpkg", "--format"),
    ),
    Mistake(
        "A map of metres from nowhere",
        "campaign export soil --out map.geojson",
        2,
        ("not degrees", "--crs EPSG:CODE"),
    ),
    Mistake(
        "A mistyped site in a file of readings",
        "campaign import soil readings.csv",
        2,
        ("readings.csv: line 3", "'P7'", "did you mean 'P07'"),
    ),
    Mistake(
        "A table of sites as a file of readings",
        "campaign import soil soil.csv",
        2,
        ("soil.csv: line 1", "no column is called", "--values zinc"),
    ),
    Mistake(
        "Going on with what is finished",
        "campaign ask last-year",
        4,
        ("last-year is finished", "campaign reopen last-year"),
    ),
    Mistake(
        "The wrong name at the question",
        "campaign delete soil",
        2,
        ("nothing was deleted", "'soli' is another name", "--yes"),
        typed="soli\n",
    ),
)


def started(folder):
    """Return a terminal in a folder where the files and the campaigns are."""
    terminal = Terminal(folder, folder / "campaigns.db")
    terminal.env |= {"COLUMNS": str(WIDTH), "NO_COLOR": "1", "TERM": "dumb"}
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name in ("last-year", "soil"):
        terminal.ok("new", name, "soil.csv", "--low", 50, "--high", 2000, "--policy", "CheapUCB")
    terminal.ok("finish", "last-year", "--reason", "season over")
    terminal.ok("ask", "soil")
    terminal.ok("tell", "soil", 1, 412)
    terminal.ok("ask", "soil")
    return terminal


def made(terminal, mistake):
    """Make a mistake; return how the command ended."""
    with mock.patch.object(sys, "stdin", io.StringIO(mistake.typed)):
        return terminal.run(*shlex.split(mistake.line))


def answer(done):
    """Return what was said as one line: without usage and frame, which the library draws."""
    text = done.stderr
    if "╭" in text:
        text = text[text.index("╭") :]
        text = re.sub(r"[│╭╮╰╯─]+( Error )?", " ", text)
    text = " ".join(text.split())
    return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", "2026-05-04 09:30 UTC", text)


def wrapped(text):
    """Return an answer in lines of a window."""
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
