"""Typical mistakes: each is answered with what was wrong, where, and what mends it."""

import pytest

from tests.cli.make_mistakes_docs import TARGET, mistakes_docs
from tests.cli.mistakes import MISTAKES, WIDTH, answer, made, started, wrapped


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """How each command ended, and the database before and after all of them."""
    folder = tmp_path_factory.mktemp("field")
    terminal = started(folder)
    before = (folder / "campaigns.db").read_bytes()
    dones = [made(terminal, mistake) for mistake in MISTAKES]
    return dones, before, (folder / "campaigns.db").read_bytes(), sorted(folder.iterdir())


def test_there_are_twenty():
    assert len(MISTAKES) >= 20
    assert len({mistake.line for mistake in MISTAKES}) == len(MISTAKES)


@pytest.mark.parametrize("at", range(len(MISTAKES)), ids=[m.what for m in MISTAKES])
def test_the_answer_mends_it(played, at):
    mistake, done = MISTAKES[at], played[0][at]
    said = answer(done)
    assert done.returncode == mistake.code, said
    for word in mistake.words:
        assert word in said
    assert "Traceback" not in done.stderr + done.stdout
    assert done.stdout == ""
    assert max(map(len, wrapped(said))) <= WIDTH


def test_no_mistake_changes_anything(played):
    _, before, after, files = played
    assert before == after
    assert len(files) == 5  # the four that were there, and the database


def test_the_page_is_up_to_date(played):
    page = TARGET.read_text(encoding="utf-8")
    assert page == mistakes_docs(played[0]), "run python -m tests.cli.make_mistakes_docs"
