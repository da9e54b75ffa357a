"""Papers that someone else names -> candidates for a list, the likest first; no I/O."""
