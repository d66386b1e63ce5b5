"""Requests made from the API's own description, thousands of them, against a real server."""
