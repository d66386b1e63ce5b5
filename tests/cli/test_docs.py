"""The page for new users is run as it stands, and the list of options is the real one."""

import json
import os
import re
import subprocess
from pathlib import Path

import cheapbandits as cb
from tests.cli.conftest import Terminal
from tests.cli.make_cli_docs import TARGET, cli_docs
from tests.cli.warm import warm

#: California and Imperial County are among them.
FIRST = 250
PAGE = Path(__file__).parents[2] / "docs" / "campaigns.md"


def test_the_campaign_of_the_page_runs_in_a_shell(tmp_path):
    """From the first ask to the map, with a kill -9 on the way; the commands begin at once.

    On the first of the counties: with all 3,215 the belief behind the map takes seconds to set up.
    """
    whole = cb.load_dataset("us_counties").graph
    names, places = whole.names[:FIRST], whole.coordinates[:FIRST]
    part = cb.Graph(whole.weights[:FIRST, :FIRST], names=names, coordinates=places)
    cb.write_graph(part, tmp_path / "part.npz")
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.M)
    script = "\n".join(blocks)
    assert script.count(" us_counties ") == 1
    # The picture is test_map's.
    lines = script.replace(" us_counties ", " part.npz ").splitlines()
    lines = [line for line in lines if "campaign map" not in line]
    terminal = Terminal(tmp_path, tmp_path / "counties.db")
    done = subprocess.run(
        ["bash", "-e"],
        input="\n".join(lines),
        text=True,
        env=terminal.env | {"PATH": f"{warm()}{os.pathsep}{terminal.env['PATH']}"},
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    status = terminal.json("status", "jobs")
    assert (status["state"], status["told"] >= 7) == ("finished", True)
    assert status["spent"] <= 8
    features = json.loads((tmp_path / "map.geojson").read_text(encoding="utf-8"))["features"]
    assert len(features) == FIRST
    assert features[0]["properties"]["name"] == "Autauga County, Alabama"
    events = terminal.json("history", "jobs", "--events")["events"]
    assert [e["who"] for e in events if e["ask"] == 2 and e["kind"] == "tell"] == ["team B"]


def test_the_list_of_options_is_up_to_date():
    page = TARGET.read_text(encoding="utf-8")
    assert page == cli_docs(), "run python -m tests.cli.make_cli_docs"
