"""The addresses: thin, each hands a request to a campaign and its answer to the wire."""
