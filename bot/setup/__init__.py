"""What `bot init` writes: a first configuration, workflows, and pages for people and for coding agents."""
