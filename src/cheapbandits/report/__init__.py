"""Reports: one page for people, a Markdown twin, a table for the terminal."""

from cheapbandits.report.board import target_table, write_board_report
from cheapbandits.report.content import write_report
from cheapbandits.report.verdicts import verdict_table

__all__ = ["target_table", "verdict_table", "write_board_report", "write_report"]
