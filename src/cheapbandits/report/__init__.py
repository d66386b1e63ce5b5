"""The reproduction's report: one page for people, a Markdown twin, a table for the terminal."""

from cheapbandits.report.content import write_report
from cheapbandits.report.verdicts import verdict_table

__all__ = ["verdict_table", "write_report"]
