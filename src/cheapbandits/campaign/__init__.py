"""Live campaigns: ask, measure, tell, stop, kept in a database."""

import lazy_loader

# Imported when first used: a look at the status needs no policy, no graph and no NumPy.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
