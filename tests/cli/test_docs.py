"""The page for new users is run as it stands, and the list of options is the real one."""

import json
import re
import subprocess
from pathlib import Path

from tests.cli.conftest import Terminal
from tests.cli.make_cli_docs import TARGET, cli_docs

PAGE = Path(__file__).parents[2] / "docs" / "campaigns.md"


def test_the_campaign_of_the_page_runs_in_a_shell(tmp_path):
    """From the first ask to the map, on the shipped counties, with a kill -9 on the way."""
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.M)
    # The picture is test_map's; on 3,215 nodes the belief behind it takes seconds to set up.
    lines = [line for line in "\n".join(blocks).splitlines() if "campaign map" not in line]
    terminal = Terminal(tmp_path, tmp_path / "counties.db")
    done = subprocess.run(
        ["bash", "-e"],
        input="\n".join(lines),
        text=True,
        env=terminal.env,
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
    assert len(features) == 3215
    assert features[0]["properties"]["name"] == "Autauga County, Alabama"
    events = terminal.json("history", "jobs", "--events")["events"]
    assert [e["who"] for e in events if e["ask"] == 2 and e["kind"] == "tell"] == ["team B"]


def test_the_list_of_options_is_up_to_date():
    page = TARGET.read_text(encoding="utf-8")
    assert page == cli_docs(), "run python -m tests.cli.make_cli_docs"
