"""Writing the report, once for browsers and once as Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cheapbandits.report.content import build_document
from cheapbandits.report.html_page import html_page
from cheapbandits.report.markdown import markdown_text

if TYPE_CHECKING:
    from cheapbandits.studies.claims import Claim
    from cheapbandits.studies.results import Results

__all__ = ["write_report"]


def write_report(
    results: Results,
    claims: Sequence[Claim],
    figures: Mapping[str, Sequence[Path]],
    manifest: Mapping[str, object],
    folder: Path,
) -> list[Path]:
    """Write ``report.html``, one file that needs nothing else, and its twin ``report.md``.

    Parameters
    ----------
    results
        Of any of the studies; what was not run is left out.
    claims
        With their verdicts, in the order in which they are listed.
    figures
        Files by figure, as :func:`~cheapbandits.plots.save_paper_figures` returns them; the page
        holds a copy, the Markdown points at the files.
    manifest
        What made the results; see :mod:`cheapbandits.studies.manifest`.
    folder
        Where both go.
    """
    folder.mkdir(parents=True, exist_ok=True)
    document = build_document(results, claims, figures, manifest)
    page, twin = folder / "report.html", folder / "report.md"
    page.write_text(html_page(document), encoding="utf-8")
    twin.write_text(markdown_text(document, folder), encoding="utf-8")
    return [page, twin]
