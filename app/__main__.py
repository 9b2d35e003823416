"""`python -m app`."""

import sys

from app.ops.large_pages import take_large_pages

if __name__ == "__main__":
    if sys.argv[1:2] in (["serve"], ["worker"]):
        take_large_pages()  # before anything else is imported, which would be for nothing
    from app.cli.root import main

    main(prog_name="python -m app")
