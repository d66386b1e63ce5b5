"""Requests that do not fit are refused before starting, with the estimate."""

import subprocess
import sys
import textwrap

import pytest

import cheapbandits as cb
from cheapbandits.engines.memory import check_memory, memory_limit

#: A million nodes and a half, in a process that may use 1 GiB.
IN_A_SMALL_PROCESS = textwrap.dedent("""
    import resource
    import cheapbandits as cb
    graph = cb.Graph.from_edges([(0, 1)], n_nodes=1_500_000)
    resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
    try:
        cb.SpectralUCB(graph, horizon=5)
    except cb.CapacityError as error:
        print(error)
""")


def test_the_limit_is_plausible():
    assert 2**28 < memory_limit() < 2**46


def test_too_much_is_refused_with_the_estimate():
    with pytest.raises(cb.CapacityError, match=r"all of it needs about 931\.3 GiB .* use less"):
        check_memory(1e12, "all of it", "use less")
    check_memory(1e6, "a little")


def test_a_process_limit_is_kept_to():
    command = [sys.executable, "-c", IN_A_SMALL_PROCESS]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "1,500,000 nodes needs about" in done.stdout
    assert "allows 1.0 GiB" in done.stdout
