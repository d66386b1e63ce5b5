"""Write the golden database of the newest format: ``python -m tests.store.make_golden``.

Run it once when a format is released, then never again for that format.
"""

from __future__ import annotations

from pathlib import Path

from cheapbandits.store import Store, formats
from tests.store.samples import fill


def main() -> None:
    path = Path(__file__).parent / "golden" / f"format-{formats.NEWEST}.db"
    with Store.open(path) as store:
        fill(store, rounds=5)
        with store.writing("forest") as log:
            log.append("annul", {"seq": 4}, ask=2, key="second thoughts", who="ana")
        fill(store, "Hafen Süd", rounds=1)


if __name__ == "__main__":
    main()
