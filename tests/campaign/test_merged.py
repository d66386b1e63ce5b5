"""A reading is one reading wherever it goes: campaigns that are merged count none of them twice."""

import csv
import uuid

import pytest

import cheapbandits as cb
from cheapbandits.campaign.documents import COLUMNS
from cheapbandits.campaign.exports import write_readings
from cheapbandits.campaign.import_keys import Recorded, record
from cheapbandits.campaign.importing import read_import

GRAPH = cb.Graph(cb.grid(3, 3).weights, names=[f"A{k}" for k in range(9)])


@pytest.fixture
def new(files_db):
    """Return what makes a campaign of a name of its own."""
    made = []

    def create():
        name = f"m{uuid.uuid4().hex}"
        made.append(cb.Campaign.create(name, GRAPH, db=files_db, horizon=20))
        return made[-1]

    yield create
    for campaign in made:
        campaign.close()


@pytest.fixture
def a(new):
    """A campaign with readings of every kind: asked for, seen, with a key, of a group."""
    campaign = new()
    first, second = campaign.ask(2)
    campaign.tell(first, 0.5)
    campaign.tell(second, 0.75)
    campaign.observe("A5", 1.25)
    campaign.observe("A6", 9.0, key="logger 7")
    campaign.observe(["A1", "A2"], 2.0, weights=[0.25, 0.75])
    return campaign


@pytest.fixture
def bring(tmp_path):
    """Return what exports a campaign, changes cells of that file, and imports it into another."""

    def carry(source, target, *, again=False, cells=None, without=()):
        file = exported(source, tmp_path)
        rows = table(file)
        for (line, column), cell in (cells or {}).items():
            rows[line - 2][column] = cell
        put(file, [{k: v for k, v in row.items() if k not in without} for row in rows])
        return bring_file(file, target, again=again)

    return carry


def exported(campaign, folder):
    return write_readings(
        campaign.history(), folder / f"{campaign.name}.csv", COLUMNS, campaign.graph
    )


def table(file):
    with file.open(newline="") as stream:
        return list(csv.DictReader(stream))


def put(file, rows):
    with file.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def bring_file(file, target, *, again=False):
    found = read_import(file, target.graph, target.spec)
    given = [row.given for row in found.rows]
    return record(target, given, again=again, file=file, places=found.places)


def readings(campaign):
    return sorted(row["reading"] for row in campaign.history() if row["status"] != "annulled")


def test_a_clone_and_its_original_know_each_other(a, bring):
    twin = a.clone(f"{a.name}t", with_readings=True)
    assert bring(a, twin) == Recorded(0, 5)
    assert bring(twin, a) == Recorded(0, 5)
    twin.observe("A7", 3.0)
    assert bring(twin, a) == Recorded(1, 5)
    assert bring(a, twin) == Recorded(0, 6)
    assert readings(a) == readings(twin)
    third = twin.clone(f"{a.name}u", with_readings=True)
    assert bring(third, a) == bring(a, third) == Recorded(0, 6)


def test_a_reading_that_comes_back_is_known(a, new, bring):
    """Around three campaigns and back, it was counted again at every step."""
    b, c = new(), new()
    assert bring(a, b) == Recorded(5, 0)
    b.observe("A7", 3.0)
    assert bring(b, a) == Recorded(1, 5)
    assert bring(b, c) == Recorded(6, 0)
    assert bring(a, c) == bring(c, a) == bring(c, b) == Recorded(0, 6)
    assert readings(a) == readings(b) == readings(c)


def test_a_file_is_known_where_its_readings_came_by_an_export(new, bring, tmp_path):
    a, b = new(), new()
    file = tmp_path / "field.csv"
    file.write_text("nodes,date,reading,unit\nA1,2024-05-01,5,mg/L\nA2,2024-05-01,6,mg/L\n")
    assert bring_file(file, a) == Recorded(2, 0)
    assert bring(a, b) == Recorded(2, 0)
    assert bring_file(file, b) == Recorded(0, 2)
    assert bring(b, a) == Recorded(0, 2)
    file.write_text("nodes,reading,unit\nA3,5,ug/L\n")
    with pytest.raises(cb.ParameterError, match="one campaign has one"):
        bring_file(file, b)


def test_what_was_corrected_before_a_clone_is_met_by_either_value(new, bring, tmp_path):
    a = new()
    file = tmp_path / "field.csv"
    file.write_text("nodes,reading\nA1,5\n")
    bring_file(file, a)
    (ask,) = a.ask()
    a.tell(ask, 0.5)
    older = exported(a, tmp_path).rename(tmp_path / "older.csv")
    a.correct(ask.number, 0.25)
    a.correct(a.history()[0]["observation"], 6.0, observation=True)
    twin = a.clone(f"{a.name}t", with_readings=True)
    assert readings(twin) == [0.25, 6.0]
    assert twin.status().observed == 2
    assert bring_file(file, twin) == Recorded(0, 1)
    assert bring_file(older, twin) == bring_file(older, a) == Recorded(0, 2)
    assert bring(a, twin) == bring(twin, a) == Recorded(0, 2)


