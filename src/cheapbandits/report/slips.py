"""Where the paper contradicts itself or says nothing, and what was done: words, no numbers."""

from __future__ import annotations

from cheapbandits.report.blocks import Table

__all__ = ["slips_table"]

_ROWS = (
    (
        "Section 5.3",
        "The text gives stage j the width j; Algorithm 1 and the proof J - j + 1.",
        "J - j + 1: wide first.",
    ),
    (
        "Theorem 2",
        "J = ceil(log T) does not name the base, and at a power of two the stages end one round "
        "early.",
        "Base 2; the last stage runs to T.",
    ),
    (
        "Supplement",
        "Widths are capped at the least degree a; a node and its neighbours are a + 1 nodes.",
        "Capped at a + 1.",
    ),
    ("Figure 1", "The caption has T = 100, the text T = 150.", "Both are run."),
    ("Section 6", "c is not given.", "Every sentence about regret is judged at six values."),
    (
        "Section 6.1",
        "The support of alpha* is not given.",
        "The lowest frequencies; random ones are among the settings below: there all policies do "
        "equally badly.",
    ),
    (
        "Section 6.2",
        "The adjacency matrix is called block triangular.",
        "It is symmetric: dense blocks on the diagonal, few edges outside.",
    ),
    (
        "Section 6.3",
        "Edges join clusters 'that have similar rewards', by 10 nearest neighbours.",
        "Neighbours among the centres; neighbours in reward are run beside them.",
    ),
    (
        "Section 6.3",
        "The quantitative columns are called distances to reference points.",
        "Some are: elevation, aspect, slope and shade are not. All ten are used.",
    ),
    (
        "Section 3.2",
        "s_i = 1 / supp(s) for all i.",
        "On the support only; 0 elsewhere, as the next formula has it.",
    ),
    ("Section 5.3", "The sum of squares has r_t in every term.", "r_i is meant."),
    (
        "Supplement",
        "The isoperimetric number asks for |X| <= X / 2.",
        "|X| <= |V| / 2 is meant.",
    ),
    (
        "Supplement",
        "f'Lf = sum of f_j'L_j f_j drops the edges between the parts.",
        "It is >=, which is what the proof needs.",
    ),
    (
        "Section 6",
        "LinUCB is not spelled out.",
        "One parameter for all nodes, identity prior, N for d: not the disjoint kind.",
    ),
)


def slips_table() -> Table:
    """Return the table, a row a slip or silence."""
    return Table(
        "Slips and silences of the paper",
        ("Where", "What it says", "What we do"),
        _ROWS,
        cards=True,
    )
