"""Campaigns as a user types them: real processes on a real database."""

import json
import shutil
import signal
import subprocess
import time

import pytest

from cheapbandits.campaign import Campaign
from cheapbandits.errors import ClosedError
from tests.campaign.test_golden import GOLDEN
from tests.cli.conftest import SCRIPTS, Terminal
from tests.cli.warm import warm
from tests.services import schema_url


def test_a_round_from_asking_to_finishing(walk):
    first = walk.json("ask", "walk")
    (ask,) = first["asks"]
    assert walk.json("ask", "walk")["asks"] == [ask]
    assert set(ask) == {
        *(
            "ask",
            "center",
            "place",
            "nodes",
            "names",
            "width",
            "cost",
            "weights",
            "lease",
            "assignee",
            "masked",
        )
    }
    assert first["stop"] == {"rule": "never", "met": False}
    event = walk.json("tell", "walk", ask["ask"], "-0.25", "--key", "k", "--who", "bob")
    assert (event["kind"], event["body"], event["who"]) == ("tell", {"reading": -0.25}, "bob")
    assert walk.json("tell", "walk", ask["ask"], "-0.25", "--key", "k") == event
    assert walk.json("observe", "walk", "3;4", "0.5")["body"]["nodes"] == [3, 4]
    assert walk.json("correct", "walk", 1, "0.1")["kind"] == "correct"
    assert walk.json("mask", "walk", "8", "9;10")["body"]["nodes"] == [8, 9, 10]
    walk.ok("unmask", "walk", "9")
    walk.ok("annul", "walk", 3, "--observation")
    rows = walk.json("history", "walk")["rows"]
    assert [(row["status"], row["reading"]) for row in rows] == [("told", 0.1), ("annulled", 0.5)]
    log = walk.json("history", "walk", "--events", "--last", 2)["events"]
    assert [event["kind"] for event in log] == ["unmask", "annul"]
    walk.ok("finish", "walk", "--reason", "found it")
    (row,) = walk.json("list")["campaigns"]
    assert (row["state"], row["told"], row["observed"], row["annulled"]) == ("finished", 1, 0, 1)
    assert "found it" in walk.refused(4, "ask", "walk")


def test_blanks_around_names_of_people_make_no_others(walk):
    """Seen: --for A and --for ' A ' were two teams that looked the same."""
    assert walk.json("mask", "walk", "0", "--who", " bob ")["who"] == "bob"
    teams = [walk.json("ask", "walk", "--for", name)["asks"] for name in ("A", " A ")]
    assert teams[0] == teams[1]
    assert "1 to 200 characters" in walk.refused(2, "ask", "walk", "--for", " ")
    said = walk.refused(2, "observe", "walk", "3", "0.5", "--key", "k ")
    assert "must not begin or end with a blank" in said


def test_teams_ask_for_groups_of_their_own(walk):
    (north,) = walk.json("ask", "walk", "--for", "north", "--key", "k")["asks"]
    (south,) = walk.json("ask", "walk", "--for", "south")["asks"]
    assert (north["ask"], south["ask"]) == (1, 2)
    assert north["assignee"] == "north"
    assert walk.json("ask", "walk", "--for", "north", "--key", "k")["asks"] == [north]
    assert walk.json("ask", "walk", "--for", "south")["asks"] == [south]
    assert "another request" in walk.refused(3, "ask", "walk", "--for", "south", "--key", "k")
    assert walk.json("status", "walk")["assigned"] == {"north": [1], "south": [2]}
    for shown in (walk.ok("status", "walk"), walk.ok("history", "walk"), walk.ok("ask", "walk")):
        assert "north" in shown
        assert "south" in shown
    assert "no --key" in walk.refused(2, "ask", "walk", "--watch", "--key", "x")


def test_a_team_watches_its_own(walk):
    walk.ok("ask", "walk", "--for", "north")
    done = walk.process("campaign", "watch", "walk", "--for", "south", input="2 0.5\n")
    assert done.returncode == 0, done
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == ["2", "3"]
    assert walk.json("status", "walk")["assigned"] == {"north": [1], "south": [3]}