def test_what_is_struck_here_stays_struck(a, new, bring):
    b = new()
    bring(a, b)
    b.annul(b.history()[0]["observation"], observation=True)
    assert bring(a, b) == Recorded(0, 5)
    a.annul(1)
    assert bring(b, a) == Recorded(0, 4)
    assert a.status().annulled == b.status().annulled == 1


def test_an_export_without_origins_is_known_as_it_was(a, new, bring):
    """One that an older version wrote, of its own readings and of those that it had imported."""
    b = new()
    assert bring(a, b, without=("origin",)) == Recorded(5, 0)
    assert bring(a, a, without=("origin",)) == Recorded(0, 5)
    assert bring(a, b) == bring(b, b, without=("origin",)) == Recorded(0, 5)


def test_what_came_by_an_export_without_origins_is_known_by_one_that_has_them(a, new, bring):
    """In the second and third campaign a reading has the name that it had in the one before."""
    a.observe_many([("A1", 5.0, f"import:{'a' * 32}#0")])
    b, c = new(), new()
    assert bring(a, b, without=("origin",)) == Recorded(6, 0)
    assert bring(b, c, without=("origin",)) == Recorded(6, 0)
    assert bring(a, b) == bring(b, c) == bring(c, b) == bring(b, a) == Recorded(0, 6)
    with pytest.raises(cb.CheapBanditsError, match=r"line 7: .*observation 6 .* 7 .* 5 "):
        bring(a, b, cells={(7, "reading"): "7"})


def test_origins_do_not_hang_on_how_a_program_writes_numbers_and_times(a, bring):
    """One that reads whole numbers with gaps makes 3.0 of 3; another writes times its own way."""
    floats = {(line, "ask"): f"{line - 1}.0" for line in (2, 3)}
    assert bring(a, a, cells=floats, without=("origin",)) == Recorded(0, 5)
    cells = {(line, "told"): "16/11/2026 15:02" for line in range(2, 7)}
    assert bring(a, a, cells=cells | floats) == Recorded(0, 5)


CHANGED = [
    ({(4, "reading"): "19"}, r"line 4: .*observation 5 .* 19 .* 1\.25 "),
    ({(2, "reading"): "7"}, r"line 2: .*ask 1 .* 7 .* 0\.5 "),
    ({(4, "reading"): "2", (5, "reading"): "2"}, r"line 4: .*\(1 more like it\)"),
    ({(6, "weights"): "0.75;0.25"}, r"line 6: .*other nodes"),
    ({(6, "nodes"): "1;3"}, r"line 6: .*another graph: nodes 1;3 are 'A1; A2' there"),
    ({(6, "nodes"): "1;3", (6, "names"): "A1; A3"}, r"line 6: .*other nodes"),
]


def test_a_row_of_an_export_that_was_changed_is_refused(a, new, bring):
    """It was left out as 'the same place and reading': the old number stayed."""
    b = new()
    bring(a, b)
    for cells, said in CHANGED:
        with pytest.raises(cb.CheapBanditsError, match=said):
            bring(a, a, cells=cells)
        with pytest.raises(cb.CheapBanditsError, match=said[:7]):
            bring(a, b, cells=cells)
    assert readings(a) == readings(b) == [0.5, 0.75, 1.25, 2.0, 9.0]


def test_the_remedies_of_a_changed_row_work(a, new, bring):
    changed = {(4, "reading"): "19"}
    with pytest.raises(cb.CheapBanditsError) as refused:
        bring(a, a, cells=changed)
    assert f"campaign correct {a.name} 5 19.0 --observation" in str(refused.value)
    assert refused.value.event.seq == 5
    another = {(4, name): "" for name in ("ask", "observation", "origin")}
    for name in ("ask", "observation", "origin"):
        assert name in str(refused.value)
    assert bring(a, a, cells=changed | another).new == 1
    a.correct(5, 19.0, observation=True)
    assert bring(a, a, cells=changed) == Recorded(0, 6)
    b = new()
    bring(a, b)
    with pytest.raises(cb.CheapBanditsError, match=rf"correct {b.name} 1 7\.0 --observation"):
        bring(a, b, cells={(2, "reading"): "7"})
    with pytest.raises(cb.CheapBanditsError, match=rf"correct {a.name} 1 7\.0\b(?! --obs)"):
        bring(a, a, cells={(2, "reading"): "7"})
    assert bring(a, a, cells={(2, "reading"): "7"}, again=True).new == 6


