"""Policies side by side: fair, paired, and an answer that follows from whole intervals."""

import contextlib

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign import Campaign
from cheapbandits.campaign.rehearsal import (
    RIVALS,
    Cell,
    Contender,
    compared,
    contenders,
    known_values,
    likely_values,
    rehearse,
)
from cheapbandits.campaign.rehearsal.verdict import verdict
from cheapbandits.campaign.spec import Spec
from cheapbandits.errors import ClosedError, ParameterError
from cheapbandits.metrics import MeanInterval


def hill(graph):
    return 100 + 900 * np.exp(-((graph.coordinates - [6, 2]) ** 2).sum(axis=1) / 8)


@pytest.fixture(scope="module")
def graph():
    return cb.grid(9, 9)


@pytest.fixture
def campaign(graph, file_db):
    settings = {"horizon": 20, "budget": 6.0, "low": 0.0, "high": 1200.0, "noise": 10.0}
    with Campaign.create("walk", graph, db=file_db, **settings) as made:
        yield made


def play(campaign, fields, names=RIVALS, **settings):
    players, _ = contenders(campaign.spec, campaign.graph, fields.span, names)
    return players, list(rehearse(campaign, players, fields, **settings))


def test_everybody_plays_on_the_same_terms(campaign, graph):
    before = campaign.events()
    players, cells = play(campaign, known_values(campaign, hill(graph)), runs=2)
    assert [player.name for player in players] == [*RIVALS]
    assert [player.chosen for player in players] == [True, *[False] * 5]
    assert {(cell.name, cell.run) for cell in cells} == {(n, r) for n in RIVALS for r in range(2)}
    assert all(cell.cost <= 6 and cell.rounds <= 20 for cell in cells)
    top = hill(graph).max()
    assert all(cell.regret == pytest.approx(top - hill(graph)[cell.node]) for cell in cells)
    assert campaign.events() == before


def test_what_is_known_of_values_reaches_each_in_its_own_words(campaign, graph):
    players, _ = contenders(campaign.spec, graph, (-5.0, 5.0))
    told = {player.name: player.spec.parameters for player in players}
    assert told["PacedKG"] == {"low": 0.0, "high": 1200.0, "noise": 10.0}
    assert told["CheapUCB"] == {"center": 600.0, "scale": 600.0, "noise": 10 / 600}
    assert told["RandomSampling"] == {"center": 600.0, "scale": 600.0}
    paper = Spec(policy="CheapUCB", parameters={"center": 9.0, "scale": 2.0})
    learning = contenders(paper, graph, (0.0, 1.0), ["PacedKG"])[0][1]
    assert learning.spec.parameters == {"low": 7.0, "high": 11.0}
    blank = {p.name: p.spec.parameters for p in contenders(Spec(), graph, (2.0, 6.0))[0]}
    assert blank["SpectralUCB"] == {"center": 4.0, "scale": 2.0}  # must be told something
    assert blank["PacedKG"] == {}  # learns it


def test_who_cannot_play_is_named(graph):
    players, left_out = contenders(Spec(policy="CheapUCB", horizon=700), graph, (0.0, 1.0))
    assert {"Finder", "PacedKG"} == {*left_out}
    assert "600" in left_out["Finder"]
    assert [player.name for player in players][-1] == "RandomSampling"
    with pytest.raises(cb.ParameterError, match="no policy 'Findr': did you mean 'Finder'"):
        contenders(Spec(), graph, (0.0, 1.0), ["Findr"])


def test_a_method_that_knows_a_smooth_field_beats_chance_and_chance_does_not_beat_itself(
    campaign, graph
):
    fields = known_values(campaign, hill(graph))
    players, cells = play(campaign, fields, ["Sweep"], runs=6)
    result = compared(cells, players, 50.0)
    assert result.answer.answer == "yes"
    assert result.rows[0].regret.high < result.rows[-1].regret.low
    assert result.best != "RandomSampling"


