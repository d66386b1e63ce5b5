"""What tests of graph files share."""

import pytest


@pytest.fixture
def put(tmp_path):
    """Return what writes a text file and gives its path."""

    def write(text, name="sites.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def put_rows(put):
    """Return what writes a table, line by line, and gives its path."""

    def write(*rows, name="table.csv"):
        return put("\n".join([*rows, ""]), name)

    return write
