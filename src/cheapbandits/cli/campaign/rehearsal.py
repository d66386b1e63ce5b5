"""Policies side by side on a campaign's terms: one table, one picture, one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cheapbandits.cli.interrupts import held_back
from cheapbandits.cli.plain import note, plain
from cheapbandits.text import how_many

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cheapbandits.campaign import Campaign
    from cheapbandits.campaign.rehearsal import Cell, Compared, Contender, Fields
    from cheapbandits.campaign.spec import Spec

__all__ = ["Plan", "play_side_by_side"]


@dataclass(frozen=True)
class Plan:
    """What was asked for; see the options of ``drill``."""

    noise: float | None
    runs: int
    against: tuple[str, ...]
    suggest: bool
    out: Path | None
    rounds: int | None
    batch: int
    seed: int


def play_side_by_side(
    real: Campaign,
    truth: NDArray[np.float64] | None,
    plan: Plan,
    *,
    db: str | None,
    as_json: bool,
) -> None:
    """Play, and print what was found out; after Ctrl-C what was found out until then."""
    from cheapbandits.campaign.documents import rehearsal_document
    from cheapbandits.campaign.rehearsal import RIVALS, contenders, known_values, likely_values
    from cheapbandits.campaign.rehearsal.compared import compared
    from cheapbandits.campaign.rehearsal.lasting import ended_early
    from cheapbandits.canvas.dots import check_picture
    from cheapbandits.cli.campaign.rehearsal_shown import pictures, print_compared
    from cheapbandits.cli.campaign.shown import print_json

    if plan.out is not None:
        check_picture(plan.out)
    if truth is None:
        fields = likely_values(real, plan.runs, plan.noise, plan.seed)
    else:
        fields = known_values(real, truth, plan.noise)
    names = plan.against or RIVALS
    seen = len(fields.seen)
    players, left_out = contenders(
        real.spec, real.graph, fields.span, names, seen=seen, rounds=plan.rounds
    )
    cells, whole = _played(real, players, fields, plan)
    result = compared(cells, players, fields.tolerance(real.spec))
    commands = _commands(real, players, result, db) if plan.suggest else []
    if plan.out is not None and result.rows:
        from cheapbandits.canvas.dots import save_dots

        save_dots(pictures(result), plan.out, f"{real.name}: {_about(fields, real)}")
    if as_json:
        print_json(rehearsal_document(real.name, result, fields, left_out, commands, whole))
        return
    print_compared(result, _about(fields, real))
    planned = real.spec.horizon if plan.rounds is None else plan.rounds
    for name, why in ended_early(players, cells, planned, seen).items():
        note(f"note: {name} ends before the others, as its campaign would: {why}")
    for name, why in left_out.items():
        note(f"note: {name} does not play: {why}")
    for command in commands:
        print(command)
    if plan.out is not None and result.rows:
        print(f"written: {plain(plan.out)}")


def _played(
    real: Campaign, players: list[Contender], fields: Fields, plan: Plan
) -> tuple[list[Cell], bool]:
    """Return what was played, and whether that is all.

    Ctrl-C waits for the end of a game: in the middle of one it may fall where a thread is being
    started, and Python does not survive that.
    """
    from cheapbandits.campaign.rehearsal import rehearse
    from cheapbandits.progress import counted

    cells: list[Cell] = []
    play = rehearse(
        real,
        players,
        fields,
        runs=plan.runs,
        seed=plan.seed,
        rounds=plan.rounds,
        batch=plan.batch,
    )
    try:
        with held_back() as pressed:
            for cell in counted(play, plan.runs * len(players), "rehearsing", lines=True):
                cells.append(cell)
                if pressed():
                    break
    except KeyboardInterrupt:
        return cells, False
    return cells, True


def _about(fields: Fields, real: Campaign) -> str:
    """Return what was played with, in words."""
    start = f" after {how_many(len(fields.seen))}" if fields.seen else ""
    if fields.likely:
        return f"likely values{start}"
    return f"{real.graph.n_nodes:,} known values{start}"


def _commands(
    real: Campaign, players: list[Contender], result: Compared, db: str | None
) -> list[str]:
    """Return the commands that make a campaign of the best, with its masks and readings."""
    from cheapbandits.campaign.cloning import free_name
    from cheapbandits.campaign.rehearsal.command import new_command
    from cheapbandits.cli.campaign.commands import Commands, node_words, where

    if result.best is None:
        return []
    best: Spec = next(player.spec for player in players if player.name == result.best)
    name = free_name(real._desk)
    first, last = where(db)
    lines = [" ".join([*first, new_command(name, f"campaign:{real.name}", best), *last])]
    old, new = Commands(real.name, db), Commands(name, db)
    if masked := sorted(real.masked):
        lines.append(new("mask", *node_words(real.graph, masked, most=len(masked))))
    if real.status().observed:
        file = old.word(f"{real.name}-readings.csv")
        lines += [old("export", "--out", file), new("import", file)]
    return lines