def test_what_is_corrected_in_one_of_two_is_refused_in_the_other(a, new, bring):
    b = new()
    bring(a, b)
    a.correct(1, 0.625)
    with pytest.raises(cb.CheapBanditsError, match=r"line 2: .* 0\.625 .* 0\.5 "):
        bring(a, b)
    assert bring(b, a) == Recorded(0, 5)  # it knows the older one
    b.annul(1, observation=True)
    with pytest.raises(cb.CheapBanditsError, match=r"line 2: .* 0\.5 \(struck\)"):
        bring(a, b)
    b.correct(1, 0.625, observation=True)
    assert bring(a, b) == bring(b, a) == Recorded(0, 5)


def test_a_file_whose_reading_was_corrected_elsewhere_is_known(new, bring, tmp_path):
    """As it is where it was corrected; only an export that says so may be a newer one."""
    a, b = new(), new()
    file = tmp_path / "field.csv"
    file.write_text("nodes,reading\nA1,5\nA2,6\n")
    bring_file(file, a)
    a.correct(1, 5.5, observation=True)
    bring(a, b)
    assert bring_file(file, a) == bring_file(file, b) == Recorded(0, 2)
    with pytest.raises(cb.CheapBanditsError, match=r"line 2: .* 7 in the file and 5\.5 "):
        bring(a, b, cells={(2, "reading"): "7"})


def test_a_reading_that_a_spreadsheet_rounded_is_told_with_all_its_digits(new, bring):
    """Seen: 4.033333333 in the file and in the campaign. Ten digits are the same now, nine not."""
    a, b = new(), new()
    a.observe([1], 121 / 30)
    bring(a, b)
    assert bring(a, b, cells={(2, "reading"): "4.033333333"}) == Recorded(0, 1)
    with pytest.raises(cb.CheapBanditsError, match=r" 4\.03333333 in the file and 4\.033333333 "):
        bring(a, b, cells={(2, "reading"): "4.03333333"})


@pytest.mark.parametrize("again", [False, True])
def test_a_row_that_was_copied_and_edited_is_refused(a, new, tmp_path, again):
    b, file = new(), exported(a, tmp_path)
    rows = table(file)
    put(file, [*rows, rows[2]])
    assert bring_file(file, b) == Recorded(5, 1)
    put(file, [*rows, {**rows[2], "reading": "7"}])
    for target in (new(), b) if again else (new(),):
        with pytest.raises(cb.ParameterError, match=r"line 7: .*another row.* 1\.25.*\(7\)"):
            bring_file(file, target, again=again)


def test_a_reading_of_an_ask_that_waits_is_to_be_told(a, bring):
    (ask,) = a.ask()
    row = {(7, "status"): "told", (7, "reading"): "3"}
    with pytest.raises(
        cb.CheapBanditsError, match=rf"line 7: .*no reading.*tell {a.name} {ask.number} 3\.0"
    ):
        bring(a, a, cells=row)


NONE = [
    "=cmd|' /C calc'!A0",
    "export:ask:1",
    "export:ask:0:2026-11-16T15:02:31.123456+00:00",
    "export:ask:1:=1+1",
    "export:ask:1:" + "9" * 200,
    "export:tell:1:2026-11-16",
    "import:zz#0",
    "import:" + "a" * 32 + "#0~when=<b>",
    "logger 7",
]


def test_an_origin_that_is_none_is_refused(a, bring):
    for origin in NONE:
        with pytest.raises(cb.ParameterError, match=r"line 3: .*origin"):
            bring(a, a, cells={(3, "origin"): origin})
    assert len(readings(a)) == 5


def test_a_column_of_somebody_else_may_be_called_origin(new, tmp_path):
    file = tmp_path / "field.csv"
    file.write_text("nodes,origin,reading\nA1,marine,5\nA2,=river,6\n")
    assert bring_file(file, new()) == Recorded(2, 0)


def test_an_origin_of_odd_letters_comes_back(new, bring):
    """What a column of readings was called is in it: text of a file, which may begin a formula."""
    a, b = new(), new()
    key = f"import:{'a' * 32}#0@zn;=1+1,+2"
    a.observe_many([("A1", 5.0, key)])
    assert bring(a, b) == Recorded(1, 0)
    assert [event.key for event in b.events()] == [key]
    assert bring(b, a) == bring(a, b) == Recorded(0, 1)


def test_a_clone_of_doubles_has_both(new, bring):
    """An older version took a campaign's own export as new."""
    a = new()
    (ask,) = a.ask()
    a.tell(ask, 0.5)
    a.observe_many([(list(ask.nodes), 0.5, a.history()[0]["origin"])])
    twin = a.clone(f"{a.name}t", with_readings=True)
    assert readings(twin) == [0.5, 0.5]


def test_the_numbers_of_an_import_are_told(a, new, bring):
    b = new()
    b.observe("A1", 3.0)
    assert [*bring(a, b).observations] == [2, 3, 4, 5, 6]
    assert [*bring(a, b).observations] == []
    assert [row["observation"] for row in b.history()] == [1, 2, 3, 4, 5, 6]
