"""Progress on a real terminal."""

import os
import pty
import subprocess
import sys
import textwrap

WORK = textwrap.dedent("""
    import sys, time
    from cheapbandits import progress
    progress.PATIENCE = float(sys.argv[1])
    with progress.Progress("covariance") as shown:
        advance = shown.part("factorising", 0.5)
        for _ in range(4):
            advance(0.25)
            time.sleep(0.25)
        shown.part("variances", 0.5)(1.0)
""")


def on_terminal(patience):
    reader, writer = pty.openpty()
    command = [sys.executable, "-c", WORK, str(patience)]
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
    shown = on_terminal(0.1)
    assert "covariance: factorising 25 %" in shown
    assert "covariance: variances" in shown
    assert shown.endswith("\r\x1b[K")


def test_quick_work_says_nothing():
    assert on_terminal(30) == ""


def test_without_a_terminal_nothing_is_written():
    done = subprocess.run(
        [sys.executable, "-c", WORK, "0.1"], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
