"""How quick the page is: a real server, a real browser, nothing asserted, everything written."""
