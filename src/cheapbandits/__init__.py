"""cheapbandits."""
