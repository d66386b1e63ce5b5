"""Masked sites are not in the answer, and that is said; what is undone is what was done."""

import pytest

ROWS = {"S0": 1, "S1": 2, "S2": 9, "S3": 4, "S4": 3, "S5": 2}


@pytest.fixture
def soil(terminal, tmp_path):
    sites = [f"{name},{k % 3},{k // 3}" for k, name in enumerate(ROWS)]
    (tmp_path / "s.csv").write_text("\n".join(["name,x,y", *sites]))
    told = [f"{name},{value}" for name, value in ROWS.items()]
    (tmp_path / "r.csv").write_text("\n".join(["name,value", *told]))
    terminal.ok("new", "soil", "s.csv", "--budget", 5, "--low", 0, "--high", 10)
    terminal.ok("import", "soil", "r.csv")
    return terminal


def test_an_answer_without_masked_sites_says_so(soil):
    """Seen: the hottest place gone from the answer, which was 100 % sure of another."""
    assert "left out" not in soil.ok("status", "soil", "--assess")
    soil.ok("mask", "soil", "S2")
    said = " ".join(soil.ok("status", "soil", "--assess").split())
    assert "best so far S3" in said
    assert "left out 1 masked site, whatever was read there" in said
    assert soil.json("status", "soil", "--assess")["masked"] == 1


def test_only_what_changed_is_undone(soil):
    soil.ok("mask", "soil", "S0")
    said = soil.ok("mask", "soil", "S0", "S1")
    assert "masked: S1 (node 1); masked already: S0 (node 0)" in said
    assert "campaign unmask soil S1\n" in said
    said = soil.ok("unmask", "soil", "S1", "S4")
    assert "unmasked: S1 (node 1); not masked: S4 (node 4)" in said
    assert "campaign mask soil S1\n" in said
    assert "nothing to undo" in soil.ok("mask", "soil", "S0")


def test_more_money_keeps_what_was_settled(soil):
    """Seen: bounds, prices, the stopping rule and masks were lost on the way."""
    soil.ok("mask", "soil", "S2")
    soil.ok("clone", "soil", "more", "--with-readings", "--budget", 8)
    old, new = (soil.json("status", name, "--assess") for name in ("soil", "more"))
    assert (new["budget"], new["observed"], new["masked"]) == (8.0, 6, 1)
    assert new["assessment"] == old["assessment"]
    for budget in (0, -1, 0.001):
        assert "budget" in soil.refused(2, "clone", "soil", "third", "--budget", budget)


def test_what_undoes_a_mask_is_no_other_site(terminal, tmp_path):
    """Seen: the undo of site -5 was '#3', its index, and the name of another site."""
    sites = "name,x,y\nA,0,0\nB,1,0\nC,2,0\n-5,0,1\nE,1,1\n{},2,1\n"
    for other, undo in (("#3", "unmask n NODE..."), ("F", "unmask n '#3'")):
        (tmp_path / "s.csv").write_text(sites.format(f'"{other}"'))
        terminal.ok("new", "n", "s.csv", "--budget", 5)
        assert f"campaign {undo}\n" in terminal.ok("mask", "n", "--", "-5")
        terminal.ok("delete", "n", "--yes")


def test_a_best_place_that_was_masked_since_is_named_nowhere(soil):
    """Seen: in a campaign whose budget was spent it stayed the best for ever."""
    soil.ok("ask", "soil")
    assert soil.json("status", "soil")["best"]["name"] == "S2"
    soil.ok("mask", "soil", "S2")
    for _ in range(2):  # a reading that comes later does not bring it back
        assert soil.json("status", "soil")["best"] is None
        assert soil.json("list")["campaigns"][0]["best"] is None
        said = soil.ok("status", "soil")
        assert "masked since; --assess names the best of the others" in said
        assert "S2" not in said + soil.ok("list")
        soil.ok("observe", "soil", "S0", 1.5)
    soil.ok("finish", "soil")
    assert soil.json("status", "soil")["best"] is None
    soil.ok("reopen", "soil")
    soil.ok("unmask", "soil", "S2")
    assert soil.json("status", "soil")["best"]["name"] == "S2"
    soil.ok("mask", "soil", "S2")
    soil.ok("ask", "soil", "--more")
    assert soil.json("status", "soil")["best"]["name"] == "S3"