def test_what_was_annulled_is_shown_apart(walk):
    walk.ok("ask", "walk", "-n", 2)
    walk.ok("tell", "walk", 1, "0.5")
    walk.ok("tell", "walk", 2, "0.5")
    spent = walk.json("status", "walk")["spent"]
    walk.ok("annul", "walk", 1)
    status = walk.json("status", "walk")
    assert (status["told"], status["annulled"]) == (1, 1)
    assert status["spent"] == pytest.approx(spent)
    assert "1 of 12, 1 annulled" in walk.ok("status", "walk")
    assert "1/12" in walk.ok("list")


def test_many_are_annulled_by_first_and_last(walk):
    for k in range(6):
        walk.ok("observe", "walk", k, 0.5)
    assert "3 readings no longer count: observations 1-2 5" in walk.ok(
        "annul", "walk", "1-2", 5, "--observation"
    )
    assert walk.json("status", "walk")["observed"] == 3
    events = walk.json("annul", "walk", "3-4", "--observation")["events"]
    assert [event["body"]["observation"] for event in events] == [3, 4]
    for wrong in ("4-3", "0", "a-7", "1-99999999999", "-3"):
        assert walk.refused(2, "annul", "walk", "--observation", "--", wrong)
    assert walk.json("status", "walk")["observed"] == 1


def test_a_campaign_of_an_older_version_is_counted_anew(tmp_path):
    shutil.copy(GOLDEN, tmp_path / "old.db")
    old = Terminal(tmp_path, tmp_path / "old.db")
    status = old.json("status", "golden")
    assert (status["told"], status["observed"], status["annulled"]) == (3, 1, 2)
    assert old.json("list")["campaigns"] == [status]
    assert "3 of 12, 1 observed, 2 annulled, 3 open" in old.ok("status", "golden")


def test_one_damaged_campaign_does_not_break_the_list(walk):
    import sqlite3

    walk.ok("new", "other", "g.npz")
    with sqlite3.connect(walk.folder / "campaigns.db") as db:
        db.execute("UPDATE cheapbandits_campaigns SET seal = 'x' WHERE name = 'walk'")
    db.close()
    done = walk.run("campaign", "list")
    assert done.returncode == 0
    assert "other" in done.stdout
    assert "damaged" in done.stdout
    assert "cheapbandits db backup" in done.stderr
    other, damaged = walk.json("list")["campaigns"]
    assert (other["name"], other["state"]) == ("other", "running")
    assert (damaged["name"], damaged["state"]) == ("walk", "damaged")
    assert "cheapbandits db backup" in damaged["problem"]
    check = walk.run("db", "check", "--json")
    assert check.returncode == 5
    assert json.loads(check.stdout)["campaigns"] == 2
    assert complete(walk, "campaign ask o").stdout.split() == ["other"]


def test_settings_of_the_policy_and_the_engine_that_was_settled(walk):
    assert walk.json("new", "plain", "g.npz")["spec"]["engine"] == "dense"
    own = ("--policy", "CheapUCB", "--engine", "dissection", "--set", "delta=0.01")
    spec = walk.json("new", "own", "g.npz", *own, "--seed", 7)["spec"]
    assert (spec["engine"], spec["parameters"]["delta"], spec["seed"]) == ("dissection", 0.01, 7)
    assert len(walk.json("ask", "own", "-n", 2)["asks"]) == 2
    assert "NAME=VALUE" in walk.refused(2, "new", "bad", "g.npz", "--set", "delta")
    assert "faces" in walk.refused(2, "new", "bad", "g.npz", "--set", "faces=6")
    assert "steam" in walk.refused(2, "new", "bad", "g.npz", "--engine", "steam")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--ridge", 1, "--set", "ridge=2"], "by --ridge and by --set ridge"),
        (["--delta", 0.1, "--set", "delta=0.1"], "by --delta and by --set delta"),
        (["--noise", 0.1, "--set", "noise=0.3"], "by --noise and by --set noise"),
        (["--low", 0, "--high", 9, "--set", "scale=3"], "by --low and --high and by --set scale"),
        (["--center", 4, "--set", "center=3"], "by --center and by --set center"),
        (["--set", "delta=0.1", "--set", "delta = 0.2"], "by --set delta and by --set delta"),
        (["--noise", 0.5, "--set", "scale=10"], "write --scale"),
    ],
)
def test_a_setting_by_two_roads_is_refused(walk, words, named):
    """Before, the later road won without a word (and the noise was taken as a share of 1)."""
    said = walk.refused(2, "new", "bad", "g.npz", "--policy", "CheapUCB", *words)
    assert named in " ".join(said.split())


