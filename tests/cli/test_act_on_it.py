"""Whether to act on an answer: not on the probability alone, but on whether the graph tells."""

import numpy as np
import pytest

from cheapbandits.graphs import grid


@pytest.mark.parametrize(
    ("smooth", "advice"),
    [(True, "act on it?  yes"), (False, "act on it?  only if linked sites are alike")],
)
def test_sure_of_a_field_that_does_not_follow_the_graph(terminal, tmp_path, smooth, advice):
    """Seen: 91 % and "yes" for a wrong place, beside "do not tell yet whether alike"."""
    x, y = grid(7, 7).coordinates.T
    rng = np.random.default_rng(4)
    field = np.exp(-((x - 2) ** 2 + (y - 4) ** 2) / 8) if smooth else rng.permutation(49) / 49
    rows = [f"{k},{i},{j}" for k, (i, j) in enumerate(zip(x, y, strict=True))]
    (tmp_path / "s.csv").write_text("\n".join(["name,x,y", *rows]))
    told = [f"{k},{field[k] + d}" for k in range(48) for d in (0, 0.001)]
    (tmp_path / "r.csv").write_text("\n".join(["name,value", *told]))
    terminal.ok("new", "a", "s.csv", "--neighbors", 4, "--budget", 9)
    terminal.ok("import", "a", "r.csv")
    said = terminal.ok("status", "a", "--assess")
    assert " ".join(advice.split()) in " ".join(said.split())
    known = terminal.json("status", "a", "--assess")
    assert known["assessment"]["probability"] > 0.8
    assert known["follows"] is smooth


def test_a_place_that_nobody_read_by_itself_is_read_before_one_acts(terminal, tmp_path):
    """Seen: of lognormal fields read in groups, 73 % right where 89 % were stated."""
    x, y = grid(7, 7).coordinates.T
    field = 10 * np.exp(-((x - 2) ** 2 + (y - 4) ** 2) / 8)
    rows = [f"p{k},{i},{j}" for k, (i, j) in enumerate(zip(x, y, strict=True))]
    (tmp_path / "s.csv").write_text("\n".join(["name,x,y", *rows]))
    terminal.ok("new", "a", "s.csv", "--neighbors", 4, "--budget", 9, "--tolerance", 3)
    top = int(field.argmax())
    pairs = [[k, k + 1 if k % 7 < 6 else k - 1] for k in range(49)]
    groups = pairs + 2 * [[top, top + 1, top + 7]]
    told = [f"{';'.join(f'p{i}' for i in group)},{field[group].mean()}" for group in groups]
    (tmp_path / "r.csv").write_text("\n".join(["nodes,reading", *told]))
    terminal.ok("import", "a", "r.csv", "--again")
    known = terminal.json("status", "a", "--assess")["assessment"]
    assert (known["place"], known["alone"]) == (f"p{top}", 0)
    assert known["probability"] > 0.8
    said = " ".join(terminal.ok("status", "a", "--assess").split())
    assert "act on it? likely right, but nobody read it by itself" in said
    terminal.ok("observe", "a", f"p{top}", field[top])
    assert terminal.json("status", "a", "--assess")["assessment"]["alone"] == 1
    assert "act on it? yes" in " ".join(terminal.ok("status", "a", "--assess").split())
