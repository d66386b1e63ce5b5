"""The command line: thin, every rule lives further up."""

import os
import signal
import sys
from types import FrameType

__all__ = ["main"]


def main() -> None:
    """Run the command; it ends with a status that tells and, if it failed, one line of error."""
    # While modules are imported an exception may be swallowed, in the callback of a weak reference:
    # Ctrl-C leaves at once, for nothing is begun yet.
    before = signal.getsignal(signal.SIGINT)
    listening = before is signal.default_int_handler
    status = None
    # No window is opened here, and a notebook names one for its own Python, which ours may lack.
    os.environ.pop("MPLBACKEND", None)
    try:
        if listening:
            signal.signal(signal.SIGINT, _leave)
        from cheapbandits.cli.running import run
        from cheapbandits.processes import end_at_once

        end_at_once()
        if listening:
            signal.signal(signal.SIGINT, before)
        status = run()
    except KeyboardInterrupt:  # in the moments in which nobody listened yet, or any more
        if status is None:
            os.write(2, b"interrupted\n")
            status = 130
    if status:
        sys.exit(status)


def _leave(_number: int, _frame: FrameType | None) -> None:
    os.write(2, b"interrupted\n")
    os._exit(130)
