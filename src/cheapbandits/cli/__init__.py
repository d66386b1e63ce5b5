"""The command line: thin, every rule lives further up."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command; a look at what there is comes before all that is slow to import."""
    from cheapbandits.cli.glance import answered

    if not answered(sys.argv[1:]):
        from cheapbandits.cli.app import main as run

        run()
