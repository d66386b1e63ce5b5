"""Rows of one site: readings of the same, or of several things that a column tells apart."""

from __future__ import annotations

import re

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs import Graph

GRAPH = Graph.from_edges([(0, 1), (1, 2), (2, 3)], names=["A1", "A2", "A3", "A4"])


@pytest.fixture
def take(tmp_path):
    def read(text, column=None):
        path = tmp_path / "r.csv"
        path.write_text(text.replace(" | ", "\n") + "\n", encoding="utf-8")
        return len(read_import(path, GRAPH, column=column).rows)

    return read


LONG = "site,{},{} | A1,zinc,5 | A1,lead,51 | A2,zinc,6 | A2,lead,61 | A3,zinc,7 | A3,lead,71"

SEVERAL = [
    *(LONG.format(name, "value") for name in ("name", "key", "Attribute", "ind", "Messgröße")),
    *(LONG.format(name, "value") for name in ("measurement", "item", "tag", "L1", "x_description")),
    LONG.format("kind", "value").replace(",lead", ",zn2").replace(",zinc", ",cd10"),
    "site,sensor,value | A1,PM10,5 | A1,PM2.5,50 | A2,PM10,6",
    "site,matrix,value | A1,soil,5.1 | A1,water,51",
    "site,agg,value | A1,mean,5 | A1,max,60",
    # Each in duplicate, and no column that says so.
    "site,what,value | A1,zn,5 | A1,zn,6 | A1,pb,50 | A1,pb,51 | A2,zn,5 | A2,zn,4 | A2,pb,50 | "
    "A2,pb,49",
    # On one day, and of one replicate.
    "site,date,key,value | A1,2024-05-01,zn,5 | A1,2024-05-01,pb,50 | A2,2024-05-01,zn,6 | "
    "A2,2024-05-01,pb,60",
    "site,rep,key,value | A1,1,zn,5 | A1,1,pb,50 | A1,2,zn,5 | A1,2,pb,51",
    "site,depth_cm,value | A1,0-10,5 | A1,10-20,50 | A2,0-10,6",
    "site,value,depth | A1,5,0.1 | A1,50,2.5",
    "site,Horizont,value | A1,5,1 | A1,A,5 | A1,B,7",
    "site,replicate,value | A1,1,5 | A1,mean,5.5 | A1,2,6",
    "site,x9,value | A1,A,5 | A1,B,6 | A1,Average,5.5",
    "site,x9,value | A1,may,5 | A1,june,6 | A1,,5 | A1,mean,5.5",
    "site,fraction,conc,value | A1,total,x,5 | A1,dissolved,x,6 | A2,total,x,5 | A2,dissolved,x,3",
    "site,Wiederholung,value | A1,1,5 | A1,2,6 | A1,MW,5.5",
    "site,x9,value | A1,1,5 | A1,2,6 | A1,avg,5.5",
]


def every_site(head, *cells):
    """Return a table with each of these cells once at every site."""
    rows = [f"A{k},{cell},{k}.{j}" for k in (1, 2, 3) for j, cell in enumerate(cells)]
    return " | ".join([f"site,{head},value", *rows])


#: Numbers that come again at every site: depths, wavelengths, codes of substances, sizes.
NUMBERS = [
    every_site("top,bottom", "0,20", "20,40"),
    every_site("hzdept", "0", "18", "43"),
    every_site("z", "0.5", "2.5"),
    every_site("x9", "0,20", "20,40").replace("x9", "from,to"),
    every_site("nm", "443", "555", "670"),
    every_site("parm_cd", "01051", "01092"),
    every_site("parm_cd", "00091", "00092"),
    every_site("sample_dt,parm_cd", "2024-05-01,01051", "2024-05-01,01092"),
    every_site("mm", "0.063", "2"),
    every_site("height", "2", "10"),
    # A layer that only some sites have.
    every_site("x9", "0", "20") + " | A2,60,7",
    every_site("x9", "7440-66-6", "7439-92-1"),
    every_site("CAS-Nr", "7440-66-6", "7440-02-0"),
    # Layers that meet, at depths of their own.
    "site,u,o,value | A1,0,18,1 | A1,18,43,2 | A2,0,22,1 | A2,22,51,3 | A3,0,9,1 | A3,9,30,4",
]


#: Parts of what is at a site, which are added and not averaged: by letters, numbers and words.
PARTS = [
    every_site("sex", "M", "F"),
    every_site("date,sex", "2024-05-01,m", "2024-05-01,f"),
    every_site("Geschlecht", "1", "2"),
    every_site("x9", "L", "R"),
    every_site("direction", "N", "S"),
    every_site("date,approach", "2024-05-01,n", "2024-05-01,s"),
    every_site("Fahrtrichtung", "N", "SO"),
    every_site("date,lane", "2024-05-01,1", "2024-05-01,2"),
    every_site("Fahrspur", "1", "2", "3"),
    every_site("date,period", "2024-05-01,day", "2024-05-01,evening", "2024-05-01,night"),
    every_site("x9", "Day", "Night"),
]


@pytest.mark.parametrize("text", PARTS)
def test_so_are_parts_of_what_is_at_a_site(take, text):
    with pytest.raises(CheapBanditsError, match=r"line [34]: .*call that column replicate if"):
        take(text, "value")
    renamed = text.replace(text.split(" | ")[0].split(",")[-2], "replicate")
    assert take(renamed, "value") == text.count(" | ")


