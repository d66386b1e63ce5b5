"""Every hostile file that was ever found, in a process of its own: read right, or refused plainly.

``tests/corpus/expected.json`` says for each what comes of it, and what used to.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tools.fuzz.pool import Worker

CORPUS = Path(__file__).parents[1] / "corpus"
EXPECTED = json.loads((CORPUS / "expected.json").read_text())


@pytest.fixture(scope="module")
def worker():
    with Worker() as running:
        yield running


def test_every_file_of_the_corpus_is_expected():
    assert {path.name for path in CORPUS.iterdir()} == {*EXPECTED, "expected.json"}


@pytest.mark.parametrize("name", EXPECTED)
def test_corpus(worker, name):
    path = CORPUS / name
    answer = worker.ask({"kind": "graph", "path": str(path)})
    expected = EXPECTED[name]
    if "refused" in expected:
        assert answer["outcome"] == "refused", answer
        assert re.search(expected["refused"], answer["message"]), answer["message"]
        assert answer["message"].startswith(f"{path}: ")
        # Nothing of the file reaches the terminal as it stands there.
        assert answer["message"].isprintable()
    else:
        assert answer["outcome"] == "read", answer
        edges = [[a, b, float.fromhex(weight)] for a, b, weight in answer["content"]["edges"]]
        assert edges == sorted(expected["edges"])
