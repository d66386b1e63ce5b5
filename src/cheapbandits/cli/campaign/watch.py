"""``campaign watch``: readings in, line by line; the next asks out."""

from __future__ import annotations

import codecs
import json
import math
import sys
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from cheapbandits.cli.campaign.commands import Commands
from cheapbandits.cli.campaign.odd_readings import note_if_odd
from cheapbandits.cli.campaign.options import (
    Assignee,
    Beyond,
    Db,
    HowMany,
    Lease,
    Name,
    Who,
    open_campaign,
)
from cheapbandits.cli.campaign.tell import note_if_over
from cheapbandits.cli.exits import OVER, STORE, one_line
from cheapbandits.cli.interrupts import said
from cheapbandits.cli.plain import json_text, note, plain
from cheapbandits.cli.streams import say
from cheapbandits.errors import CheapBanditsError, ParameterError, outcome
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from cheapbandits.campaign import Ask, Campaign

__all__ = ["parse_line", "watch", "watch_campaign"]

#: Bytes of the longest line that is read: an endless one must not fill the memory.
LONGEST = 1_000_000


def watch(
    name: Name,
    n: HowMany = 1,
    lease: Lease = None,
    beyond: Beyond = False,
    assignee: Assignee = None,
    db: Db = None,
    who: Who = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document a line.")] = False,
) -> None:
    """Read readings from standard input, line by line, and print the next asks.

    A line is ASK READING, or JSON: {"ask": 3, "reading": 0.42}. An ask is printed as its number,
    cost, node indices (';') and names ('; '), with tabs between. A bad line is reported on
    standard error and skipped, and so is a last one without a line break: it may be cut. It ends
    with the input, or when the campaign is over.
    """
    campaign = open_campaign(name, db, who)
    command = Commands(name, db)
    watch_campaign(
        campaign, n, command, lease=lease, beyond=beyond, assignee=assignee, as_json=as_json
    )


def watch_campaign(
    campaign: Campaign,
    n: int,
    command: Commands,
    *,
    lease: float | None,
    beyond: bool,
    assignee: str | None,
    as_json: bool,
) -> None:
    """Tell what comes in and print what is asked next, until either ends."""
    printed: set[int] = set()
    noted: set[str] = set()

    def ask_next() -> None:
        for one in campaign.ask(n, lease=lease, beyond=beyond, assignee=assignee):
            if one.number not in printed:
                printed.add(one.number)
                say(_ask_line(one, as_json))
        said()

    ask_next()
    for count, line in enumerate(_lines(sys.stdin.buffer), start=1):
        raw = line if count > 1 else line.removeprefix(codecs.BOM_UTF8)  # as Windows sends it
        if not raw.strip():
            continue
        try:
            _take(campaign, raw, command, noted)
            said()
            reason = _over(campaign)
            if reason is None:
                ask_next()
        except CheapBanditsError as error:
            reason = _survive(campaign, error, count)
        if reason is not None:
            _end(reason, as_json)
            return


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield lines; of one without an end only the beginning, which is longer than any."""
    while line := stream.readline(LONGEST + 1):
        rest = line
        while len(rest) > LONGEST and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST + 1)
        yield line


def _take(campaign: Campaign, raw: bytes, command: Commands, noted: set[str]) -> None:
    """Record what a line says; ``noted`` is what need not be said again."""
    from cheapbandits.campaign.by_index import as_indices, other_reading

    if len(raw) > LONGEST:
        raise ParameterError(f"a line has at most {LONGEST:,} bytes; this one has more")
    text = raw.decode("utf-8", errors="replace")
    if not raw.endswith(b"\n") and not text.rstrip().endswith("}"):  # JSON says where it ends
        raise ParameterError(
            f"left out, as the input ends before the line does: '{shown(text.strip(), 80)}' may be "
            "cut; end it with a line break"
        )
    given = parse_line(text)
    if "nodes" in given:
        nodes = as_indices(given["nodes"])
        event = campaign.observe(nodes, given["reading"], key=given.get("key"))
        if not noted and (other := other_reading(campaign.graph, given["nodes"])) is not None:
            noted.add(other)
            note(f"note: {other}")
            sys.stderr.flush()
        annul = command("annul", event.seq, "--observation")
    else:
        campaign.tell(given["ask"], given["reading"], key=given.get("key"))
        annul = command("annul", given["ask"])
        note_if_over(campaign)
    note_if_odd(campaign, given["reading"], annul)


def parse_line(line: str) -> dict[str, Any]:
    """Return what a line tells: ``ask`` or ``nodes``, ``reading``, perhaps ``key``."""
    try:
        if line.lstrip().startswith("{"):
            given = json.loads(line, object_pairs_hook=_once_each)
        else:
            given = _two_words(*line.split())
    except (ValueError, TypeError, RecursionError):
        raise ParameterError(
            'expected ASK READING or {"ask": 3, "reading": 0.42}; '
            f"got '{shown(line.strip(), 80)}'"
        ) from None
    unknown = given.keys() - {"ask", "nodes", "reading", "key"}
    if unknown or "reading" not in given or ("ask" in given) == ("nodes" in given):
        raise ParameterError("a line has the keys reading, ask or nodes, and perhaps key")
    if "ask" in given and type(given["ask"]) is not int:
        raise ParameterError(f"an ask is a whole number, got {given['ask']!r}")
    if "nodes" in given and not _are_nodes(given["nodes"]):
        raise ParameterError("nodes is a list of names or indices")
    return dict(given)


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key stands twice: no telling which is meant")
    return dict(pairs)


def _two_words(ask: str, reading: str) -> dict[str, Any]:
    value = math.nan if reading.lower() == "nan" else parse_number(reading)
    if value is None or not (ask.isascii() and ask.isdigit()):
        raise ValueError("not two numbers")
    return {"ask": int(ask), "reading": value}


def _are_nodes(nodes: object) -> bool:
    return isinstance(nodes, list) and all(type(node) in (int, str) for node in nodes)


def _survive(campaign: Campaign, error: CheapBanditsError, count: int) -> str | None:
    """Report a bad line and go on (None), or return why the campaign is over."""
    code = outcome(error).exit
    if code == STORE:
        raise error
    status = campaign.status()
    if code == OVER and not (status.state == "paused" and status.open):
        return str(error)
    note(f"line {count}: {one_line(error)}")
    sys.stderr.flush()
    return None


def _over(campaign: Campaign) -> str | None:
    met = campaign.should_stop()
    return f"the stopping rule {campaign.spec.stop} is met" if met else None


def _end(reason: str, as_json: bool) -> None:
    if as_json:
        say(json_text({"over": reason}, indent=None))
    note(f"over: {reason}")


def _ask_line(ask: Ask, as_json: bool) -> str:
    from cheapbandits.campaign.documents import ask_document

    if as_json:
        return json_text(ask_document(ask), indent=None)
    nodes = ";".join(map(str, ask.nodes))
    return f"{ask.number}\t{ask.cost!r}\t{nodes}\t{plain('; '.join(ask.names))}"
