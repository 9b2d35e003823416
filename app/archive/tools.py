"""PostgreSQL's own programs, run on the files of the embedded server."""

import re
import subprocess

from app.archive.store import ArchiveError
from app.db.cluster import PORT, SUPERUSER, Cluster


def tool(cluster: Cluster, name: str, *arguments: str) -> str:
    """Run one to its end, with the server as its database; what it said. Raises ArchiveError with its own words."""
    environment = {
        "PATH": "/usr/bin:/bin",
        "LC_ALL": "C",
        "PGHOST": str(cluster.socket),
        "PGPORT": str(PORT),
        "PGUSER": SUPERUSER,
        "PGPASSWORD": cluster.password(),
    }
    command = [str(cluster.engine.bin / name), *arguments]
    done = subprocess.run(command, cwd="/", env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ArchiveError(f"{name} failed: {done.stderr.strip()[-500:]}")
    return done.stdout


def identifier(cluster: Cluster) -> str:
    """The number that initdb gave the data and that stays with every copy of them."""
    said = tool(cluster, "pg_controldata", str(cluster.data))
    found = re.search(r"^Database system identifier:\s+(\d+)$", said, re.MULTILINE)
    if found is None:
        raise ArchiveError(f"{cluster.data} does not say whose data they are")
    return found[1]
