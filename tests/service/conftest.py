"""One server a module, in a thread; tests that stop, kill or configure one start their own."""

import pytest

from cheapbandits.service import jobs, uploads
from tests.cli.warm import warm_python
from tests.service.served import Here, Served


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    here = Here(tmp_path_factory.mktemp("served") / "campaigns.db")
    yield here
    here.stop()


@pytest.fixture(autouse=True)
def begun_at_once(request, monkeypatch):
    """Let what the shared server starts begin at once; the others start a whole Python."""
    if "server" in request.fixturenames:
        for part in (jobs, uploads):
            monkeypatch.setattr(part, "our_python", warm_python)


@pytest.fixture
def here(tmp_path):
    """Start servers of other limits or tokens in threads of this process."""
    started = []

    def start(**more):
        started.append(Here(tmp_path / "campaigns.db", **more))
        return started[-1]

    yield start
    for one in started:
        one.stop()


@pytest.fixture
def serve(tmp_path):
    """Start servers in processes of their own, which end with the test whatever happens."""
    started = []

    def start(*options, **more):
        started.append(Served(tmp_path / "campaigns.db", *options, **more))
        return started[-1]

    yield start
    for served in started:
        if served.process.poll() is None:
            served.process.kill()
        served.process.communicate()
