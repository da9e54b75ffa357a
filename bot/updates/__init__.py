"""What is news of the papers of a list -> the least change of their entries, in the list's own style; no I/O."""
