"""One file per format, in the words of alembic."""
