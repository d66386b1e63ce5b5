"""Steps from one format of the database to the next, run by :mod:`cheapbandits.store.formats`."""
