"""Fixtures that all tests share: one PostgreSQL server for each test process that needs it."""

import gc

import pytest

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
