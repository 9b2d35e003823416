"""Memory in pages of 2 MB for the processes that hold a model."""

import os
import sys

VARIABLE = "GLIBC_TUNABLES"
# Only the first arena asks for large pages; without a second one a batch's threads wait for each other.
TUNABLES = "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=2"


def take_large_pages() -> None:
    """Start this process anew, with its command line, under a malloc that asks the kernel for transparent huge pages.

    Each text walks a vocabulary and weights of 100 MB: in pages of 4 KB it waits for the page tables more than for the
    memory. glibc reads its tunables once, before `main` (https://sourceware.org/glibc/manual/latest/html_node/
    Memory-Allocation-Tunables.html); other C libraries know none of them, and an operator's own stay as they are.
    """
    if sys.platform == "linux" and VARIABLE not in os.environ:
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {VARIABLE: TUNABLES})  # noqa: S606
