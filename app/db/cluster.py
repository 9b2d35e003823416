"""The files of the embedded PostgreSQL: data folder, configuration, password, socket folder.

Used by `embedded.py`, which holds the locks; tests/db/test_embedded.py.
"""

import contextlib
import hashlib
import os
import secrets
import shutil
import stat
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from app.db.engine import EmbeddedError, Engine, RunAs, reachable_base

SUPERUSER = "app"
PORT = 5432
SOCKET_LIMIT = 107  # bytes of a unix socket address, less the closing zero

# One box, one service: modest memory, no parallel workers (they cost more than they give on short queries),
# no JIT (compiling costs more than our queries run). local.conf is the operator's and is never written here.
SETTINGS = """\
listen_addresses = ''
port = {port}
unix_socket_directories = '{socket}'
unix_socket_permissions = 0700
max_connections = 200
shared_buffers = '{buffers}MB'
effective_cache_size = '1GB'
work_mem = '16MB'
maintenance_work_mem = '128MB'
max_parallel_workers_per_gather = 0
max_parallel_maintenance_workers = 0
max_wal_size = '1GB'
random_page_cost = 1.1
jit = off
timezone = 'UTC'
log_timezone = 'UTC'
lc_messages = 'C'
log_min_messages = warning
log_line_prefix = '%m [%p] '
log_statement = 'none'
log_min_error_statement = panic
password_encryption = 'scram-sha-256'
{durability}
{archiving}
include_if_exists = 'local.conf'
"""
DURABLE = "fsync = on\nsynchronous_commit = on\nfull_page_writes = on"
VOLATILE = """\
shared_buffers = '128MB'
fsync = off
synchronous_commit = off
full_page_writes = off
wal_level = minimal
max_wal_senders = 0
max_wal_size = '128MB'
autovacuum_naptime = '10min'"""

# Of the memory that is ours to use, PostgreSQL keeps pages in an eighth, within these bounds. A search may read all
# vectors of a store, 270 MB of 100,000 products: what does not fit is copied from the system's cache each time, which
# is a third of such a search (bench/README.md).
LEAST_BUFFERS_MB, MOST_BUFFERS_MB = 128, 1024
CONTAINER_LIMIT = Path("/sys/fs/cgroup/memory.max")

# The archiver hands the log out into a folder of its own account; we carry it on (app/archive). A minute is what may be
# lost with the disk.
ARCHIVING = """\
archive_mode = on
archive_library = 'basic_archive'
basic_archive.archive_directory = '{spool}'
archive_timeout = 60"""


