"""A web of our own on loopback, as hostile as the real one."""
