"""The command line: one module per group of commands, all listed in `root.py`."""
