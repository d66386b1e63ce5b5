"""Write docs/mistakes.md from the answers: ``python -m tests.cli.make_mistakes_docs``."""

import tempfile
from pathlib import Path

from tests.cli.mistakes import MISTAKES, answer, made, started, wrapped

TARGET = Path(__file__).parents[2] / "docs" / "mistakes.md"
HEAD = """# Typical mistakes, and what is said

What people type in the field, and the answers. A campaign `soil` is there, with ask 1 told and
ask 2 open; `last-year` is finished. No mistake of this page changes anything that is stored.

Made by `python -m tests.cli.make_mistakes_docs` from the answers themselves; the tests compare.
"""


def mistakes_docs(dones):
    """Return the page, of how the commands ended."""
    parts = [HEAD]
    for mistake, done in zip(MISTAKES, dones, strict=True):
        said = "\n".join(wrapped(answer(done)))
        parts.append(
            f"\n## {mistake.what}\n\n```text\n$ cheapbandits {mistake.line}\n{said}\n```\n"
            f"\nStatus {done.returncode}.\n"
        )
    return "".join(parts)


def main():
    """Make every mistake once and write the page."""
    with tempfile.TemporaryDirectory() as folder:
        terminal = started(Path(folder))
        page = mistakes_docs([made(terminal, mistake) for mistake in MISTAKES])
    TARGET.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
