"""Many clients at once on a real server, which is killed: nothing lost, nothing told twice."""
