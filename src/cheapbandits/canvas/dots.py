"""Means with intervals, a line each: what contenders found beside what they spent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cheapbandits.canvas.look import paper_style
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["FORMATS", "Dots", "check_picture", "draw_dots", "save_dots", "text_dots"]

#: What a picture can be written as.
FORMATS = (".png", ".svg", ".pdf")
_MAIN, _OTHER = "#D55E00", "#0072B2"


@dataclass(frozen=True)
class Dots:
    """One measure of all contenders.

    Attributes
    ----------
    title
        What is measured.
    labels
        Who, from the top down.
    means, lows, highs
        For each; an end may be infinite, where one run says nothing about others.
    main
        Which is drawn in another colour.
    """

    title: str
    labels: tuple[str, ...]
    means: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]
    main: int = 0

    def ends(self, i: int) -> tuple[float, float]:
        """Return where an interval is drawn to: never below 0, nowhere where it has no end."""
        mean, reach = self.means[i], max(self.means)
        low, high = self.lows[i], self.highs[i]
        return (mean, mean) if high - low > 100 * max(reach, 1e-300) else (max(low, 0.0), high)


def draw_dots(panels: Sequence[Dots], title: str = "") -> Figure:
    """Return a figure with the panels side by side; they share their labels."""
    with paper_style():
        from matplotlib.figure import Figure

        n = len(panels[0].labels)
        figure = Figure(figsize=(3.6 * len(panels), 0.9 + 0.28 * n), layout="constrained")
        axes = figure.subplots(1, len(panels), squeeze=False, sharey=True).ravel()
        for ax, panel in zip(axes, panels, strict=True):
            _draw(ax, panel)
        axes[0].set_yticks(range(n), [label.replace("$", r"\$") for label in panels[0].labels])
        axes[0].set_ylim(n - 0.5, -0.5)
        if title:
            figure.suptitle(title.replace("$", r"\$"), fontweight="bold", fontsize=10)
    return figure


def _draw(ax: Axes, panel: Dots) -> None:
    for i, mean in enumerate(panel.means):
        color = _MAIN if i == panel.main else _OTHER
        ax.plot(panel.ends(i), (i, i), color=color, lw=1.4, solid_capstyle="butt", zorder=2)
        ax.plot([mean], [i], marker="o", color=color, ls="none", zorder=3, clip_on=False)
    ax.set(title=panel.title)
    reach = max([*(panel.ends(i)[1] for i in range(len(panel.means))), *panel.means])
    ax.set_xlim(0, 1.03 * reach if reach > 0 else 1.0)
    ax.grid(axis="y", visible=False)


def check_picture(path: Path) -> None:
    """Refuse, before the work, what cannot be written after it."""
    if path.suffix.lower() not in FORMATS:
        raise ParameterError(f"a picture is written as {', '.join(FORMATS)}; got {path.name!r}")
    if not path.parent.is_dir():
        raise ParameterError(f"there is no folder {path.parent}; make it first")
    with paper_style():  # says so where matplotlib is missing
        pass


def save_dots(panels: Sequence[Dots], path: Path, title: str = "") -> None:
    """Write the figure; the same numbers give the same file."""
    figure = draw_dots(panels, title)
    with paper_style():
        about = {"Date": None} if path.suffix.lower() == ".svg" else None
        figure.savefig(path, format=path.suffix[1:].lower(), metadata=about)


def text_dots(panel: Dots, width: int = 40) -> list[str]:
    r"""Return one line a contender: ``|`` from 0, the interval as dashes, the mean as ``o``.

    Examples
    --------
    >>> two = Dots("regret", ("Finder", "chance"), (2.0, 8.0), (1.0, 6.0), (3.0, 10.0))
    >>> print(*text_dots(two, 21), sep="\n")
    Finder |  --o--
    chance |            ----o----
    """
    reach = max([*(panel.ends(i)[1] for i in range(len(panel.means))), *panel.means])
    unit = (width - 1) / reach if reach > 0 else 0.0
    longest = max(map(len, panel.labels))
    lines = []
    for i, (label, mean) in enumerate(zip(panel.labels, panel.means, strict=True)):
        low, high = (round(end * unit) for end in panel.ends(i))
        cells = [" "] * low + ["-"] * (high - low + 1)
        cells += [" "] * (round(mean * unit) + 1 - len(cells))
        cells[round(mean * unit)] = "o"
        lines.append(f"{label:<{longest}} |{''.join(cells)}")
    return lines
