"""``serve``: campaigns over HTTP, for browsers and programs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from cheapbandits.cli.campaign.options import ServedDb
from cheapbandits.cli.plain import note
from cheapbandits.errors import MissingExtraError, ParameterError

__all__ = ["serve"]

#: Where the token may stand; never on the command line, which everybody on the machine can read.
VARIABLE = "CHEAPBANDITS_TOKEN"
#: Seconds that a request waits for other programs: the page gives up on an answer after 10.
PATIENCE = 5.0
#: Bytes of a file with a token: an endless device is read no further.
_LONGEST = 4096


def serve(
    host: Annotated[str, typer.Option(help="Where to listen; others need a token.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 takes a free one.", min=0, max=65535)] = 8321,
    names: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="A name that it is reached by; repeat."),
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(help=f"A file with the token; or set {VARIABLE}.", show_default=False),
    ] = None,
    show: Annotated[
        bool | None,
        typer.Option(
            "--open/--no-open",
            help="Open the browser; by default where there is one.",
            show_default=False,
        ),
    ] = None,
    demo: Annotated[
        bool,
        typer.Option("--demo", help="Put two campaigns on shipped data there first, if missing."),
    ] = False,
    db: ServedDb = None,
) -> None:
    """Serve campaigns over HTTP until Ctrl-C: an API, live changes, a first page."""
    try:
        from cheapbandits.service.app import make_app
        from cheapbandits.service.server import check_token, listening, run
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"serve needs {error.name}: pip install 'cheapbandits[serve]'"
        ) from error

    from cheapbandits.store.patience import hearing, patient

    token = _token(token_file)
    check_token(host, token)
    if demo:
        from cheapbandits.service.demo import put_demo
        from cheapbandits.store.commits import telling

        with telling():  # Ctrl-C need not wait for all of it
            for said in put_demo(db):
                note(said)
    with listening(host, port) as listener, patient(PATIENCE), hearing():
        app = make_app(db, host=host, names=tuple(names or ()), token=token)
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listener.getsockname()[1]}/"

        def ready() -> None:
            print(f"serving {address} (Ctrl-C stops)", flush=True)
            if show if show is not None else _has_browser():
                _open(address)

        run(app, listener, ready)
    note("stopped; what was acknowledged is stored")


def _token(file: Path | None) -> str | None:
    if file is None:
        return os.environ.get(VARIABLE) or None
    try:
        if not file.is_file():
            note(f"reading the token from {file}")  # who writes into a pipe may be waited for
        with file.open("rb") as opened:
            written = opened.read(_LONGEST + 1)
        if len(written) > _LONGEST:
            raise ParameterError(f"--token-file {file}: a token has at most {_LONGEST:,} bytes")
        text = written.decode("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ParameterError(f"--token-file {file}: cannot be read ({error})") from None
    if not text:
        raise ParameterError(f"--token-file {file}: the file is empty")
    return text


def _has_browser() -> bool:
    """Whether somebody sits before a screen here."""
    if not sys.stdout.isatty():
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(address: str) -> None:
    import threading
    import webbrowser

    # Some browsers are waited for until they are closed: not by the server.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
