"""What others made in a database that acts on what we store: none of it is ours, so it is refused.

Each write would be acknowledged, and another one stored, or none.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from cheapbandits.errors import StoreError
from cheapbandits.store.tables import metadata
from cheapbandits.text import shown

__all__ = ["check_none_act"]

_OURS = ", ".join(f"to_regclass('{table.name}')" for table in metadata.sorted_tables)
#: Whatever comes before or behind a row, or in place of it, may change what is stored, or undo it.
_IN_A_FILE = "SELECT name, tbl_name AS place FROM sqlite_master WHERE type = 'trigger' LIMIT 1"
_ON_A_SERVER = (
    "SELECT tgname AS name, tgrelid::regclass::text AS place FROM pg_trigger"
    f" WHERE NOT tgisinternal AND tgenabled <> 'D' AND tgrelid IN ({_OURS}) LIMIT 1"
)
_RULES = (
    "SELECT rulename AS name, ev_class::regclass::text AS place FROM pg_rewrite"
    f" WHERE ev_enabled <> 'D' AND ev_class IN ({_OURS}) AND rulename <> '_RETURN' LIMIT 1"
)
_HEIRS = (
    "SELECT inhrelid::regclass::text AS name, inhparent::regclass::text AS place FROM pg_inherits"
    f" WHERE inhparent IN ({_OURS}) LIMIT 1"
)


def check_none_act(connection: Connection) -> None:
    """Refuse a database with a trigger that may change what is stored, or with rows of heirs."""

    def first(query: str) -> Any:
        return connection.exec_driver_sql(query).first()

    def refuse(what: str, found: Any) -> None:
        if found:
            raise StoreError(
                f"this database has the {what} '{shown(found.name)}', which is none of ours and "
                f"may change what is stored in '{shown(found.place)}': look at what it does, and "
                f"remove it by DROP {what.upper()}"
            )

    in_a_file = connection.dialect.name == "sqlite"
    refuse("trigger", first(_IN_A_FILE if in_a_file else _ON_A_SERVER))
    if not in_a_file:
        refuse("rule", first(_RULES))
    if not in_a_file and (heir := first(_HEIRS)):
        raise StoreError(
            f"in this database '{shown(heir.name)}' inherits from '{shown(heir.place)}': its rows "
            "would be taken for ours; end that by ALTER TABLE ... NO INHERIT"
        )