def test_on_values_without_any_pattern_nothing_is_promised(graph, tmp_path):
    """SpectralUCB reads single nodes as chance does: on white noise neither is better."""
    white = np.random.default_rng(4).standard_normal(graph.n_nodes)
    settings = {"policy": "SpectralUCB", "horizon": 8, "center": 0.0, "scale": 3.0}
    with Campaign.create("white", graph, db=tmp_path / "w.db", **settings) as campaign:
        answers = []
        for seed in range(2):
            fields = known_values(campaign, np.random.default_rng(seed).permutation(white))
            players, cells = play(campaign, fields, ["SpectralUCB"], runs=6, seed=seed)
            answers.append(compared(cells, players, 0.1).answer.answer)
    assert answers != ["yes", "yes"]


def test_likely_values_agree_with_what_was_read(campaign, graph):
    with pytest.raises(cb.ParameterError, match=r"has read 0 places; give known values \(--field"):
        likely_values(campaign, 4)
    read = range(0, 81, 5)
    for node in read:
        campaign.observe([node], float(hill(graph)[node]))
    fields = likely_values(campaign, 40)
    assert fields.values.shape == (40, 81)
    assert fields.noise == 10.0
    assert len(fields.seen) == len(read)
    near = np.abs(fields.values[:, list(read)] - hill(graph)[list(read)])
    assert np.median(near) < 30
    others = [node for node in range(81) if node not in read]
    spread = fields.values.std(axis=0)
    assert spread[others].mean() > 2 * spread[list(read)].mean()
    assert fields.values.min() >= 0  # the campaign says so
    assert fields.values.max() <= 1200
    again = likely_values(campaign, 40)
    assert (again.values == fields.values).all()


def test_readings_that_are_there_are_known_to_all_at_no_cost(campaign, graph):
    for node in range(81):
        campaign.observe([node], float(hill(graph)[node]))
    fields = known_values(campaign, hill(graph), noise=0.0)
    _, cells = play(campaign, fields, runs=1, rounds=1)
    assert [cell.regret for cell in cells] == [0.0] * len(cells)
    assert all(cell.cost <= 1 for cell in cells)


@pytest.mark.parametrize("stop", ["never", "cost>=2", "regret<=300"])
def test_a_rehearsal_does_just_what_the_campaign_does(graph, tmp_path, stop):
    """Without noise: the same groups, so the same cost and the same place, run after run."""
    settings = {"budget": 4.0, "horizon": 15, "low": 0.0, "high": 1200.0, "stop": stop}
    with Campaign.create("walk", graph, db=tmp_path / "c.db", **settings) as campaign:
        fields = known_values(campaign, hill(graph), noise=0.0)
        _, cells = play(campaign, fields, ["Finder"], runs=2)
        with contextlib.suppress(cb.errors.ClosedError):
            while stop == "never" or not campaign.should_stop():
                for it in campaign.ask():
                    campaign.tell(it, float(hill(graph)[list(it.nodes)].mean()))
        node, status = campaign.assess().node, campaign.status()
        played = {(c.node, round(c.cost, 9), c.rounds) for c in cells if c.name == "Finder"}
        assert played == {(node, round(status.spent, 9), status.told)}


def test_masked_places_are_neither_measured_nor_named(campaign, graph):
    top = int(hill(graph).argmax())
    campaign.mask([top])
    _, cells = play(campaign, known_values(campaign, hill(graph)), runs=2)
    assert top not in {cell.node for cell in cells}
    assert min(cell.regret for cell in cells) == pytest.approx(0.0)


def test_the_same_seed_gives_the_same_and_batches_are_kept_to(campaign, graph):
    fields = known_values(campaign, hill(graph))
    first, second = (play(campaign, fields, ["CheapUCB"], runs=2, seed=3)[1] for _ in range(2))
    assert first == second
    _, batched = play(campaign, fields, ["CheapUCB"], runs=1, batch=7, rounds=10)
    assert {cell.rounds for cell in batched if cell.name == "CheapUCB"} == {10}
    with pytest.raises(cb.ParameterError, match="runs"):
        play(campaign, fields, runs=0)


