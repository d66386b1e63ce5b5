"""Find the hottest place of a network for the least sensing.

A graph has an unknown, smooth value on its nodes. Measuring one node is precise and dear; measuring
the average of a node and its neighbours is crude and cheap. The policies here decide which group to
measure next and learn from each averaged reading.

>>> import cheapbandits as cb
>>> g = cb.grid(10, 10)
>>> policy = cb.CheapUCB(g, horizon=50)
>>> probe = policy.ask()
>>> policy.tell(probe, 0.42)
"""

import lazy_loader

__version__ = "0.1.0"

# The public names and their rooms are listed once, in __init__.pyi, for type checkers and for here.
# Each is imported when it is first used, so that a plain import stays quick.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
