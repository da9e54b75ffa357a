"""Three versions of a list -> one, entry by entry; no I/O."""