def test_a_value_of_several_sites_is_none_of_one(take):
    said = r"line 3: 'composite_of' says '{}', which are several sites, and 'site' names one"
    for cell in ("A1+A2", "A2; A1", "A1/A3", "A1 & A2", "A1 and A2", "A1|A2|A3"):
        text = f"site,composite_of,value | A2,,5 | A1,{cell},6 | A3,,7"
        for road in (None, "value"):
            with pytest.raises(CheapBanditsError, match=said.format(re.escape(cell))):
                take(text, road)
    assert take("nodes,reading | A1;A2,6 | A3,5") == 2  # what is advised
    trip = "site,trip,value | A1,A1/A2/A3,5 | A2,A1/A2/A3,6 | A3,A1/A2/A3,7"
    assert take(trip, "value") == 3
    for cell in ("A2+A3", "A1+B7", "A1", "A1-A2", "A1+A1"):  # neighbours, other things
        assert take(f"site,near,value | A2,,5 | A1,{cell},6 | A3,,7", "value") == 3


@pytest.mark.parametrize("text", SEVERAL)
def test_several_things_of_a_site_are_asked_about(take, text):
    said = r"line [2-5]: .* beside the values says .*: save the .* as a file of their own"
    for road in (None, "value"):
        with pytest.raises(CheapBanditsError, match=said):
            take(text, road)


@pytest.mark.parametrize("text", NUMBERS)
def test_so_are_numbers_that_come_again_at_every_site(take, text):
    with pytest.raises(CheapBanditsError, match=r"line [2-5]: .*call that column replicate if"):
        take(text, "value")


def test_also_beside_a_column_of_its_own_name(take):
    with pytest.raises(CheapBanditsError, match=r"line 3: 'depth' .*'0-10', '10-20'"):
        take("site,depth,zinc | A1,0-10,5 | A1,10-20,50", "zinc")
    with pytest.raises(CheapBanditsError, match=r"line 3: 'type' .*call that column replicate"):
        take(LONG.format("type", "conc"), "conc")


def test_the_remedies_help(take):
    assert take(LONG.format("replicate", "value")) == 6
    rows = LONG.format("key", "value").split(" | ")
    assert take(" | ".join(row for row in rows if "lead" not in row)) == 3


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        *((name, ["A", "B"]) for name in ("replicate", "rep", "duplicate", "x9", "core")),
        ("replicate", ["1", "2"]),
        *(("x9", cells) for cells in (["X", "Y"], ["a", "c"], ["am", "pm"], ["morning", "night"])),
        ("x9", ["1", "2"]),
        ("x9", ["rep1", "rep2"]),
        ("visit", ["first", "second"]),
        ("x9", ["Monday", "tue"]),
        ("Tag", ["Mo", "Di"]),
        ("meter", ["M-12", "M-19"]),
        ("sample type", ["N", "FD"]),
        ("type", ["", "duplicate"]),
        ("type", ["sample", "field duplicate"]),
        *((name, ["Ann", "Max"]) for name in ("observer", "team", "who", "operator", "sampled by")),
        ("lab", ["Eurofins", "ALS"]),
        ("Lab name", ["Lab A", "Lab B"]),
        *((name, ["windy", "dry"]) for name in ("notes", "Comment", "Bemerkung")),
        ("date", ["2024-05-01", "2024-05-02"]),
        ("Probenahme", ["01.05.2024", "02.05.2024"]),
        ("month", ["may", "june"]),
        ("x9", ["spring", "autumn"]),
        ("sample_id", ["zn1", "pb1"]),
        ("status", ["told", "observed"]),
        ("soil", ["clay", "clay"]),  # of the site
        *(("x9", cells) for cells in (["0", "1"], ["4", "5"], ["01", "02"], ["1.0", "2.0"])),
        *(("Probenahme", cells) for cells in (["20240501", "20240603"], ["2022", "2024"])),
        *(("Probenahme", cells) for cells in (["5/1/2024", "5/13/2024"], ["1.5.24", "12.5.24"])),
        ("Probenahme", ["2024-05-01T10:00:00Z", "2024-05-02 9:30"]),
        ("Probenahme", ["01.05.2024 10 Uhr", "02.05.2024 (Wdh.)"]),
        *((name, ["10", "30"]) for name in ("minutes", "elapsed (s)", "Stunde", "doy", "jour")),
        *((name, ["4711", "4799"]) for name in ("meter", "serial", "Lab no", "observer")),
    ],
)
def test_readings_of_the_same_are_taken(take, head, cells):
    assert take(every_site(head, *cells), "value") == 6


@pytest.mark.parametrize(
    "text",
    [
        "site,key,value | A1,oak,5 | A2,birch,5 | A3,oak,6",  # one row a site: of the site
        "site,date,weather,value | A1,mon,sun,5 | A1,tue,rain,6 | A2,mon,sun,5 | A2,tue,rain,6",
        "site,photo,value | A1,i7.jpg,5 | A1,i9.jpg,6 | A2,j1.jpg,5 | A2,k4.jpg,6",
        "site,date,depth,value | A1,mon,1.2,5 | A1,tue,1.3,6",  # the tide
        "site,agg,value | A1,mean,5 | A2,mean,5 | A2,mean,6",
        "site,pH,value | A1,6.5,5 | A1,6.6,5 | A2,6.6,5 | A2,7.1,6 | A3,6.5,6 | A3,6.9,7",
        "site,cover,value | A1,40,5 | A1,80,5 | A2,20,5 | A2,40,6 | A3,80,6 | A3,80,7",
        "site,cover,value | A1,40,5 | A1,80,5 | A2,40,6 | A2,80,7",  # by chance
        "site,found,value | A1,,5 | A1,,5 | A2,moss,5 | A2,,6 | A3,,6 | A3,,7",
    ],
)
def test_what_tells_of_the_place_or_the_day_is_passed_over(take, text):
    assert take(text, "value") == text.count(" | ")
