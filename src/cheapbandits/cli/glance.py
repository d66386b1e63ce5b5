"""``campaign list`` and ``campaign status``, answered before the command line's library is there.

Looking at a campaign is what people do most, and importing typer, SQLAlchemy and NumPy takes ten
times as long as the look itself. Only the plain forms are taken here; the full command answers
everything else, and says the same.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from cheapbandits.cli.typed_words import as_typed

__all__ = ["answered"]


class Look(NamedTuple):
    """What is to be shown: one campaign or, without a name, all."""

    name: str | None
    db: str | None
    as_json: bool


def answered(words: Sequence[str]) -> bool:
    """Answer ``campaign list`` or ``campaign status NAME``; False where that is not asked."""
    look = parse(words)
    if look is None:
        return False
    from cheapbandits.campaign.tally import is_outdated
    from cheapbandits.errors import DamagedError
    from cheapbandits.store.glance import glance

    found = glance(look.db, look.name)
    if found is None or any(is_outdated(row) for row in found):
        return False
    from cheapbandits.campaign.answers import status_of
    from cheapbandits.cli.campaign.status_shown import print_list, print_status

    try:
        rows = [status_of(row) for row in found]
    except DamagedError:  # the store says which, and shows the others
        return False
    if look.name is None:
        print_list(rows, as_json=look.as_json, db=look.db)
    else:
        print_status(rows[0], as_json=look.as_json, db=look.db)
    return True


def parse(words: Sequence[str]) -> Look | None:
    """Return what plain words ask for; ``None`` for whatever is not sure."""
    if len(words) < 2 or words[0] != "campaign" or words[1] not in ("list", "status"):
        return None
    names: list[str] = []
    db, as_json = os.environ.get("CHEAPBANDITS_DB") or None, False
    rest = iter(words[2:])
    for word in rest:
        if word == "--json":
            as_json = True
        elif word == "--db":
            db = next(rest, "-")
            if db.startswith("-"):
                return None
        elif word.startswith("-"):
            return None
        else:
            names.append(as_typed(word))
    if len(names) != (words[1] == "status"):
        return None
    return Look(names[0] if names else None, db, as_json)
