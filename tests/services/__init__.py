"""Fakes of the services that the bot asks: they answer like the real ones, or fail as a test asks."""
