"""One command from its first word to its status.

A look at what there is comes before all that is slow to import. Whatever happens, the command ends
with a status that tells (:data:`cheapbandits.errors.OUTCOMES`) and at most one line of error.
"""

from __future__ import annotations

import sys

from cheapbandits.cli.interrupts import Interrupts
from cheapbandits.cli.streams import LEFT, UNPRINTED, Output, ReaderLeftError, guarded
from cheapbandits.cli.terminal import forget_odd_sizes
from cheapbandits.errors import CheapBanditsError

__all__ = ["run"]


def run() -> int:
    """Run the command that was typed and return its status."""
    forget_odd_sizes()
    with guarded() as (out, err):
        interrupts = Interrupts(err)
        with interrupts.watched():
            try:
                status = _status(out, err, interrupts)
            except BaseException:
                if not interrupts.pressed:
                    raise
        return interrupts.report() if interrupts.pressed else status


def _status(out: Output, err: Output, interrupts: Interrupts) -> int:
    try:
        _command(interrupts)
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except ReaderLeftError:
        return LEFT
    except (CheapBanditsError, OSError, MemoryError) as error:
        from cheapbandits.cli.exits import report_error

        status = report_error(error, as_json="--json" in sys.argv)
    out.flush()
    if out.lost is not None and not out.reader_left:
        err.write(f"warning: the output could not be written ({out.lost}); all else was done\n")
        return status or UNPRINTED
    return status


def _command(interrupts: Interrupts) -> None:
    from cheapbandits.cli.glance import answered

    if not answered(sys.argv[1:]):
        from cheapbandits.cli.app import main
        from cheapbandits.cli.plain import note
        from cheapbandits.store.commits import telling
        from cheapbandits.store.patience import hearing

        interrupts.check()
        with telling(interrupts.hold, interrupts.came_back), hearing(note):
            main()
