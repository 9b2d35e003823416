"""`python -m app`."""

import sys

from app.ops.large_pages import take_large_pages

if __name__ == "__main__":
    if sys.argv[1:2] in (["serve"], ["worker"]):
        take_large_pages()  # before anything else is imported, which would be for nothing
    try:
        from app.cli.root import main

        main(prog_name="python -m app")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "app":
            raise
        sys.exit(
            f"{error.name} is not installed for {sys.executable}.\n"
            "Commands run in the checkout's folder as .venv/bin/python -m app …; `make serve` makes the .venv."
        )
