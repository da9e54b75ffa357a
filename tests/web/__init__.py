"""A fake web on loopback, as hostile as the real one."""
