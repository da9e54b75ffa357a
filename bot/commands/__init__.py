"""The commands of `bot`, one module each: where files, terminal, network and the packages below meet."""
