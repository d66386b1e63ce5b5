"""Which nodes a text means: names first, an index only where it cannot be a name's slip."""

import re

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign.importing import read_import
from cheapbandits.campaign.nodes import parse_nodes
from cheapbandits.fields.value_file import read_values


def path(names=None, n=4):
    return cb.Graph.from_edges([(k, k + 1) for k in range(n - 1)], names=names)


def test_without_names_a_number_is_an_index():
    assert parse_nodes("2; 0", path()) == (2, 0)
    assert parse_nodes("#2;3", path()) == (2, 3)


def test_with_names_a_number_is_a_name_and_never_an_index():
    named = path(["1", "2", "3", "4"])
    assert parse_nodes("1;4", named) == (0, 3)
    with pytest.raises(cb.ParameterError, match=r"no node is named '0'.*index.*'#0'"):
        parse_nodes("0", named)
    assert parse_nodes("#0", named) == (0,)


def test_a_name_comes_before_the_mark_of_an_index():
    named = path(["a", "b", "c", "#0"])
    assert parse_nodes("#0", named) == (3,)
    with pytest.raises(cb.CheapBanditsError, match="no node is named '#1'"):
        parse_nodes("#1;#0", named)  # where one is called so, all of these are names


@pytest.mark.parametrize("text", ["#4", "4", "#99999999999999999999999"])
def test_an_index_has_to_be_in_the_graph(text):
    with pytest.raises(cb.ParameterError, match="0 to 3"):
        parse_nodes(text, path())


@pytest.mark.parametrize("text", ["", ";", "1;", "#", "#-1", "#٣", "-1", "Atlantis"])
def test_what_names_no_node(text):
    with pytest.raises(cb.CheapBanditsError, match="no node is named"):
        parse_nodes(text, path())


def test_a_semicolon_in_a_name_is_part_of_it():
    named = path(["Oak;5", "Elm", "a;b;c", "d"])
    assert parse_nodes("Oak;5", named) == (0,)
    assert parse_nodes("Elm; Oak;5 ;d", named) == (1, 0, 3)
    assert parse_nodes("a;b;c;Elm", named) == (2, 1)


def test_what_can_be_read_in_two_ways_is_refused():
    named = path(["a;b", "a", "b", "c"])
    with pytest.raises(cb.ParameterError, match="two ways"):
        parse_nodes("a;b", named)
    with pytest.raises(cb.ParameterError, match="two ways"):
        parse_nodes("c;a;b", named)
    assert parse_nodes("b;a", named) == (2, 1)


def test_only_blanks_and_tabs_are_taken_off():
    named = path(["\u00a0x", "x", " y", "z\u3000"])
    assert parse_nodes("\u00a0x", named) == (0,)
    assert parse_nodes(" x\t", named) == (1,)
    assert parse_nodes(" y", named) == (2,)
    assert parse_nodes("z\u3000; x", named) == (3, 1)


def test_a_long_group_of_long_names_is_read_in_its_length():
    names = [f"{k};x" for k in range(2000)]
    assert parse_nodes(";".join(names), path(names, 2000)) == tuple(np.arange(2000).tolist())


def test_lost_zeros_are_told_and_no_index_is_advised():
    names = [f"{k:03d}" for k in range(1, 13)]
    graph = cb.Graph.from_edges([(k, k + 1) for k in range(11)], names=names)
    with pytest.raises(cb.ParameterError, match=r"did you mean '001'.*as text") as caught:
        parse_nodes("1", graph)
    assert "#1" not in str(caught.value)
    with pytest.raises(cb.ParameterError, match="an index is written '#99'"):
        parse_nodes("99", graph)
    bare = cb.Graph.from_edges([(0, 1)], names=["7", "8"])
    with pytest.raises(cb.ParameterError, match="did you mean '7', without the zeros"):
        parse_nodes("007", bare)


@pytest.mark.parametrize("behind", [".0", ",0", ".", ".00"])
def test_a_point_behind_names_is_told_and_no_index_is_advised(behind, tmp_path):
    names = [f"{k}{behind}" for k in range(1, 7)]
    graph = cb.Graph.from_edges([(k, k + 1) for k in range(5)], names=names)
    said = f"no node is named '2'; did you mean '2{re.escape(behind)}'"
    file = tmp_path / "r.csv"
    file.write_text("site,value\n2,5\n3,6\n")
    for read in (
        lambda: parse_nodes("2", graph),
        lambda: read_import(file, graph),
        lambda: read_import(file, graph, column="value"),
        lambda: read_values(file, graph),
    ):
        with pytest.raises(cb.CheapBanditsError, match=said) as caught:
            read()
        assert "#2" not in str(caught.value)
