"""``cheapbandits campaign``: its commands, and what they print."""
