"""The order of the tests: all of them, each once, and every worker begins with slow ones."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.order import SLOW, slow_first


def made(slow, quick):
    names = [f"{module}::t{i}" for modules in SLOW for module in modules for i in range(slow)]
    names += [f"tests/quick.py::t{i}" for i in range(quick)]
    return [SimpleNamespace(nodeid=name) for name in sorted(names)]


def test_the_modules_are_there():
    root = Path(__file__).parents[1]
    named = [module for modules in SLOW for module in modules]
    assert [module for module in named if not (root / module).is_file()] == []
    assert len(named) == len(set(named))


@pytest.mark.parametrize("workers", [2, 3, 5])
@pytest.mark.parametrize(("slow", "quick"), [(3, 200), (3, 2), (0, 7), (1, 0)])
def test_every_test_is_run_once(workers, slow, quick):
    items = made(slow, quick)
    ordered = slow_first(items, workers)
    assert sorted(item.nodeid for item in ordered) == [item.nodeid for item in items]


def test_modules_that_share_something_stand_together():
    modules = [item.nodeid.partition("::")[0] for item in slow_first(made(3, 200), 4)]
    joined = ",".join(modules)
    for together in SLOW:
        assert ",".join(module for module in together for _ in range(3)) in joined


def test_each_part_begins_slow_and_ends_quick():
    ordered = slow_first(made(slow=3, quick=201), 3)
    third = len(ordered) // 3
    for part in (ordered[:third], ordered[third : 2 * third], ordered[2 * third :]):
        quick = [item.nodeid.startswith("tests/quick") for item in part]
        assert quick == sorted(quick)
        assert 0 < sum(quick) < len(quick)
