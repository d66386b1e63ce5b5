"""A second report on the same samples: refused where it contradicts, told where it may."""

from __future__ import annotations

import pytest

import cheapbandits as cb

HEAD = "sample_id,site,date,value"
FIRST = (HEAD, "L1,A1,2024-05-01,3.5", "L2,A2,2024-05-01,4.5")


@pytest.mark.parametrize(
    ("head", "row"),
    [
        (HEAD, "L1,A1,2024-05-01,33.5"),
        (HEAD, "L1,A1,1/5/2024,33.5"),  # written otherwise
        ("sample_id,site,value", "L1,A1,33.5"),  # says less
        ("sample_id,site,date,value,by", "L1,A1,2024-05-01,33.5,Ann"),  # says more
        ("Sample ID,site,date,value", "L1,A1,2024-05-01,33.5"),
        ("SampleID,site,SampleDate,value", "L1,A1,2024-05-01,33.5"),
    ],
)
def test_another_value_of_a_sample_is_refused(load, head, row):
    assert load(*FIRST).new == 2
    said = r"r.csv: line 3: sample 'L1' of 'A1' has the reading 33.5 here, and 3.5 in observation 1"
    other = "L3,A3" + ",2024-05-02" * ("date" in head.lower()) + ",9" + ",Ann" * head.endswith("by")
    with pytest.raises(cb.ParameterError, match=said) as refused:
        load(head, other, row)
    assert f"campaign correct {load.campaign.name} 1 33.5 --observation" in str(refused.value)
    assert "--again" in str(refused.value)
    assert load.campaign.status().observed == 2  # all or none
    assert load(head, row, again=True).new == 1


def test_how_many_contradict_is_said(load):
    assert load(*FIRST).new == 2
    with pytest.raises(cb.ParameterError, match=r"line 2: .*'L1'.* \(1 more like it\)"):
        load(HEAD, "L1,A1,2024-05-01,3.6", "L2,A2,2024-05-01,4.6")


def test_a_corrected_reading_is_met_by_either_value(load):
    assert load(*FIRST).new == 2
    load.campaign.correct(1, 33.5, observation=True)
    second = (HEAD, "L1,A1,2024-05-01,33.5", "L2,A2,2024-05-01,4.5", "L3,A3,2024-05-02,9")
    done = load(*second)
    assert (done.new, done.known, done.notes) == (1, 2, ())
    assert load(*FIRST).new == load(*second).new == 0
    load.campaign.annul(1, observation=True)
    assert load(HEAD, "L1,A1,2024-05-01,7").new == 1  # nothing is there that contradicts it


@pytest.mark.parametrize(
    ("head", "first", "second"),
    [
        (HEAD, "S1,A1,2024-05-01,3", "S1,A1,2024-06-01,4"),  # the same name each month
        (HEAD, "S1,A1,2024-05-01,3", "S1,A1,3/6/2024,4"),
        (HEAD, "S1,A1,2024-05-01,3", "S2,A1,2024-05-01,4"),  # two samples of a day
        (HEAD, "S1,A1,2024-05-01,3", "S1,A2,2024-05-01,4"),  # numbered site by site
        ("sample,value", "A1,3", "A1,4"),  # the names of the sites
        ("site,sample,replicate,value", "A1,S1,1,3", "A1,S1,2,4"),
        ("site,datetime,value", "A1,2024-05-01 10:00,3", "A1,2024-05-01 10:05,4"),
        ("site,date,time,value", "A1,2024-05-01,10:00,3", "A1,2024-05-01,11:00,4"),
        ("site,date,team,value", "A1,2024-05-01,red,3", "A1,2024-05-01,blue,4"),
        ("site,year,value", "A1,2024,3", "A1,2024,4"),
        ("sample,value", "A1;A2,3", "A1;A2,4"),
        ("site,value", "A1,3", "A1,4"),
    ],
)
def test_other_samples_times_and_replicates_are_new_readings(load, head, first, second):
    assert load(head, first).new == 1
    done = load(head, first, second)
    assert (done.new, done.known, done.notes) == (1, 1, ())
    assert load(head, second).new == 0


def test_another_value_of_a_place_and_day_is_told(load):
    head = "site,date,value"
    rows = ["A1,2024-05-01,3", "A1,2024-05-01,3.1", "A2,2024-05-01,5", "A3,2024-05-01,6"]
    assert load(head, *rows).notes == ()  # twice within one file: both were meant
    assert load(head, *rows, "A1,2024-05-01,3.2", "A2,2024-05-02,7").notes == ()  # grown
    done = load(head, *rows[:2], "A2,2024/05/01,5.5", "A3,2024-05-01 00:00,6", "A4,2024-05-01,1")
    assert done.new == 2
    (note,) = done.notes
    assert note.startswith("1 of the 2 new readings have the place and date, or record, of stored")
    assert f"campaign annul {load.campaign.name} NUMBER --observation" in note


def test_what_a_spreadsheet_makes_of_a_number_is_the_same(load):
    assert load(HEAD, "L1,A1,2024-05-01,33.5").new == 1
    assert load(HEAD, "L1,A1,2024-05-01,33.500000000000004").known == 1


