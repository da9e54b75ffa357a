"""One verb of the command line per module: arguments and the outside world come in, an exit code goes out."""
