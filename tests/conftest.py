"""Fixtures that all tests share: one PostgreSQL server for each test process that needs it."""

from tests.services import postgres_server, postgres_url  # noqa: F401
