"""Folders for embedded servers of their own."""

import contextlib
import os
import tempfile
from collections.abc import Iterator


@contextlib.contextmanager
def open_folder() -> Iterator[str]:
    """A folder that the server's own account can reach, which pytest's folders do not allow."""
    with tempfile.TemporaryDirectory(prefix="storefront-archive-") as folder:
        os.chmod(folder, 0o755)  # noqa: S103
        yield folder