def test_people_see_tables(walk):
    assert "measure the average of" in walk.ok("ask", "walk", "--lease", 600)
    assert "0.42 recorded" in walk.ok("tell", "walk", 1, "0.42")
    assert "1 of 12" in walk.ok("status", "walk")
    assessed = walk.ok("status", "walk", "--assess")
    for word in ("interval", "nine times in ten", "loses", "cannot tell", "to cost", "never"):
        assert word in assessed
    assert "told" in walk.ok("history", "walk")
    assert "ann" in walk.ok("history", "walk", "--events")
    assert "1/12" in walk.ok("list")


def test_conflicts_show_what_is_stored(walk):
    walk.ok("ask", "walk", "-n", 2)
    walk.ok("tell", "walk", 1, "0.25", "--key", "k")
    assert "0.25" in walk.refused(3, "tell", "walk", 1, "0.5")
    assert "0.25" in walk.refused(3, "tell", "walk", 2, "0.5", "--key", "k")
    done = walk.run("campaign", "tell", "walk", 1, "0.5", "--json")
    error = json.loads(done.stdout)["error"]
    assert (done.returncode, error["code"], error["kind"]) == (3, 3, "AlreadyToldError")
    assert error["stored"]["body"] == {"reading": 0.25}
    assert "walk" in walk.refused(3, "new", "walk", "g.npz")


def test_mistakes_end_with_status_2_and_store_nothing(walk):
    walk.ok("ask", "walk")
    for arguments, word in [
        (["tell", "walk", 1, "nan"], "finite"),
        (["tell", "walk", 1, "half"], "valid number"),
        (["tell", "walk", 9, "0.5"], "no ask 9"),
        (["tell", "walk", 10**30, "0.5"], "Invalid value"),
        (["ask", "run"], "run"),
        (["ask", "walk", "--lease", "nan"], "seconds"),
        (["mask", "walk", "Atlantis"], "Atlantis"),
        (["cancel", "walk", 7], "not open"),
        (["export", "walk", "--out", "table.xls"], "csv"),
        (["export", "walk", "--out", "nowhere/t.csv"], "nowhere"),
        (["new", "other", "g.npz", "--stop", "soon"], "soon"),
        (["new", "other", "g.npz", "--cost", "1:x"], "1:x"),
        (["import", "walk", "nowhere.csv"], "nowhere.csv"),
        (["drill", "walk", "--field", "nowhere"], "nowhere"),
    ]:
        assert word in walk.refused(2, *arguments)
    assert len(walk.json("history", "walk", "--events")["events"]) == 1


def test_a_budget_alone_is_spent_to_its_end_and_a_plan_that_nobody_gave_is_said(walk):
    """100 measurements were planned unseen, whatever the budget."""
    new = ["campaign", "new", "rich", "g.npz", "--budget", 2.02, "--cost", "1:0.02"]
    assert "plans its groups as for 100" in walk.run(*new, "--policy", "CheapUCB").stderr
    with Campaign.open("rich", db=walk.env["CHEAPBANDITS_DB"]) as rich:
        assert rich.spec.horizon is None
        for _ in range(101):
            rich.tell(rich.ask()[0], 0.5)
        with pytest.raises(ClosedError, match="budget"):
            rich.ask()
    said = walk.run("campaign", "new", "open", "g.npz").stderr
    assert "100 measurements are planned, as nobody said" in said
    assert walk.run("campaign", "new", "said", "g.npz", "--horizon", 9).stderr == ""


def test_a_rule_that_the_budget_never_lets_come_is_said(walk):
    for name, budget, said in (
        ("a", 5, "note: the budget of 5 ends it before --stop cost>=7 can\n"),
        ("b", 7, ""),
    ):
        words = "--budget", budget, "--stop", "cost>=7"
        assert walk.run("campaign", "new", name, "g.npz", *words).stderr == said


