"""Other people's bandits on our problem: a class a library, each with ``ask`` and ``tell``.

Each runs in a process of its own (:mod:`benchmarks.peers.__main__`), so that one that is not
installed, runs out of memory or takes too long does no harm to the rest.
"""
