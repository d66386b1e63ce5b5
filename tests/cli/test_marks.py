"""Readings and values that may mean 'no value', in the terminal."""

import pytest

from tests.graphs.test_marks import sites


@pytest.fixture
def marked(terminal):
    sites(terminal.folder / "a.csv", 2, 5)
    return terminal


def test_a_first_reading_that_may_be_none_gets_a_word(walk):
    number = walk.json("ask", "walk")["asks"][0]["ask"]
    done = walk.run("campaign", "tell", "walk", number, "--", "-9999")
    assert done.returncode == 0
    assert "note: -9999 often stands for 'no reading'" in done.stderr
    assert f"cheapbandits campaign annul walk {number}" in done.stderr
    done = walk.run("campaign", "observe", "walk", "3", "--", "-999")
    assert "note: -999 often stands for 'no reading'" in done.stderr
    assert "--observation" in done.stderr
    assert walk.run("campaign", "observe", "walk", "4", "0.3").stderr == ""


def test_the_remedy_of_a_correction_annuls_it(walk):
    """Seen: it named the command that puts the old reading back, or -9999 again."""
    number = walk.json("ask", "walk")["asks"][0]["ask"]
    walk.ok("tell", "walk", number, "0.5")
    event = walk.json("observe", "walk", "5", "0.5")["seq"]
    for which, words in ((number, ()), (event, ("--observation",))):
        done = walk.run("campaign", "correct", "walk", which, *words, "--", "-9999")
        annul = " ".join(map(str, ("cheapbandits campaign annul walk", which, *words)))
        assert f"if it does here, annul it: {annul}\n" in done.stderr


def test_readings_that_are_piped_in_or_corrected_get_a_word_too(walk):
    number = walk.json("ask", "walk")["asks"][0]["ask"]
    lines = f'{number} -9999\n{{"nodes": [5], "reading": 1e20}}\n'
    done = walk.run("campaign", "watch", "walk", given=lines)
    assert "note: -9999 often stands for 'no reading'" in done.stderr
    assert f"cheapbandits campaign annul walk {number}" in done.stderr
    assert "note: 1e+20 often" in done.stderr
    done = walk.run("campaign", "correct", "walk", number, "--", "-999")
    assert "note: -999 often stands for 'no reading'" in done.stderr
    assert walk.run("campaign", "correct", "walk", number, "0.5").stderr == ""


def test_a_reading_beyond_what_was_called_believable_gets_a_word(walk):
    walk.ok("new", "hill", "g.npz", "--budget", 9, "--low", 0, "--high", 30)
    told = walk.run("campaign", "observe", "hill", "4", "45")
    assert "note: 45 is above the highest value that was called believable, 30" in told.stderr
    assert walk.run("campaign", "observe", "hill", "4", "31").stderr == ""
    told = walk.run("campaign", "observe", "hill", "4", "--", "-2")
    assert "below the lowest value that was called believable, 0" in told.stderr
    walk.ok("new", "hot", "g.npz", "--budget", 9, "--low", 0, "--high", 30)
    for reading in (21.0, 21.1, 21.0, 20.9, 43.0, 43.1, 42.9, 43.0):
        walk.run("campaign", "observe", "hot", 3 if reading < 30 else 30, reading)
    said = walk.ok("status", "hot", "--assess")
    assert "4 readings beyond --low or --high: that bound is not used" in said


def test_a_file_of_readings_beyond_what_was_called_believable_gets_a_word(terminal):
    rows = "".join(f"A{i},{i % 3},{i // 3},{5500 + 10 * i}\n" for i in range(6))
    (terminal.folder / "a.csv").write_text(f"site,x,y,zn\n{rows}")
    limits = ("--budget", 5, "--low", 0, "--high", 20)
    said = "note: 6 of 6 readings are beyond what was called believable (5500 is above the highest"
    done = terminal.run("campaign", "new", "a", "a.csv", *limits, "--readings", "zn")
    assert (done.returncode, said in done.stderr) == (0, True)
    terminal.ok("new", "b", "a.csv", *limits)
    assert said in terminal.run("campaign", "import", "b", "a.csv", "--values", "zn").stderr


