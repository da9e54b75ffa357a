"""How the entries of a list are sorted, where a new one belongs, and which ones are not in order."""
