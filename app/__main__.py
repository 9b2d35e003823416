"""`python -m app`."""

from app.cli.root import main

if __name__ == "__main__":
    main(prog_name="python -m app")