def test_an_interval_is_shown_with_the_digits_it_needs(terminal):
    rows = "".join(f"A{i},{i % 3},{i // 3}\n" for i in range(6))
    (terminal.folder / "a.csv").write_text(f"site,x,y\n{rows}")
    terminal.ok("new", "kelvin", "a.csv", "--budget", 5)
    for i in range(6):
        terminal.run("campaign", "observe", "kelvin", f"A{i}", f"{300 + 0.001 * i:.3f}")
    estimate = terminal.ok("status", "kelvin", "--assess").split("estimate")[1].split("\n")[0]
    low, high = estimate.split("interval")[1].split(" to ")
    assert 299.9 < float(low) < 300.005 <= float(high) < 300.1


def test_a_column_of_readings_is_asked_about_by_every_command(marked):
    new = ("new", "a", "a.csv", "--horizon", 5, "--readings", "zinc")
    assert "line 4: -9999 stands in 2 of 12 rows" in marked.refused(2, *new)
    assert "10 readings of 'zinc' to start from" in marked.ok(*new, "--nodata", "-9999")
    for command in (
        ("import", "a", "a.csv", "--values", "zinc"),
        ("drill", "a", "--field", "a.csv", "--values", "zinc"),
    ):
        assert "--nodata none" in marked.refused(2, *command)
    assert "12 readings" in marked.ok(
        "import", "a", "a.csv", "--values", "zinc", "--nodata", "none"
    )
    assert "2 left out" in marked.ok(
        "import", "a", "a.csv", "--values", "zinc", "--nodata", "-9999"
    )
    assert "must be a number or none" in marked.refused(2, *new, "--nodata", "-9_9")
    for command in ("simulate", "hunt"):
        done = marked.run(command, "a.csv", "--values", "zinc", "--horizon", 3)
        assert (done.returncode, "--nodata none" in done.stderr) == (2, True)


def test_zeros_far_below_all_others_are_asked_about_and_left_out(terminal):
    read = [0 if k in (2, 5, 9) else 110 + k / 3 for k in range(12)]
    rows = "".join(f"A{k},{k % 4},{k // 4},{value:.2f}\n" for k, value in enumerate(read))
    (terminal.folder / "a.csv").write_text(f"site,x,y,zn\n{rows}")
    terminal.ok("new", "a", "a.csv", "--budget", 5)
    for call in (("import", "a", "a.csv"), ("drill", "a", "--field", "a.csv")):
        done = terminal.run("campaign", *call, "--values", "zn")
        assert done.returncode != 0
        assert "a.csv: line 4: 0 stands in 3 of 12 rows" in done.stderr
    said = terminal.ok("import", "a", "a.csv", "--values", "zn", "--nodata", "0")
    assert "9 readings, 9 new, 0 known already, 3 left out by their status or as no" in said


def test_limits_with_a_minus_sign_are_told_of(terminal):
    read = [3.2, -0.5, 4.1, 5.0, -0.5, 6.2]
    rows = "".join(f"A{k},{k % 3},{k // 3},{value}\n" for k, value in enumerate(read))
    (terminal.folder / "a.csv").write_text(f"site,x,y,zn\n{rows}")
    terminal.ok("new", "a", "a.csv", "--budget", 5)
    whole = ("new", "b", "a.csv", "--budget", 5, "--readings", "zn")
    for call in (("import", "a", "a.csv", "--values", "zn"), whole):
        done = terminal.run("campaign", *call)
        assert done.returncode == 0
        assert (
            "note: 2 of the 6 new readings are below zero, and the same again (-0.5)" in done.stderr
        )
        assert f"cheapbandits campaign annul {call[1]} NUMBER" in done.stderr
