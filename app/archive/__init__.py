"""Point-in-time recovery of the embedded database: its write-ahead log and base copies of it, kept in WAL_ARCHIVE_DIR.

`ship` carries away what PostgreSQL hands out, `base` makes the copies a recovery begins with, `recover` goes back in
time, `store` is the folder or the bucket. tests/archive.

    <system identifier>/wal/<name>.gz           each file of the log, and of the histories of its timelines
    <system identifier>/base/<time>.tar.gz      a copy of the whole server, verified before it is packed
    <system identifier>/base/<time>.json        what is in it; written last, so a copy without one does not count
"""

from app.archive.store import ArchiveError, Store, open_store

__all__ = ["ArchiveError", "Store", "open_store"]
