"""Where results are to go, looked at before the work begins: hours of it would be lost."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from cheapbandits.errors import ParameterError
from cheapbandits.text import shown

__all__ = ["check_file", "check_folder"]


def check_file(path: Path, suffixes: Sequence[str] = ()) -> None:
    """Refuse a file that could not be written, or not in a format that is known."""
    from cheapbandits.campaign.exports.whole_file import check_target

    if suffixes and path.suffix.lower() not in suffixes:
        raise ParameterError(
            f"--out {shown(path)}: it is written as {', '.join(suffixes)}, not as "
            f"'{shown(path.suffix)}'; take one of these"
        )
    check_target(path)


def check_folder(path: Path) -> None:
    """Refuse a folder that is not there and cannot be made, or that nothing can be put into."""
    known = path
    try:
        while not known.exists():
            known = known.parent
        if not known.is_dir():
            raise NotADirectoryError(0, f"{known} is a file")
        with tempfile.TemporaryDirectory(dir=known, prefix=".cheapbandits-") as trial:
            for part in path.relative_to(known).parts:  # names may be too long
                (Path(trial) / part).mkdir()
    except OSError as error:
        raise ParameterError(
            f"--out {shown(path)}: {shown(error.strerror or error, 200)}; give another folder"
        ) from error