@dataclass(frozen=True, slots=True)
class Cluster:
    """One data folder and what belongs to it. `home` is ours, `root` is where the server's account can go."""

    home: Path
    root: Path
    socket: Path
    account: RunAs
    engine: Engine

    @property
    def data(self) -> Path:
        """PostgreSQL's data folder."""
        return self.root / "data"

    @property
    def log(self) -> Path:
        """The server's log file."""
        return self.root / "log"

    @property
    def spool(self) -> Path:
        """Where the server's archiver puts files of the write-ahead log."""
        return self.root / "archive"

    @property
    def restored(self) -> Path:
        """A data folder that takes the place of `data`: complete, even if we died before it could."""
        return self.root / "data.restored"

    @property
    def password_file(self) -> Path:
        """Our copy of the superuser's password, readable by us alone."""
        return self.home / "password"

    @property
    def base_note(self) -> Path:
        """What is known of the newest base copy in the archive (app/archive)."""
        return self.home / "base.json"

    def password(self) -> str:
        """The superuser's password, made when there is none yet."""
        if not self.password_file.exists():
            descriptor = os.open(self.password_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(32))
        return self.password_file.read_text("ascii").strip()

    def beside(self, name: str) -> "Cluster":
        """A second cluster under this one's root, to make data in that take the place of these."""
        root = self.root / name
        _own_folder(root, self.account)
        return replace(self, root=root, socket=_socket_folder(root))

    def dsn(self, database: str) -> str:
        """The connection string of one database of this cluster."""
        return (
            f"postgresql://{SUPERUSER}:{self.password()}@/{quote(database)}?host={quote(str(self.socket))}&port={PORT}"
        )

    def prepare(self, *, durable: bool, archive: bool = False) -> None:
        """Make whatever is missing of the cluster and write its configuration. Call under the start lock."""
        self.settle()
        if archive:
            _own_folder(self.spool, self.account)
        else:
            # What happens meanwhile is not archived, so that a recovery must begin with a later copy.
            self.base_note.unlink(missing_ok=True)
        if not (self.data / "PG_VERSION").exists():
            self._initdb(durable=durable)
        written = (self.data / "PG_VERSION").read_text("ascii").strip()
        if written != str(self.engine.major):
            raise EmbeddedError(
                f"the data in {self.data} are of PostgreSQL {written}, the programs of {self.engine.major}: "
                "move them over with pg_dump of the old version"
            )
        archiving = ARCHIVING.format(spool=self.spool) if archive else ""
        self.configure(DURABLE if durable else VOLATILE, archiving)

    def settle(self) -> None:
        """Finish what a recovery that was killed at its last step had begun, or forget it."""
        if self.restored.exists():
            if self.data.exists():
                shutil.rmtree(self.restored)
            else:
                self.restored.rename(self.data)

    def configure(self, durability: str, archiving: str) -> None:
        """Write postgresql.conf, if it is another one, and make the folder of the socket it names."""
        _own_folder(self.socket, self.account)
        conf = SETTINGS.format(
            port=PORT, socket=self.socket, buffers=buffers_mb(), durability=durability, archiving=archiving
        )
        target = self.data / "postgresql.conf"
        if target.read_text("utf-8") != conf:
            fresh = target.with_suffix(".new")
            fresh.write_text(conf, "utf-8")
            self.account.give(fresh)
            fresh.replace(target)

    def _initdb(self, *, durable: bool) -> None:
        """Make the data folder beside its place and move it there, so that a killed initdb leaves no half one."""
        making = self.root / "data.new"
        if making.exists():
            shutil.rmtree(making)
        handed = self.root / "password.initdb"
        handed.unlink(missing_ok=True)
        descriptor = os.open(handed, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(self.password())
        self.account.give(handed)
        try:
            answer = self.account.run(self._initdb_command(making, handed, durable))
        finally:
            handed.unlink(missing_ok=True)
        if answer.returncode != 0:
            raise EmbeddedError(f"initdb failed: {answer.stderr.strip() or answer.stdout.strip()}")
        making.rename(self.data)

    def _initdb_command(self, making: Path, password: Path, durable: bool) -> list[str]:
        builtin = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] if self.engine.major >= 17 else []
        return [
            str(self.engine.bin / "initdb"),
            f"--pgdata={making}",
            f"--username={SUPERUSER}",
            f"--pwfile={password}",
            "--auth=scram-sha-256",
            # The password is 256 random bits: stretching it adds nothing but milliseconds to every new connection.
            "--set=scram_iterations=1",
            "--encoding=UTF8",
            "--locale=C",
            *builtin,
            "--no-instructions",
            *([] if durable else ["--no-sync"]),
        ]


def locate_cluster(data_dir: Path, account: RunAs, engine: Engine) -> Cluster:
    """The cluster of one DATA_DIR: inside it, or where the server's account can reach it.

    The choice is kept in DATA_DIR/postgres/location, so a later change of modes does not hide the data.
    """
    home = (data_dir / "postgres").absolute()
    home.mkdir(parents=True, exist_ok=True)
    kept = home / "location"
    if kept.exists():
        root = home / kept.read_text("utf-8").strip()
    else:
        root = home / "cluster"
        if not account.can_enter(home):
            root = reachable_base(account) / f"cluster-{hashlib.sha256(str(home).encode()).hexdigest()[:12]}"
        inside = root.parent == home  # kept as a relative path: the whole DATA_DIR may be moved
        temporary = kept.with_suffix(f".{os.getpid()}")
        temporary.write_text(root.name if inside else str(root), "utf-8")
        temporary.replace(kept)
    _own_folder(root, account)
    return Cluster(home, root, _socket_folder(root), account, engine)


def buffers_mb(limit: Path = CONTAINER_LIMIT) -> int:
    """Megabytes of shared buffers for this machine, or for the container whose memory the file `limit` bounds."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    # No such file, or "max": nothing bounds us but the machine.
    with contextlib.suppress(OSError, ValueError):
        memory = min(memory, int(limit.read_text("ascii")))
    return max(LEAST_BUFFERS_MB, min(MOST_BUFFERS_MB, memory // 8 // 2**20))


def _socket_folder(root: Path) -> Path:
    inside = root / "run"
    if len(os.fsencode(inside / f".s.PGSQL.{PORT}.lock")) <= SOCKET_LIMIT:
        return inside
    name = f"sfdb-{hashlib.sha256(os.fsencode(root)).hexdigest()[:12]}"
    return Path(tempfile.gettempdir() if len(tempfile.gettempdir()) < 60 else "/tmp") / name  # noqa: S108


def _own_folder(path: Path, account: RunAs) -> None:
    """Make a folder of mode 700 for the account; refuse one that somebody else laid in our way."""
    path.mkdir(mode=0o700, exist_ok=True)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (account.uid, os.geteuid()):
        raise EmbeddedError(f"{path} belongs to somebody else")
    account.give(path)
    path.chmod(0o700)
