"""One server a module; tests that stop, kill or configure one start their own."""

import pytest

from tests.service.served import Served


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    served = Served(tmp_path_factory.mktemp("served") / "campaigns.db")
    yield served
    status, _, err = served.stop()
    assert "Traceback" not in err, err
    assert status == 0


@pytest.fixture
def serve(tmp_path):
    """Start servers that are stopped at the end, whatever happens."""
    started = []

    def start(*options, **more):
        started.append(Served(tmp_path / "campaigns.db", *options, **more))
        return started[-1]

    yield start
    for served in started:
        if served.process.poll() is None:
            served.process.kill()
        served.process.communicate()
