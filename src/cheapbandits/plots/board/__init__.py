"""The leaderboard's pictures: regret against cost, stated against true, the cost to find."""

from cheapbandits.plots.board.figures import BOARD_TITLES, board_sheets, save_board_figures

__all__ = ["BOARD_TITLES", "board_sheets", "save_board_figures"]
