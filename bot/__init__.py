"""text -> document -> listing -> rules -> diagnostics -> reports, fixes, reviews and sweeps."""

__version__ = "0.1.0"
