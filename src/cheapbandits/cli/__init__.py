"""The command line: thin, every rule lives further up."""

from cheapbandits.cli.app import main

__all__ = ["main"]
