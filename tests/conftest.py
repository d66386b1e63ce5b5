"""What all tests share: a PostgreSQL server for each test process, and how tests are collected."""

import gc
import importlib

import pytest

from tests.order import slow_first
from tests.services import postgres_server, postgres_url  # noqa: F401


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Look for garbage only in what the tests make.

    Modules and collected tests stay to the end, a million objects: looking through them again and
    again took a third of the collection, and each child of a fork got its own copy of them.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Begin with what takes longest, where several processes share the tests."""
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        items[:] = slow_first(items, workers)


@pytest.fixture
def no_garbage():
    """Collect garbage before, and none meanwhile.

    What is nested without end is read down to the limit of recursion, where the finalizers of what
    earlier tests left could not run: their failure would be this test's.
    """
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def few_learned(monkeypatch):
    """Let policies learn from eight readings at most, so that a test need not make 600."""
    rooms = ("belief.learned.evidence", "policies.sure")
    # One that is imported meanwhile would keep the eight for good.
    for room in (*rooms, "service.page.believed"):
        importlib.import_module(f"cheapbandits.{room}")
    for room in rooms:
        monkeypatch.setattr(f"cheapbandits.{room}.MOST_READINGS", 8)
    monkeypatch.setattr("cheapbandits.campaign.readings._FEW", 0)
