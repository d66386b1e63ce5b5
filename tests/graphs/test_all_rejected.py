"""What all cells of a file say of its values counts, too: a file of what was rejected."""

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs import Graph

GRAPH = Graph.from_points([[0, 0], [1, 0], [0, 1]], 2, names=["A", "B", "C"])


def table(put, head, word):
    return put(f"site,zinc,{head}\nA,3,{word}\nB,4,{word}\nC,5,{word}\n", "r.csv")


@pytest.mark.parametrize("head", ["validation", "Result Status", "qc", "état"])
@pytest.mark.parametrize("word", ["rejected", "Invalid", "below detection limit", "verworfen"])
def test_a_file_of_rejected_values_is_refused(put, head, word):
    """Seen: three readings, three new, and the column only passed over."""
    with pytest.raises(CheapBanditsError, match=f"line 2: '{head}' .* says '{word}'"):
        read_import(table(put, head, word), GRAPH, column="zinc")


@pytest.mark.parametrize(
    ("head", "word"),
    [("road", "bad"), ("gauge", "failed"), ("comment", "rejected"), ("status", "Final")],
)
def test_what_may_be_said_of_places_is_taken(put, head, word):
    rows = read_import(table(put, head, word), GRAPH, column="zinc").rows
    assert [row.reading for row in rows] == [3, 4, 5]


def test_a_status_of_others_that_may_mean_either_is_asked_about(put):
    with pytest.raises(CheapBanditsError, match=r"'provisional' is not known.*rename the column"):
        read_import(table(put, "status", "provisional"), GRAPH, column="zinc")