def test_status_says_what_was_never_looked_at_and_assesses_where_a_tolerance_is_given(walk):
    (ask,) = walk.json("ask", "walk")["asks"]
    walk.ok("tell", "walk", 1, "0.5")
    said = " ".join(walk.ok("status", "walk", "--assess").split())
    assert f"never looked at {42 - ask['width']} of 42 sites" in said
    assert "is the hottest cannot tell: the estimates" in said  # after one reading
    assert walk.json("status", "walk", "--assess")["unseen"] == 42 - ask["width"]
    given = " ".join(walk.ok("status", "walk", "--tolerance", "0.1").split())
    assert "is the hottest" in given  # assessed, though --assess was not said


def test_over_when_planned_or_paid_or_paused(walk):
    walk.ok("new", "short", "g.npz", "--horizon", 1)
    walk.ok("ask", "short")
    walk.ok("tell", "short", 1, "0.5")
    assert "--beyond" in walk.refused(4, "ask", "short")
    assert "short  all measured" in walk.ok("status", "short")
    assert "2" in walk.ok("ask", "short", "--beyond")
    said = walk.refused(2, "new", "poor", "g.npz", "--budget", "0.05", "--cost", "width")
    assert "does not allow a single measurement: the cheapest costs 0.12" in said
    walk.ok("new", "poor", "g.npz", "--budget", "0.2", "--cost", "width")
    asked = walk.run("campaign", "ask", "poor", "-n", 5)
    assert "note: 1 of 5, as the budget allows no more" in asked.stderr
    asked = walk.run("campaign", "ask", "walk", "-n", 13)
    assert "note: 12 of 13, as all planned measurements are asked for" in asked.stderr
    assert "note" not in walk.run("campaign", "ask", "walk", "-n", 12).stderr
    assert "poor  running" in walk.ok("status", "poor")
    walk.ok("tell", "poor", 1, "0.5")
    assert "budget" in walk.refused(4, "ask", "poor")
    said = walk.ok("status", "poor")
    assert "poor  budget spent" in said
    said = " ".join(said.split())
    assert "cheapbandits campaign finish poor" in said
    assert "budget spent" in walk.ok("list")
    # The command for more money works as it stands, and keeps all that was settled.
    command = "clone poor poor-2 --with-readings --budget MONEY"
    assert f"cheapbandits campaign {command}" in said
    walk.ok(*command.replace("MONEY", "1").split())
    more = walk.json("status", "poor-2")
    assert (more["observed"], more["budget"], more["left"]) == (1, 1.0, 1.0)
    assert walk.json("status", "poor")["state"] == "running"
    walk.ok("pause", "walk")
    assert "paused" in walk.refused(4, "ask", "walk")
    assert "paused" in walk.refused(4, "watch", "walk")
    walk.ok("resume", "walk")
    walk.ok("ask", "walk")


def test_store_trouble_is_status_5_and_backups_help(walk):
    walk.ok("ask", "walk")
    assert walk.run("db", "check").returncode == 0
    assert walk.run("db", "backup", "copy.db").returncode == 0
    assert json.loads(walk.run("db", "upgrade", "--json").stdout)["campaigns"] == 1
    file = walk.folder / "campaigns.db"
    file.write_bytes(b"not a database, not at all" * 100)
    assert "db backup" in walk.refused(5, "status", "walk")
    assert walk.run("db", "check").returncode == 5
    file.write_bytes((walk.folder / "copy.db").read_bytes())
    assert walk.json("status", "walk")["open"] == 1
    missing = walk.run("db", "check", "--db", "nowhere.db")
    assert missing.returncode == 2
    assert not (walk.folder / "nowhere.db").exists()


def test_an_altered_row_is_found(walk):
    import sqlite3

    walk.ok("ask", "walk")
    walk.ok("tell", "walk", 1, "0.5")
    with sqlite3.connect(walk.folder / "campaigns.db") as db:
        db.execute("UPDATE cheapbandits_events SET body = '{\"reading\":0.6}' WHERE kind = 'tell'")
    db.close()
    done = walk.run("db", "check", "--json")
    assert done.returncode == 5
    assert json.loads(done.stdout)["problems"]


