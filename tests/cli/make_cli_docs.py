"""Write docs/cli.md from the commands' own help: ``python -m tests.cli.make_cli_docs``."""

import os
import subprocess
import sys
from pathlib import Path

TARGET = Path(__file__).parents[2] / "docs" / "cli.md"
HEAD = "# The commands\n\nMade from `--help` by `python -m tests.cli.make_cli_docs`.\n"
#: Runs in a process of its own, in which help is plain text of a fixed width.
SCRIPT = """
import typer
from cheapbandits.cli.app import app

def show(command, parents):
    name = " ".join(parents)
    context = command.context_class(command, info_name=name, terminal_width=96)
    print(f"\\n## {name}\\n\\n```text\\n{command.get_help(context).strip()}\\n```")
    for child, found in getattr(command, "commands", {}).items():
        show(found, [*parents, child])

show(typer.main.get_command(app), ["cheapbandits"])
"""


def cli_docs() -> str:
    """Return the page."""
    plain = {"TYPER_USE_RICH": "0", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "COLUMNS": "96"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **plain},
    )
    lines = [line.rstrip() for line in (HEAD + done.stdout).splitlines()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(cli_docs(), encoding="utf-8")