@pytest.mark.parametrize("head", ["depth", "Depth (cm)", "sample_depth_cm"])
def test_another_depth_of_a_site_is_told(load, head):
    head = f"site,date,value,{head}"
    assert load(head, "A1,2024-05-01,3,10", "A2,2024-05-01,4,20").notes == ()
    assert load(head, "A1,2024-06-01,3.3,10.0", "A3,2024-06-01,4,30").notes == ()
    done = load(head, "A1,2024-05-01,5,20", "A2,2024-06-01,6,20")
    (note,) = done.notes
    assert (done.new, note.startswith("1 of the new readings are of another depth ('20')")) == (
        2,
        True,
    )


@pytest.mark.parametrize(
    ("head", "first", "second", "told"),
    [
        ("Tiefe", "10", "60", "60"),
        ("Profundidad (cm)", "10", "60", "60"),
        ("Tiefe", "0-10 cm", "30-60 cm", "30-60"),
        ("Horizont", "Ah", "Bv", "bv"),
        ("upper_depth,lower_depth", "0,10", "30,60", "30-60"),
        ("top_cm,bottom_cm", "0,10", "30,60", "30-60"),
        ("Top (cm),Bottom (cm)", "0,10", "30,60", "30-60"),
        ("von,bis", "0,10", "30,60", "30-60"),
        ("depth_min,depth_max", "0,10", "30,60", "30-60"),
    ],
)
def test_another_depth_is_told_in_any_words(load, head, first, second, told):
    head = f"site,value,{head}"
    rows = [f"A{k},{k}.5" for k in range(4)]
    assert load(head, *(f"{row},{first}" for row in rows), column="value").notes == ()
    assert load(head, *(f"{row}1,{first}" for row in rows), column="value").notes == ()
    done = load(head, *(f"{row},{second}" for row in rows), column="value")
    (note,) = done.notes  # equal values of another depth are others
    assert (done.new, done.known) == (4, 0)
    assert note.startswith(f"4 of the new readings are of another depth ('{told}') than those")
    assert load(head, *(f"{row},{second}" for row in rows), column="value").known == 4


@pytest.mark.parametrize("head", ["lower,upper", "lower_ci,upper_ci", "top,rank", "min,max"])
def test_bounds_of_a_value_are_no_depths(load, head):
    assert load(f"site,value,{head}", "A1,3,2,4", "A2,4,3,5", column="value").new == 2
    done = load(f"site,value,{head}", "A1,3,1,5", "A2,4,2,6", column="value")
    assert (done.known, done.notes) == (2, ())


def test_another_value_of_a_record_is_told(load):
    head = "_uuid,site,zinc"
    assert load(head, "u1,A1,3", "u2,A2,4", column="zinc").notes == ()
    assert load(head, "u3,A1,3", "u4,A2,4", column="zinc").new == 2  # two more forms
    done = load(head, "u1,A1,3.5", "u2,A2,4", "u5,A2,5", column="zinc")
    (note,) = done.notes
    assert (done.new, done.known, note[:5]) == (2, 1, "1 of ")
    assert "or record, of stored ones" in note
    assert "strike the older ones, observations 1 (cheapbandits campaign annul" in note


def test_a_sample_that_is_stored_elsewhere_is_told(load):
    assert load(*FIRST).new == 2
    (note,) = load(HEAD, "L1,A3,2024-05-01,3.5", "L2,A2,2024-05-01,4.5", "L9,A4,,1").notes
    assert note.startswith("1 of the samples are stored at other sites, such as 'L1':")
    assert load(HEAD, "L2,A5,2024-06-01,4.5").notes == ()  # another day's


def test_lead_is_no_revision_of_zinc(load):
    assert load("site,sample_id,zinc,lead", "A1,L1,3,4", column="zinc").new == 1
    (note,) = load("site,sample_id,zinc,lead", "A1,L1,3,4", column="lead").notes
    assert "were called 'zinc' before, and are called 'lead' now" in note


def test_a_sample_with_its_value_under_another_date_is_told(load):
    head = "node,date,sample_id,zn"
    rows = [f"A{k},2024-03-01,L{k},{v}" for k, v in enumerate((12.4, 9.8, 22.7, 31.2))]
    assert load(head, *rows, column="zn").notes == ()
    done = load(head, *rows[:2], "A2,2024-03-11,L2,22.7", rows[3], column="zn")
    (note,) = done.notes
    assert (done.new, done.known) == (1, 3)
    assert note.startswith(
        "1 of the new readings have the place, sample and value of stored ones, and another date: "
        "if their dates were corrected, strike the older ones, observations 3 (cheapbandits"
    )
    # Other samples, names of sites, and other values are readings of their own.
    assert load(head, "A3,2024-03-12,L9,31.2", column="zn").notes == ()
    assert load(head, "A0,2024-04-01,A0,12.4", column="zn").notes == ()
    assert load(head, "A0,2024-04-02,A0,12.4", column="zn").notes == ()
    assert load(head, "A1,2024-04-02,L1,10.1", column="zn").notes == ()
