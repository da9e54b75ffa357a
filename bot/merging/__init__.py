"""Three versions of a list -> one, entry by entry; and one list that is too long -> several files."""
