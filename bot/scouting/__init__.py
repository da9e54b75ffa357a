"""Papers that someone else names -> candidates for a list, the best first; no I/O."""
