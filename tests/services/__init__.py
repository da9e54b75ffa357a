"""Services that the bot asks, made up: they answer as the real ones do, and badly where a test wants it."""
