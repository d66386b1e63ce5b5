"""Put a database back to an earlier moment, as an administrator does under a running program."""

from sqlalchemy import MetaData, create_engine

from cheapbandits.store.location import resolve


class Copy:
    """Every row of the three tables as they are now; :meth:`put_back` makes it so again."""

    TABLES = ("cheapbandits_campaigns", "cheapbandits_graphs", "cheapbandits_events")

    def __init__(self, db):
        where = resolve(db)
        self.engine = create_engine(where if isinstance(where, str) else f"sqlite:///{where}")
        self.metadata = MetaData()
        self.metadata.reflect(self.engine, only=self.TABLES)
        with self.engine.connect() as connection:
            self.rows = {
                name: [dict(row) for row in connection.execute(table.select()).mappings()]
                for name, table in self.metadata.tables.items()
            }
        self.engine.dispose()

    def put_back(self):
        with self.engine.begin() as connection:
            for table in reversed(self.metadata.sorted_tables):
                connection.execute(table.delete())
            for table in self.metadata.sorted_tables:
                if self.rows[table.name]:
                    connection.execute(table.insert(), self.rows[table.name])
        self.engine.dispose()
