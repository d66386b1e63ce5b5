"""The page: campaigns to look at and to run in a browser, over the same API as everybody's.

HTML comes from here (:mod:`.site`), and what a map needs, as few bytes (:mod:`.looking`). What
changes a campaign goes through ``/api``: the page has no rules of its own.
"""
