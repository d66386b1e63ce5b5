"""Where the database is: a file, or a server's URL."""

from __future__ import annotations

import os
import re
from pathlib import Path

from cheapbandits.checks import instance
from cheapbandits.errors import ParameterError, StoreError
from cheapbandits.store.beside import check_name
from cheapbandits.text import shown

__all__ = ["data_folder", "default_target", "resolve"]

VARIABLE = "CHEAPBANDITS_DB"
_URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?P<rest>.*)", re.DOTALL)

_LIKE_A_URL = re.compile(
    r"(?i)^\W*(postgres|postgresql|sqlite|mysql|mariadb|mssql|oracle)[+\w]*:/?"
)
#: A setting with a secret, by its own name or at the end of one, as in ``PGPASSWORD``.
_PASSWORD = re.compile(
    r"(?i)(^|[\s?&;,\"'])(\w*(password|passwd|passphrase|pwd|secret|token)|pass|pw)[\"']?\s*="
)
#: A user and a password before a host, whatever stands before them; no drive of Windows, after
#: which there is a slash. Both signs may be written as URLs have them.
_LOGIN = re.compile(r"(?i)((?<!^[a-z]):|:(?![\\/])|%3A).*(@|%40)|//.*(@|%40)", re.DOTALL)


def data_folder() -> Path:
    """Return the user's data folder for us; a relative ``XDG_DATA_HOME`` counts for none."""
    home = Path(os.environ.get("XDG_DATA_HOME") or "")
    if not home.is_absolute():
        home = _home() / ".local" / "share"
    return home / "cheapbandits"


def _home() -> Path:
    if os.environ.get("HOME") == "" and os.name == "posix":  # would be the root of all folders
        from pwd import getpwuid

        try:
            return Path(getpwuid(os.getuid()).pw_dir)
        except KeyError:
            raise ParameterError(
                "HOME is empty: set it, or say which database: --db FILE"
            ) from None
    return _expanded("~")


def default_target() -> str | Path:
    """Return what ``CHEAPBANDITS_DB`` says, else a file in the user's data folder."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return chosen
    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"the folder {shown(folder, 500)} cannot be made ({error.strerror}); set XDG_DATA_HOME "
            f"to one of yours, or say which database: --db FILE, or {VARIABLE}"
        ) from error
    return folder / "campaigns.db"


def resolve(target: str | Path | None) -> str | Path:
    """Return the absolute path of an SQLite file, or a PostgreSQL URL as text.

    Parameters
    ----------
    target
        A path, a ``sqlite:///file`` or ``postgresql://...`` URL, or None for the default.
    """
    if target is None:
        target = default_target()
    instance(target, (str, os.PathLike), "the database", "a file or a URL")
    url = _URL.fullmatch(str(target)) if isinstance(target, str) else None
    if url is None:
        return _file(str(target))
    scheme = url["scheme"].lower().partition("+")[0]
    if scheme == "sqlite":
        return _file(url["rest"].removeprefix("/"))
    if scheme in ("postgresql", "postgres"):
        return f"postgresql+psycopg://{url['rest']}"
    raise ParameterError(
        f"the database must be a file, sqlite:///FILE or postgresql://HOST/NAME: got {scheme}://"
    )


def _file(path: str) -> Path:
    if path in ("", ":memory:"):
        raise ParameterError(
            f"a campaign is kept in a file: got {path!r}; give a path such as campaigns.db"
        )
    if path.startswith("file:"):
        raise ParameterError(
            "the database is a file or a URL, and file:... is SQLite's own way to write one: give "
            "its path, without options"
        )
    if any(sign.search(path) for sign in (_LIKE_A_URL, _PASSWORD, _LOGIN)):
        # Not shown: taken for a file it would be printed, password and all.
        raise ParameterError(
            "the database looks like a URL but is none; write postgresql://USER@HOST:PORT/NAME, "
            "sqlite:///FILE, or the path of a file"
        )
    if "\0" in path:
        raise ParameterError("the path of a database must not hold a null character")
    check_utf8(path)
    try:
        file = _expanded(path).absolute()
    except FileNotFoundError:  # what stands beside us has no folder
        raise ParameterError(
            f"{shown(path, 500)}: the folder that this runs in is gone; go to one that is there "
            "(cd), or give the whole path of the database"
        ) from None
    check_name(file)
    return file


def check_utf8(path: str) -> None:
    """Refuse the path of a database that SQLite could not be told."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        raise ParameterError(
            f"the path of a database must be text in UTF-8, got '{shown(path)}'; rename the file "
            "or its folder"
        ) from None


def _expanded(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise ParameterError(
            f"{path}: nobody here has that home folder; write the whole path"
        ) from None
