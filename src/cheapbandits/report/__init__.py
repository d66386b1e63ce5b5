"""The reproduction's report: one page for people, a Markdown twin, a table for the terminal."""

from cheapbandits.report.terminal import verdict_table
from cheapbandits.report.write import write_report

__all__ = ["verdict_table", "write_report"]
