"""A child forked while another thread works goes on by itself; each in a process of its own."""

import os
import sys

import pytest

from tests.forked import FORKED

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")

START = """
import os, sys, threading, warnings
import numpy as np
import cheapbandits as cb
warnings.simplefilter("ignore", DeprecationWarning)  # forking beside threads is the point
inside, leave = threading.Event(), threading.Event()

def slowly(make):
    '''Return a function that says when it is half-way, and waits there.'''
    def wrapped(*given, **more):
        if threading.current_thread().name == "busy":
            inside.set()
            leave.wait()
        return make(*given, **more)
    return wrapped

def fork_beside(work, then):
    '''Fork while another thread is in the middle of its work; the child does something too.'''
    thread = threading.Thread(target=work, name="busy")
    thread.start()
    assert inside.wait(20)
    child = os.fork()
    if child == 0:
        try:
            then()
            os._exit(0)
        except BaseException:
            sys.excepthook(*sys.exc_info())
            os._exit(1)
    status = os.waitpid(child, 0)[1]
    leave.set()
    thread.join()
    assert status == 0, status
"""

CAMPAIGN = """
campaign = cb.Campaign.create("walk", cb.grid(5, 5), db=sys.argv[1], policy="CheapUCB")
campaign.tell(campaign.ask()[0], 0.5)
cb.CheapUCB.choose = slowly(cb.CheapUCB.choose)

def then():
    (ask,) = campaign.ask()
    campaign.tell(ask, 0.25)
    assert len(campaign.history()) == 2
    campaign.assess()

fork_beside(campaign.ask, then)
assert campaign.status().told == 2
assert cb.Campaign.open("walk", db=sys.argv[1]).history() == campaign.history()
"""

KEPT = """
graph = cb.grid(5, 5)
fork_beside(
    lambda: graph.keep("thing", slowly(lambda: 1)), lambda: graph.keep("thing", lambda: 2)
)
assert graph.keep("thing", lambda: 3) == 1
"""

ENGINE = """
from cheapbandits import engines
graph = cb.grid(5, 5)
engines.choice.ENGINES["dense"] = slowly(engines.choice.ENGINES["dense"])
fork_beside(
    lambda: engines.choose(graph, 0.01), lambda: engines.choose(graph, 0.01).column(((3,), None))
)
"""

FAMILY = """
from cheapbandits.probes import Hops
family = Hops(cb.grid(5, 5))
family._grow = slowly(family._grow)
fork_beside(lambda: family.at(3), lambda: family.at(4).group(0))
"""

REGISTRY = """
from cheapbandits.policies import registry
def hold():
    with registry._lock:
        slowly(lambda: None)()
fork_beside(hold, lambda: cb.policies.policy_names())
"""

ROWS = """
import scipy.sparse as sp
from cheapbandits.engines import rows
rows.LEAST_ENTRIES, rows.n_cores = 10, lambda: 3
matrix = rows.Rows(sp.csr_array(np.ones((30, 30))))
matrix @ np.ones(30)  # starts the threads
def then():
    assert (matrix @ np.ones(30) == 30).all()
fork_beside(slowly(lambda: None), then)
"""

OWN = """
from cheapbandits.locks import fork_safe_lock
lock = fork_safe_lock()
def then():
    assert lock._is_owned()  # what the forking thread holds stays its own
with lock:
    fork_beside(slowly(lambda: None), then)
"""


def carry_out(work, db, said):
    """Be a program with a session and streams of its own."""
    os.setsid()
    os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT), 2)
    sys.argv, sys.stderr = ["program", db], open(2, "w", closefd=False)  # noqa: SIM115
    exec(START + work, {"__name__": "program"})  # noqa: S102


@pytest.mark.parametrize("work", [CAMPAIGN, KEPT, ENGINE, FAMILY, REGISTRY, ROWS, OWN])
def test_a_forked_child_waits_for_no_thread_of_its_parent(work, tmp_path):
    said = tmp_path / "said"
    program = FORKED.Process(target=carry_out, args=(work, str(tmp_path / "campaigns.db"), said))
    program.start()
    program.join(60)
    if program.exitcode is None:
        os.killpg(program.pid, 9)
        program.join()
        pytest.fail("the child waits for ever")
    assert program.exitcode == 0, said.read_text()