def sites(tmp_path, **settings):
    graph = cb.grid(3, 3)
    return Campaign.create("sites", graph, db=tmp_path / "c.db", max_width=1, **settings)


@pytest.mark.parametrize(
    ("settings", "rounds", "why"),
    [
        ({"budget": 9.0}, None, "at least 9 would be made"),
        ({"horizon": 4}, 9, "at least 9 would be made"),
        ({"budget": 9.0, "cost": {1: 0.5}}, 20, "at least 18 would be made"),
        ({"budget": 9.0, "cost": {1: 0.0}}, 20, "at least 20 would be made"),
    ],
)
def test_who_learns_from_fewer_readings_than_are_paid_for_is_left_out(
    tmp_path, few_learned, settings, rounds, why
):
    with sites(tmp_path, policy="CheapUCB", **settings) as campaign:
        fields = known_values(campaign, np.arange(9.0))
        players, left_out = contenders(campaign.spec, campaign.graph, fields.span, rounds=rounds)
        assert [*left_out] == ["Finder", "PacedKG"]
        for said in left_out.values():
            assert said == f"it learns from at most 8 readings, and {why}"
        cells = [*rehearse(campaign, players, fields, runs=1, rounds=rounds)]
        assert min(cell.rounds for cell in cells) > 8


@pytest.mark.parametrize(
    "settings",
    [{"budget": 8.0}, {"budget": 9.0, "horizon": 8}, {"budget": 9.0, "stop": "cost>=3"}],
)
def test_who_may_have_room_plays(tmp_path, few_learned, settings):
    with sites(tmp_path, policy="CheapUCB", **settings) as campaign:
        fields = known_values(campaign, np.arange(9.0))
        assert contenders(campaign.spec, campaign.graph, fields.span)[1] == {}


def test_the_readings_that_are_there_count(tmp_path, few_learned):
    with sites(tmp_path, policy="CheapUCB", horizon=4) as campaign:
        campaign.observe_many([([k], 1.0 * k, None) for k in range(5)])
        fields = known_values(campaign, np.arange(9.0))
        given = campaign.spec, campaign.graph, fields.span
        said = contenders(*given, seen=len(fields.seen))[1]["Finder"]
        assert said.endswith("and at least 4 would be made beside the 5 that are there")
        assert contenders(*given, seen=8)[1]["Finder"].endswith("and 8 are there")


def test_a_policy_that_learns_ends_where_its_campaign_would(tmp_path, few_learned):
    with sites(tmp_path, policy="Finder", budget=20.0) as campaign:
        campaign.observe_many([([k], 1.0 * k, None) for k in range(3)])
        fields = known_values(campaign, np.arange(9.0))
        players, left_out = contenders(campaign.spec, campaign.graph, fields.span, ["Sweep"])
        assert left_out == {}
        for batch in (1, 3):
            cells = [*rehearse(campaign, players, fields, runs=1, batch=batch)]
            assert [cell.rounds for cell in cells] == [5, 20, 20]
        full = [([k], 1.0 * k, None) for k in range(3, 8)]
        campaign.observe_many(full)
        with pytest.raises(ClosedError, match="at most 8 readings, and 8 are there or awaited"):
            rehearse(campaign, players, known_values(campaign, np.arange(9.0)))


@pytest.mark.parametrize("cost", [{1: 0.0, 2: 0.0}, {1: 1e-9}, {1: 1.0, 2: 0.0}, {1: 1, 2: 4e-6}])
@pytest.mark.parametrize("policy", ["CheapUCB", "RandomSampling", "Finder"])
def test_what_no_money_ends_is_refused_before_it_is_played(tmp_path, cost, policy):
    settings = {"cost": cost, "budget": 5.0, "policy": policy}
    with Campaign.create("free", cb.grid(3, 3), db=tmp_path / "c.db", **settings) as campaign:
        fields = known_values(campaign, np.arange(9.0))
        players, _ = contenders(campaign.spec, campaign.graph, fields.span, ["Sweep"])
        with pytest.raises(ParameterError, match=r"more than 1,000,000 measu.*\(--rounds 100; in"):
            rehearse(campaign, players, fields)
        assert len([*rehearse(campaign, players, fields, runs=1, rounds=3)]) == len(players)


