"""Every JSON document of a campaign: what ``--json`` prints and what a service answers.

Plain data in, plain data out. ``docs/campaigns.md`` lists the fields; a test compares.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.origins import origin_of, own_origin
from cheapbandits.campaign.whereabouts import whereabouts
from cheapbandits.checks import Index, indices
from cheapbandits.errors import DamagedError, outcome

if TYPE_CHECKING:
    from cheapbandits.campaign.answers import Ask, Status
    from cheapbandits.campaign.drill import DrillReport
    from cheapbandits.campaign.import_keys import Recorded
    from cheapbandits.campaign.importing import Imported
    from cheapbandits.campaign.rehearsal import Compared, Fields, Row
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.campaign.standing import Asked, Seen, Standing
    from cheapbandits.campaign.stopping import Outlook
    from cheapbandits.graphs import Graph
    from cheapbandits.metrics import MeanInterval
    from cheapbandits.store import Event

__all__ = [
    "COLUMNS",
    "ask_document",
    "asks_document",
    "backup_document",
    "begun_document",
    "check_document",
    "deleted_document",
    "drill_document",
    "error_document",
    "event_document",
    "events_document",
    "export_document",
    "files_document",
    "history_rows",
    "import_document",
    "listing_document",
    "many_document",
    "new_document",
    "notes_of",
    "outlook_document",
    "rehearsal_document",
    "renamed_document",
    "rows_document",
    "status_document",
    "told_document",
    "upgrade_document",
]

Document = dict[str, Any]

#: The fields of a row of history, and the columns of an exported table.
COLUMNS = (
    "ask",
    "observation",
    "status",
    "center",
    "place",
    "at",
    "names",
    "nodes",
    "weights",
    "width",
    "cost",
    "reading",
    "assignee",
    "asked",
    "told",
    "origin",
)


# -- asks ------------------------------------------------------------------------------------------


def ask_document(ask: Ask) -> Document:
    """Return a group to measure."""
    return {
        "ask": ask.number,
        "center": ask.center,
        "place": ask.names[0],
        "nodes": list(ask.nodes),
        "names": list(ask.names),
        "width": ask.width,
        "cost": ask.cost,
        "weights": None if ask.weights is None else list(ask.weights),
        "lease": ask.lease,
        "assignee": ask.assignee,
        "masked": ask.masked,
    }


def asks_document(
    name: str,
    asks: Sequence[Ask],
    rule: str | None = None,
    met: bool = False,
    closed: str | None = None,
) -> Document:
    """Return what to measure next and, with a stopping rule, whether it is met.

    ``closed`` is why there are no more, where fewer were found than asked for.
    """
    document: Document = {"name": name, "asks": [ask_document(ask) for ask in asks]}
    stop = {"stop": {"rule": rule, "met": met}, "closed": closed}
    return document if rule is None else {**document, **stop}


def files_document(name: str, files: Iterable[Path]) -> Document:
    """Return the files that asks were written to."""
    return {"name": name, "files": [str(file) for file in files]}


# -- where it stands -------------------------------------------------------------------------------


def status_document(status: Status, outlook: Outlook | None = None) -> Document:
    """Return where a campaign stands and, where given, how sure the answer is."""
    ahead = {} if outlook is None else outlook_document(outlook)
    money = {"left": status.left, "over_budget": status.over_budget}
    return {**asdict(status), **money, **ahead}


def outlook_document(outlook: Outlook) -> Document:
    """Return how sure the answer is and what going on would cost."""
    known = outlook.assessment
    return {
        "assessment": None if known is None else {"place": outlook.place, **asdict(known)},
        "agreement": outlook.agreement,
        "follows": outlook.follows,
        "cost_so_far": outlook.spent,
        "cost_of_going_on": outlook.ahead,
        "stop": {"rule": outlook.rule, "met": outlook.met},
        "unseen": outlook.unseen,
        "masked": outlook.masked,
        "nodes": outlook.n_nodes,
    }


def new_document(status: Status, graph: Graph, spec: Spec) -> Document:
    """Return a campaign that was just created."""
    return {**status_document(status), "graph": repr(graph), "spec": spec.to_dict()}


def begun_document(status: Status, graph: Graph, spec: Spec, readings: Imported | None) -> Document:
    """Return a new campaign, and what was made of the columns of its sites and first readings."""
    from cheapbandits.graphs.extent import extent

    begun = None if readings is None else {"rows": len(readings.rows), **readings.understood}
    where = extent(graph)
    return {
        **new_document(status, graph, spec),
        "readings": begun,
        "passed_over": list(graph.passed_over),
        "extent": None if where is None else where.to_dict(),
    }


def renamed_document(old: str, new: str) -> Document:
    """Return what a campaign is called now, and what it was called."""
    return {"name": new, "from": old}


def deleted_document(name: str, file: Path | None, events: int | None) -> Document:
    """Return a campaign that is gone, and where it was written to; ``None``: nowhere."""
    return {"name": name, "file": None if file is None else str(file), "events": events}


def listing_document(found: Iterable[Status | DamagedError]) -> Document:
    """Return all campaigns; of a damaged one its name and what to do about it."""
    return {"campaigns": [_listed(one) for one in found]}


def _listed(one: Status | DamagedError) -> Document:
    if isinstance(one, DamagedError):
        return {"name": one.campaign, "state": "damaged", "problem": str(one)}
    return status_document(one)


# -- what happened ---------------------------------------------------------------------------------


def event_document(event: Event) -> Document:
    """Return one change."""
    return asdict(event)


def told_document(
    event: Event,
    over_budget: float = 0.0,
    note: str | None = None,
    by_index: str | None = None,
) -> Document:
    """Return a reading as it was stored; by how much the budget is passed, and what is odd.

    ``by_index`` says which of its nodes may have been meant otherwise, see :mod:`.by_index`.
    """
    said = {"over_budget": over_budget, "note": note, "by_index": by_index}
    return {**event_document(event), **{name: word for name, word in said.items() if word}}


def events_document(name: str, events: Iterable[Event]) -> Document:
    """Return the log, or a part of it."""
    return {"name": name, "events": [event_document(event) for event in events]}


def rows_document(name: str, rows: Sequence[Document]) -> Document:
    """Return the history as it counts now."""
    return {"name": name, "rows": list(rows)}


def history_rows(standing: Standing, graph: Graph) -> list[Document]:
    """Return one row an ask or observation, in the order they came, with :data:`COLUMNS`."""
    asks = [(ask.seq, _ask_row(number, ask, graph)) for number, ask in standing.asks.items()]
    seen = [(seq, _seen_row(seq, one, graph)) for seq, one in standing.observations.items()]
    return [row for _, row in sorted(asks + seen, key=lambda pair: pair[0])]


def _ask_row(number: int, ask: Asked, graph: Graph) -> Document:
    return {
        "ask": number,
        "observation": None,
        "status": "annulled" if ask.annulled else ask.status,
        "center": ask.probe.center,
        "place": graph.name(ask.probe.center),
        "at": whereabouts(graph, ask.probe.center, ask.probe.nodes),
        "names": [graph.name(node) for node in ask.probe.nodes],
        "nodes": list(ask.probe.nodes),
        "weights": _shares(ask.probe.weights),
        "width": ask.probe.width,
        "cost": ask.probe.cost,
        "reading": ask.reading,
        "assignee": ask.assignee,
        "asked": ask.asked,
        "told": ask.told,
        "origin": own_origin("ask", number, ask.asked),
    }


def _seen_row(seq: int, seen: Seen, graph: Graph) -> Document:
    return {
        "ask": None,
        "observation": seq,
        "status": "annulled" if seen.annulled else "observed",
        "center": Index(seen.nodes[0]),
        "place": graph.name(seen.nodes[0]),
        "at": whereabouts(graph, seen.nodes[0], seen.nodes),
        "names": [graph.name(node) for node in seen.nodes],
        "nodes": list(indices(seen.nodes)),
        "weights": _shares(seen.weights),
        "width": len(seen.nodes),
        "cost": 0.0,
        "reading": seen.reading,
        "assignee": None,
        "asked": None,
        "told": seen.at,
        "origin": origin_of(seq, seen.at, seen.key),
    }


def _shares(weights: Sequence[float] | None) -> list[float] | None:
    """Return the share of each node of a group in its average; ``None`` where all are equal."""
    return None if weights is None or len(set(weights)) == 1 else list(weights)


# -- files, rehearsals, the database ---------------------------------------------------------------


def import_document(name: str, file: Path, found: Imported, done: Recorded) -> Document:
    """Return what became of a file of readings.

    ``skipped`` rows had a status that keeps out; ``known`` ones are ``left_out``, each where it
    stands in the file, as they are there already; ``alike`` of the new ones may be, with a date
    that is written otherwise or other decimals; ``notes`` say what else may be wrong with them.
    The rest is what was made of the file's columns.
    """
    counts = {"rows": len(found.rows), "new": done.new, "skipped": found.skipped}
    understood = found.understood
    return {
        "name": name,
        "file": str(file),
        **counts,
        "known": done.known,
        "left_out": [found.places[k] for k in done.left_out],
        "alike": done.alike,
        "observations": _ends(done.observations),
        "notes": [*notes_of(understood), *done.notes],
        **understood,
    }


def notes_of(understood: Mapping[str, Any]) -> list[str]:
    """Return what to say of a file by what was made of its columns."""
    from cheapbandits.graphs.files.believed_maps import believed_note

    column = understood["column"] or ""
    said = believed_note([column, understood["sites"] or "", *understood["passed_over"]], column)
    return [] if said is None else [said]


def many_document(
    name: str,
    rows: int,
    numbers: range,
    note: str | None = None,
    by_index: str | None = None,
) -> Document:
    """Return what became of many readings; ``numbers`` are those of the new ones."""
    found = {"name": name, "rows": rows, "new": len(numbers), "observations": _ends(numbers)}
    said = {"note": note, "by_index": by_index}
    return found | {word: text for word, text in said.items() if text}


def _ends(numbers: range) -> Document | None:
    return {"first": numbers[0], "last": numbers[-1]} if numbers else None


def export_document(name: str, file: Path, rows: int) -> Document:
    """Return what was written."""
    return {"name": name, "file": str(file), "rows": rows}


def drill_document(report: DrillReport) -> Document:
    """Return what happened in a rehearsal."""
    return asdict(report)


def rehearsal_document(
    name: str,
    result: Compared,
    fields: Fields,
    left_out: Mapping[str, str],
    commands: Sequence[str],
    whole: bool,
) -> Document:
    """Return what policies found side by side; an interval of one run has no ends."""
    given, top = result.answer, result.winner
    return {
        "name": name,
        "values": "likely" if fields.likely else "known",
        "noise": fields.noise,
        "tolerance": result.tolerance,
        "policies": [_compared_row(row) for row in result.rows],
        "left_out": dict(left_out),
        "beats_random": None if given is None else {"answer": given.answer, "why": given.why},
        "best": result.best,
        "winner": None
        if top is None
        else {"policy": top.name, "decided": top.decided, "why": top.why},
        "suggest": list(commands),
        "complete": whole,
    }


def _compared_row(row: Row) -> Document:
    return {
        "policy": row.name,
        "chosen": row.chosen,
        "runs": row.runs,
        "regret": _interval(row.regret),
        "cost": _interval(row.cost),
        "measured": row.rounds,
        "found": row.found,
        "less_random": None if row.against_random is None else _interval(row.against_random),
    }


def _interval(found: MeanInterval) -> Document:
    ends = {"low": found.low, "high": found.high}
    finite = {key: end if math.isfinite(end) else None for key, end in ends.items()}
    return {"mean": found.mean, **finite}


def check_document(campaigns: int, problems: Sequence[str]) -> Document:
    """Return what is wrong with a database."""
    return {"campaigns": campaigns, "problems": list(problems)}


def backup_document(file: Path) -> Document:
    """Return the copy that was made."""
    return {"file": str(file), "bytes": file.stat().st_size}


def upgrade_document(newest: str, campaigns: int) -> Document:
    """Return the format that a database has now."""
    return {"format": newest, "campaigns": campaigns}


def error_document(error: Exception) -> Document:
    """Return an error: the one shape of all, with the stored event where there is a conflict."""
    event = getattr(error, "event", None)
    return {
        "error": {
            "code": outcome(error).exit,
            "kind": type(error).__name__,
            "message": str(error),
            "stored": None if event is None else event_document(event),
        }
    }
