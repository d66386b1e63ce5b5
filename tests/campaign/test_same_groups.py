"""A group is its nodes and their shares, in whatever order and however the shares are written."""

from __future__ import annotations

import pytest

import cheapbandits as cb

PLAIN, WEIGHED = "nodes,reading", "nodes,weights,reading"


@pytest.mark.parametrize(
    ("head", "row"),
    [
        (PLAIN, "A2;A1;A3,12.57"),
        (WEIGHED, "A1;A2;A3,0.3333333333333333;0.3333333333333333;0.3333333333333333,12.57"),
        (WEIGHED, "A5;A3;A1;A2,0;0.33333333333;0.33333333333;0.33333333334,12.57"),
        ("nodes,date,reading", "A3;A2;A1,,12.57"),
    ],
)
def test_a_group_is_known_in_any_order(load, head, row):
    assert load(PLAIN, "A1;A2;A3,12.57").new == 1
    done = load(head, row)
    assert (done.new, done.known, done.notes) == (0, 1, ())
    assert load(head, row, again=True).new == 1


@pytest.mark.parametrize("turn", [1, -1])
def test_shares_go_with_their_nodes(load, turn):
    assert load(WEIGHED, "A1;A2,0.25;0.75,12.57").new == 1
    assert load(WEIGHED, "A2;A1,0.75;0.25,12.57").known == 1
    assert load(WEIGHED, "A2;A1,0.25;0.75,12.57").new == 1
    assert load(PLAIN, ";".join(["A1", "A2"][::turn]) + ",12.57").new == 1


def test_a_revised_group_is_refused_in_any_order(load):
    assert load("nodes,sample_id,reading", "A1;A2,L1,12.57").new == 1
    with pytest.raises(cb.ParameterError, match=r"'L1' .* 99.57 here, and 12.57 in observation"):
        load("nodes,sample_id,reading", "A2;A1,L1,99.57")


def test_groups_of_one_file_are_counted_as_they_stand(load):
    rows = ["A1;A2,12.57", "A2;A1,12.57"]
    assert load(PLAIN, *rows).new == 2
    assert load(PLAIN, *rows[::-1]).known == 2
    assert load(PLAIN, rows[0], rows[0]).known == 2


def test_another_unit_is_told_of_groups_in_any_order(load):
    values = [1.1, 0.9, 1.3, 2.4, 0.7]
    assert load(PLAIN, *(f"A{k};A{k + 1},{x}" for k, x in enumerate(values))).notes == ()
    (note,) = load(PLAIN, *(f"A{k + 1};A{k},{1000 * x}" for k, x in enumerate(values))).notes
    assert "about 1,000 times as large" in note