@pytest.mark.parametrize(
    "settings",
    [
        {"horizon": 3},
        {"stop": "rounds>=3"},
        {"cost": {1: 1.0, 2: 6e-6}, "policy": "Sweep", "stop": "cost>=1"},
    ],
)
def test_what_a_plan_or_a_rule_ends_is_played(tmp_path, settings):
    given = {"cost": {1: 0.0}, "budget": 5.0, "policy": "RandomSampling", **settings}
    with Campaign.create("free", cb.grid(3, 3), db=tmp_path / "c.db", **given) as campaign:
        fields = known_values(campaign, np.arange(9.0))
        players, _ = contenders(campaign.spec, campaign.graph, fields.span, [])
        rehearse(campaign, players, fields)


def test_the_end_must_be_known(graph, tmp_path):
    with Campaign.create("free", graph, db=tmp_path / "f.db", horizon=None) as campaign:
        fields = known_values(campaign, hill(graph))
        with pytest.raises(cb.ParameterError, match="say how many rounds"):
            play(campaign, fields, ["Sweep"])
        _, cells = play(campaign, fields, ["Sweep"], runs=1, rounds=4)
        assert {cell.rounds for cell in cells} == {4}


def interval(low, high):
    return MeanInterval((low + high) / 2, low, high)


SAME = interval(0.99, 1.01)
CHEAP = interval(0.4, 0.6)
DEAR = interval(1.4, 1.6)


@pytest.mark.parametrize(
    ("regret", "cost", "answer", "word"),
    [
        (interval(-9, -1), SAME, "yes", "5 (1 to 9) higher"),
        (interval(-9, -1), CHEAP, "yes", "costs 50% less"),
        (interval(-9, -1), DEAR, "cannot tell", "but it costs 50% more"),
        (interval(1, 9), SAME, "no", "lower"),
        (interval(1, 9), DEAR, "no", "and it costs 50% more"),
        (interval(3, 9), CHEAP, "cannot tell", "but its place is"),
        (interval(1, 1.9), CHEAP, "yes", "as good (at most 1.9 lower)"),
        (interval(-1, 1), CHEAP, "yes", "as good (at most 1 lower)"),
        (interval(-1, 1), SAME, "no", "at most 1 higher"),
        (interval(-9, 9), SAME, "cannot tell", "more runs"),
        (interval(-9, 9), CHEAP, "cannot tell", "between 9 lower and 9 higher"),
        (interval(-9, 0), SAME, "cannot tell", "between 0 and 9 higher"),
        (interval(0, 9), SAME, "no", "at most 0 higher"),
        (interval(-np.inf, np.inf), SAME, "cannot tell", "one run cannot say; more runs (--runs)"),
    ],
)
def test_the_answer_follows_from_whole_intervals(regret, cost, answer, word):
    given = verdict(regret, cost, tolerance=2.0)
    assert given.answer == answer
    assert word in given.why
    assert "-0" not in given.why
    assert "inf" not in given.why


def cells_of(name, regrets, cost=1.0):
    return [Cell(name, run, 0, 0.0, r, cost, 3) for run, r in enumerate(regrets)]


def players_of(*names):
    return [Contender(name, Spec(policy=name), chosen=i == 0) for i, name in enumerate(names)]


def test_differences_are_paired_by_run():
    """Runs differ by 100, the two by 1: only pairs can tell."""
    easy = np.arange(6) * 100.0
    wobble = np.array([0.9, 1.1, 1.0, 1.0, 0.9, 1.1])
    cells = cells_of("Finder", easy) + cells_of("RandomSampling", easy + wobble)
    row, chance = compared(cells, players_of("Finder", "RandomSampling"), 0.5).rows
    assert row.against_random.high < 0
    assert row.regret.high > chance.regret.low  # side by side, nobody could say