def test_files_in_and_out(walk):
    (walk.folder / "before.csv").write_text("nodes,reading\n3;4,0.5\n5,0.25\n")
    assert walk.json("import", "walk", "before.csv")["new"] == 2
    assert walk.json("import", "walk", "before.csv")["new"] == 0
    walk.ok("ask", "walk", "-n", 2)
    for suffix in ("csv", "json", "parquet"):
        assert walk.json("export", "walk", "--out", f"t.{suffix}")["rows"] == 4
    assert len((walk.folder / "t.csv").read_text().splitlines()) == 5
    walk.ok("export", "walk", "--out", "map.geojson")
    nodes = json.loads((walk.folder / "map.geojson").read_text())["features"]
    assert len(nodes) == 42
    assert {"estimate", "low", "high", "readings"} <= set(nodes[0]["properties"])
    files = walk.json("ask", "walk", "-n", 2, "--out", "next.kml")["files"]
    assert files == ["next-1.kml", "next-2.kml"]
    assert {"next-1.kml", "next-2.kml"} <= {path.name for path in walk.folder.iterdir()}
    walk.ok("cancel", "walk", 2)
    plan = json.loads(walk.ok("ask", "walk", "--format", "plan"))
    assert plan["fileType"] == "Plan"
    assert json.loads(walk.ok("ask", "walk", "--format", "geojson"))["features"]


def test_a_sensor_process_is_piped_in(walk):
    """Asks come out as soon as readings go in; bad lines are reported and passed over."""
    command = [SCRIPTS / "cheapbandits", "campaign", "watch", "walk", "-n", "2", "--json"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=walk.env, text=True, bufsize=1, **pipes) as watch:
        waiting = [json.loads(watch.stdout.readline())["ask"] for _ in range(2)]
        for line in ("nonsense", '{"ask": true, "reading": 1}', "[" * 9999, "1 nan", "99 1", ""):
            watch.stdin.write(line + "\n")
        while waiting:
            ask = waiting.pop()
            watch.stdin.write(f'{{"ask": {ask}, "reading": 0.{ask}}}\n{ask} 5\n')
            answer = json.loads(watch.stdout.readline())
            if "over" in answer:
                break
            if answer["ask"] < 12:
                waiting.append(answer["ask"])
            else:  # the last one planned: answer all that is left
                waiting = [answer["ask"], *waiting]
                for left in waiting:
                    watch.stdin.write(f"{left} 0.5\n")
                answer = json.loads(watch.stdout.readline())
                break
        assert "12 planned" in answer["over"]
        watch.stdin.close()
        errors = watch.stderr.read()
    assert watch.returncode == 0
    assert "line 1: expected ASK READING" in errors
    assert "stored: tell" in errors
    assert "Traceback" not in errors
    assert walk.json("status", "walk")["told"] == 12


def test_watch_ends_with_its_input_and_by_the_rule(walk):
    done = walk.process("campaign", "ask", "walk", "--watch", input="1 0.5\n2 0.25\n")
    assert done.returncode == 0
    numbers = [line.split("\t")[0] for line in done.stdout.splitlines()]
    assert numbers == ["1", "2", "3"]
    walk.ok("new", "ruled", "g.npz", "--stop", "rounds>=2")
    done = walk.process("campaign", "watch", "ruled", "--json", input="1 0.5\n2 0.25\n3 0.1\n")
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "over": "the stopping rule rounds>=2 is met"
    }
    assert walk.json("status", "ruled")["told"] == 2


def test_a_killed_command_leaves_all_as_it_was_or_done(walk):
    for moment in (0.2, 0.5, 0.8, 1.1):
        command = [SCRIPTS / "cheapbandits", "campaign", "ask", "walk", "--more"]
        with subprocess.Popen(command, env=walk.env, stdout=subprocess.DEVNULL) as ask:
            time.sleep(moment)
            ask.send_signal(signal.SIGKILL)
    asks = walk.json("ask", "walk")["asks"]
    assert [ask["ask"] for ask in asks] == list(range(1, len(asks) + 1))
    walk.ok("tell", "walk", 1, "0.5")
    assert walk.run("db", "check").returncode == 0


