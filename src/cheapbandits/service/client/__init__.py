"""A client with the methods of a local campaign; needs nothing but a plain install."""
