"""The rules that the database itself keeps: what may stand in it once only.

A key, or an index, that was dropped (by hand, or by a tool that copied the rows and nothing else)
changes no row, so no digest shows it; the next two writers at once would.
"""

from __future__ import annotations

from sqlalchemy import Connection, Index, Inspector, Table, UniqueConstraint, inspect
from sqlalchemy.engine.interfaces import ReflectedIndex
from sqlalchemy.schema import CreateIndex

from cheapbandits.store.tables import metadata
from cheapbandits.text import shown

__all__ = ["lost_rules"]

_RESTORE = "put back a copy made with `cheapbandits db backup`"


def lost_rules(connection: Connection) -> list[str]:
    """Return which rules are missing, and which are there that nobody of ours made."""
    inspector = inspect(connection)
    there, views = set(inspector.get_table_names()), set(inspector.get_view_names())
    found: list[str] = []
    for table in metadata.sorted_tables:
        if table.name in there:  # a table that is gone is found by whoever reads it
            found += _lost_keys(inspector, table) + _odd_indexes(inspector, table, connection)
        elif table.name in views:  # it reads as the table did
            found.append(
                f"{table.name} is a view and no table: nothing can be stored in it; remove it by "
                f"DROP VIEW and give the table its name again, or {_RESTORE}"
            )
    return found


def _lost_keys(inspector: Inspector, table: Table) -> list[str]:
    """Compare primary keys and unique columns."""
    primary = inspector.get_pk_constraint(table.name)["constrained_columns"]
    unique = [
        tuple(sorted(one["column_names"])) for one in inspector.get_unique_constraints(table.name)
    ]
    unique.append(tuple(sorted(primary)))
    wanted = [table.primary_key, *_unique(table)]
    columns = [tuple(column.name for column in key.columns) for key in wanted]
    return [
        f"{table.name} has lost the rule that ({', '.join(names)}) is there once: the same could "
        f"be stored twice; {_RESTORE}"
        for names in columns
        if tuple(sorted(names)) not in unique
    ]


def _odd_indexes(inspector: Inspector, table: Table, connection: Connection) -> list[str]:
    """Compare the indexes; a stranger's matters where it keeps rows out."""
    there = {one["name"]: one for one in inspector.get_indexes(table.name)}
    found = []
    for index in sorted(table.indexes, key=lambda index: str(index.name)):
        one = there.pop(str(index.name), None)
        if one is None or not _same(index, one):
            again = " ".join(str(CreateIndex(index).compile(dialect=connection.dialect)).split())
            found.append(
                f"{table.name} has lost the rule {index.name}, or has another in its place: the "
                f"same could be stored twice; run {again} (after DROP INDEX, where it is there), "
                f"and where that is refused {_RESTORE}"
            )
    ours = {one["name"] for one in inspector.get_unique_constraints(table.name)}
    return found + [
        f"{table.name} has the rule '{shown(name)}', which is none of ours and may keep events "
        "out; remove it by DROP INDEX"
        for name, one in there.items()
        if one["unique"] and name not in ours
    ]


def _same(index: Index, one: ReflectedIndex) -> bool:
    """Whether an index is what it was made as: the columns, unique, of one kind of event."""
    wanted = str(index.dialect_options["sqlite"]["where"])
    options = one.get("dialect_options", {})
    where = str(options.get("sqlite_where", options.get("postgresql_where", "")))
    columns = [column.name for column in index.columns]
    same_kind = wanted in where.replace("::text", "").replace("(", "").replace(")", "")
    return bool(one["unique"]) and one["column_names"] == columns and same_kind


def _unique(table: Table) -> list[UniqueConstraint]:
    made = [one for one in table.constraints if isinstance(one, UniqueConstraint)]
    return sorted(made, key=lambda one: [column.name for column in one.columns])
