"""A paper that is not in the list yet -> its entry in the list's own style, and the place for it; no I/O."""
