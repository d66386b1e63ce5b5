"""The command line: thin, every rule lives further up."""

import os
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command; it ends with a status that tells and, if it failed, one line of error."""
    try:
        from cheapbandits.cli.running import run
        from cheapbandits.processes import end_at_once

        end_at_once()
        status = run()
    except KeyboardInterrupt:  # in the moments in which nobody listened yet, or any more
        os.write(2, b"interrupted\n")
        status = 130
    if status:
        sys.exit(status)
