"""The effective dimension, found by another process meanwhile."""

from __future__ import annotations

import sys

import pytest

from cheapbandits.graphs import grid
from cheapbandits.spectrum import beside, dimension, dimension_bounds

TERMS = {"horizon": 100.0, "ridge": 0.01}


@pytest.fixture(autouse=True)
def _small_graphs_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "counts_apart", lambda _: True)
    monkeypatch.setattr(beside, "n_threads", lambda: 2)


def _refused(*_: object) -> tuple[int, int]:
    raise AssertionError("computed in this process")


@pytest.mark.parametrize("room", [True, False])
def test_the_other_process_finds_what_this_one_would(
    room: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beside, "has_room", lambda _: room)
    graph, again = grid(70, 70), grid(70, 70)
    with beside.dimension_beside(graph, **TERMS):
        pass
    with monkeypatch.context() as patch:
        patch.setattr(dimension, "_bounds", _refused)
        found = dimension_bounds(graph, **TERMS)
        patch.setattr(beside, "_start", _refused)  # what is known is not looked for again
        with beside.dimension_beside(graph, **TERMS):
            pass
    assert found == dimension_bounds(again, **TERMS)


@pytest.mark.parametrize("program", ["/bin/false", "/nowhere/python", ""])
def test_where_no_other_process_helps_this_one_computes(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    graph = grid(11, 11)
    for room in (True, False):
        monkeypatch.setattr(beside, "has_room", lambda _, room=room: room)
        with beside.dimension_beside(graph, **TERMS):
            pass
    assert dimension_bounds(graph, **TERMS) == dimension_bounds(grid(11, 11), **TERMS)


def test_an_error_in_the_block_ends_the_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    start = beside._process
    monkeypatch.setattr(beside, "_process", lambda file: started.append(start(file)) or started[0])

    def fail() -> None:
        with beside.dimension_beside(grid(40, 40), **TERMS):
            raise KeyError("somebody ended it")

    with pytest.raises(KeyError):
        fail()
    assert started[0].returncode is not None