def test_a_drill_leaves_the_campaign_alone(walk):
    report = walk.json("drill", "walk", "--field", "f.csv", "--late", "0.3", "--keep", "copy")
    assert (report["told"], report["lost"], report["accepted_twice"]) == (12, 0, 0)
    rows = {row["name"]: row["told"] for row in walk.json("list")["campaigns"]}
    assert rows == {"walk": 0, "copy": 12}
    said = walk.ok("drill", "walk", "--field", "f.csv", "--rounds", 3, "--faults")
    assert "truly hottest" in said


def complete(terminal, words, program=None):
    env = {
        "_CHEAPBANDITS_COMPLETE": "complete_bash",
        "COMP_WORDS": f"cheapbandits {words}",
        "COMP_CWORD": str(len(words.split(" "))),
    }
    return subprocess.run(
        [program or warm() / "cheapbandits"],
        env={**terminal.env, **env},
        capture_output=True,
        text=True,
        check=False,
    )


def test_names_are_completed_and_never_in_the_way(walk):
    for program in (SCRIPTS / "cheapbandits", None):
        assert complete(walk, "campaign ask wa", program).stdout.split() == ["walk"]
    assert complete(walk, "campaign ask x").stdout.split() == []
    assert "finish" in complete(walk, "campaign fi").stdout
    walk.env["CHEAPBANDITS_DB"] = str(walk.folder / "none.db")
    done = complete(walk, "campaign ask wa")
    assert (done.stdout.strip(), done.stderr) == ("", "")
    assert not (walk.folder / "none.db").exists()
    (walk.folder / "none.db").write_text("rubbish")
    assert complete(walk, "campaign ask wa").stderr == ""


def test_on_postgresql(walk, postgres_url):
    served = Terminal(walk.folder, schema_url(postgres_url, "campaign_cli"))
    served.ok("new", "walk", "g.npz", "--horizon", 3)
    asks = served.json("ask", "walk", "-n", 2)["asks"]
    assert [ask["nodes"] for ask in walk.json("ask", "walk", "-n", 2)["asks"]] != []
    assert [ask["ask"] for ask in asks] == [1, 2]
    served.ok("tell", "walk", 1, "0.5")
    assert "0.5" in served.refused(3, "tell", "walk", 1, "0.6")
    assert served.json("status", "walk", "--assess")["told"] == 1
    assert served.run("db", "backup", "served.db").returncode == 0
    copy = Terminal(walk.folder, walk.folder / "served.db")
    assert copy.json("history", "walk") == served.json("history", "walk")
    gone = Terminal(walk.folder, "postgresql://postgres@127.0.0.1:1/none")
    assert gone.refused(5, "list").startswith("error: ")


def test_processes_end_with_the_status_that_tells(walk):
    walk.ok("ask", "walk")
    walk.ok("tell", "walk", 1, "0.5")
    walk.ok("new", "over", "g.npz")
    walk.ok("finish", "over")
    (walk.folder / "broken.db").write_bytes(b"rubbish" * 100)
    for code, arguments in {
        0: ["tell", "walk", 1, "0.5", "--key", "new"],
        2: ["status", "nowhere"],
        3: ["tell", "walk", 1, "0.6"],
        4: ["ask", "over"],
        5: ["list", "--db", "broken.db"],
    }.items():
        if code == 0:
            walk.ok("ask", "walk")
            arguments[2] = 2
        done = walk.process("campaign", *arguments, "--json")
        assert done.returncode == code, done
        assert "Traceback" not in done.stderr
        assert len(done.stderr.splitlines()) == (code > 0)
        document = json.loads(done.stdout)
        assert code == 0 or document["error"]["code"] == code


@pytest.mark.parametrize("command", ["campaign", "db"])
def test_help_is_quick_to_say_what_there_is(terminal, command):
    assert "Commands" in terminal.run(command, "--help").stdout


def test_an_unknown_policy_names_the_way_to_add_one(terminal):
    said = terminal.refused(2, "new", "walk", "us_counties", "--policy", "MyPolicy")
    assert "cheapbandits.policies" in said
