"""Links checked on a schedule: what runs observe over weeks, what follows from it, and the issue that says so."""
