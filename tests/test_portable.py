"""Where POSIX ends: the package imports and works without the calls that other systems lack."""

import os
import subprocess
import sys
import textwrap

import pytest

#: Other people's libraries are imported first: what they need is their affair.
WITHOUT_POSIX = textwrap.dedent("""
    import importlib, os, pkgutil, shutil, sys, tempfile
    import alembic.runtime.environment, alembic.script, fastapi, joblib, matplotlib.pyplot, networkx
    import uvicorn.server, uvicorn.protocols.http.h11_impl
    import numpy, pandas, psycopg, rich.console, rich.progress, scipy.sparse.linalg
    import scipy.spatial, scipy.stats, sqlalchemy.dialects.sqlite, threadpoolctl, typer

    for name in ("sysconf", "sysconf_names", "confstr", "geteuid", "getuid", "getegid", "getgid",
                 "sched_getaffinity", "link", "fork", "forkpty", "getloadavg", "statvfs", "killpg",
                 "getpgid", "setsid", "nice", "chown", "fchown", "lchown", "mkfifo", "uname"):
        if hasattr(os, name):
            delattr(os, name)
    for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog"):
        sys.modules[name] = None
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        os.environ.pop(name, None)

    import cheapbandits as cb
    for module in pkgutil.walk_packages(cb.__path__, "cheapbandits."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)

    for graph in (cb.grid(6, 7), cb.grid(70, 70)):
        policy = cb.CheapUCB(graph, horizon=5, probes="nearest")
        policy.tell(policy.ask(), 0.5)
        policy.explain()
        cb.effective_dimension(graph, horizon=7)
    graph = cb.barabasi_albert(8500, 3, rng=0)
    policy = cb.CheapUCB(graph, horizon=5)
    policy.tell(policy.ask(), 0.5)

    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "c.db")
        campaign = cb.Campaign.create("walk", cb.grid(6, 7), db=place, horizon=9)
        (ask,) = campaign.ask()
        campaign.tell(ask, 0.5)
        campaign.assess()
        from cheapbandits.store import Store
        with Store.open(place) as store:
            store.backup(os.path.join(folder, "copy.db"))
            assert store.check() == []
        again = cb.Campaign.open("walk", db=os.path.join(folder, "copy.db"))
        assert again.status().told == 1
        sys.argv = ["cheapbandits", "info", "grid:20x20"]
        from cheapbandits.cli import main
        try:
            main()
        except SystemExit as end:
            assert not end.code, end.code
    print("all done")
""")


@pytest.mark.thorough
def test_it_works_without_posix_calls():
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_POSIX],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "MPLBACKEND": "agg"},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.endswith("all done\n")