def test_an_interrupted_rehearsal_counts_what_was_played():
    players = players_of("Finder", "Sweep", "RandomSampling")
    assert compared([], players, 1.0).rows == ()
    some = compared(cells_of("Finder", [1.0]), players, 1.0)
    assert [row.name for row in some.rows] == ["Finder"]
    assert some.answer is None
    uneven = cells_of("Finder", [1, 2, 3]) + cells_of("RandomSampling", [4, 6])
    result = compared(uneven, players, 1.0)
    assert [row.runs for row in result.rows] == [3, 2]
    assert result.rows[0].against_random.mean == -3.5


def test_the_best_is_the_cheapest_of_the_good():
    names = ("Finder", "Sweep", "RandomSampling")
    good, bad = [1.0, 2.0, 1.5, 1.2], [30.0, 31.0, 33.0, 30.0]
    equal, worse = [1.6, 1.5, 1.6, 1.4], [regret + 0.3 for regret in good]
    chance = cells_of("RandomSampling", bad, cost=0.1)

    def best(finder, sweep):
        return compared([*finder, *sweep, *chance], players_of(*names), 1.0).best

    assert best(cells_of("Finder", good, 9.0), cells_of("Sweep", equal, 3.0)) == "Sweep"
    assert best(cells_of("Finder", good, 9.0), cells_of("Sweep", worse, 3.0)) == "Finder"
    assert best(cells_of("Finder", good, 3.1), cells_of("Sweep", equal, 3.0)) == "Finder"


@pytest.mark.parametrize(
    ("sweep", "chance", "name", "decided", "words"),
    [
        ([10, 11, 13, 10], [30, 31, 33, 30], "Finder", False, "Finder does best here, its place"),
        ([1, 2, 1, 2], [30, 31, 33, 30], "Sweep", True, "Sweep does best here, better than"),
        ([30, 31, 33, 30], [1, 2, 1, 2], "RandomSampling", True, "RandomSampling does best here"),
        ([9, 31, 33, 9], [30, 31, 33, 30], "Finder", False, "Finder looks best here"),
        ([40, 41, 43, 40], [30, 31, 33, 30], "Finder", True, "Finder does best here, its place"),
    ],
)
def test_the_winner_is_named_whoever_it_is(sweep, chance, name, decided, words):
    """With its interval, and with those from whom the runs do not tell it apart."""
    finder = cells_of("Finder", [10.0, 11.0, 13.0, 10.0])
    cells = finder + cells_of("Sweep", sweep) + cells_of("RandomSampling", chance)
    found = compared(cells, players_of("Finder", "Sweep", "RandomSampling"), 1.0)
    assert (found.winner.name, found.winner.decided, found.best) == (name, decided, name)
    assert found.winner.why.startswith(words)
    assert "95 %" in found.winner.why
    tied = sweep == [10, 11, 13, 10]
    assert ("Sweep did as well" in found.winner.why) == tied
    assert ("not decided" in found.winner.why) == (not decided and not tied)
    assert "e+" not in found.winner.why
    assert ("beats Sweep is not" in found.winner.why) == (not decided and not tied)


def test_what_counts_as_found_is_what_the_campaign_counts_as_the_best(tmp_path):
    """Seen: of a range that was given, status took 5 % and the rehearsal 5 % of likely values."""
    for name, more, expected in (
        ("said", {"tolerance": 0.7, "low": 0.0, "high": 10.0}, 0.7),
        ("range", {"low": 0.0, "high": 10.0}, 0.5),
        ("half a range", {"low": 0.0}, 0.05 * 4),
        ("nothing", {}, 0.05 * 4),
    ):
        campaign = Campaign.create(name, cb.grid(3, 3), db=tmp_path / "c.db", budget=9.0, **more)
        fields = known_values(campaign, np.linspace(1, 5, 9))
        assert fields.tolerance(campaign.spec) == pytest.approx(expected)
        if len(more) > 1:
            campaign.observe([0], 1.0)
            assert campaign.assess().tolerance == pytest.approx(expected)
