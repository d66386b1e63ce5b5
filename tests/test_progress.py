"""Progress on a real terminal."""

import os
import pty
import subprocess
import sys
import textwrap

from cheapbandits import progress

WORK = textwrap.dedent("""
    import sys, time
    from cheapbandits import progress
    progress.PATIENCE, progress.PERIOD = float(sys.argv[1]), 0.04
    with progress.Progress("covariance") as shown:
        advance = shown.part("factorising", 0.5)
        for _ in range(4):
            advance(0.25)
            time.sleep(0.05)
        shown.part("variances", 0.5)(1.0)
""")


NESTED = textwrap.dedent("""
    import sys, time
    from cheapbandits import progress
    progress.PATIENCE = progress.PERIOD = float(sys.argv[1])
    def items():
        for i in range(3):
            with progress.Progress("covariance") as inner:
                inner.part("factorising", 1.0)
                time.sleep(0.02)
                inner.advance(0.5)
            yield i
    assert list(progress.counted(items(), 3, "cells", show=sys.argv[2] == "loud")) == [0, 1, 2]
""")


def on_terminal(patience, work=WORK, *more):
    reader, writer = pty.openpty()
    command = [sys.executable, "-c", work, str(patience), *more]
    subprocess.run(command, stderr=writer, check=True)
    os.close(writer)
    shown = b""
    try:
        while chunk := os.read(reader, 4096):
            shown += chunk
    except OSError:  # the terminal has been hung up: all has been read
        pass
    os.close(reader)
    return shown.decode()


def test_long_work_says_how_far_it_is_and_cleans_up():
    shown = on_terminal(0.02)
    assert "covariance: factorising 25 %" in shown
    assert "covariance: variances" in shown
    assert shown.endswith("\r\x1b[K")


def test_items_are_counted_and_work_inside_work_is_quiet():
    shown = on_terminal(0.001, NESTED, "loud")
    assert "cells: 2 of 3, 67 %" in shown
    assert "covariance" not in shown
    assert shown.endswith("\r\x1b[K")


def test_what_is_to_be_quiet_keeps_what_is_inside_quiet():
    assert on_terminal(0.001, NESTED, "quiet") == ""


def test_quick_work_says_nothing():
    assert on_terminal(30) == ""


def test_without_a_terminal_nothing_is_written():
    done = subprocess.run(
        [sys.executable, "-c", WORK, "0.02"], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""


def test_commands_say_it_in_lines_where_there_is_no_terminal(monkeypatch, capsys):
    monkeypatch.setattr(progress, "RARELY", -1.0)
    assert list(progress.counted("ab", 2, "playing")) == ["a", "b"]
    assert capsys.readouterr().err == ""
    assert list(progress.counted("ab", 2, "playing", lines=True)) == ["a", "b"]
    assert capsys.readouterr().err == "playing: 1 of 2\nplaying: 2 of 2\n"
