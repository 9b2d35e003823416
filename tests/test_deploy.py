"""The files of deploy/, compose.yaml and the Dockerfile fit the service: its settings, ports, files and times."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from app.background import GRACE_S
from app.cli.root import COMMANDS
from app.cli.serve import GRACE_SECONDS
from app.db.embedded import STOP_TIMEOUT_S
from app.settings import Settings

ROOT = Path(__file__).parents[1]
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
DOCKERFILE = (ROOT / "Dockerfile").read_text()
OURS = ("api", "worker", "storefront")
KNOWN = {name.upper() for name in Settings.__dataclass_fields__}
UNITS = sorted((ROOT / "deploy").glob("*.service"))
PORTS = {"api": "PORT", "worker": "WORKER_PORT", "storefront": "STOREFRONT_PORT"}
# What a copied .env.example would set so that nobody outside the container can reach it, or so that data are lost.
PLACES = {"HOST", "PORT", "WORKER_PORT", "STOREFRONT_PORT", "BACKEND_URL", "DATA_DIR", "BACKUP_DIR", "DATABASE_URL"}


@pytest.mark.parametrize("name", OURS)
def test_compose_sets_known_variables_and_stands_above_a_copied_env_file(name):
    environment = COMPOSE["services"][name]["environment"]
    assert set(environment) <= KNOWN
    assert set(environment) >= PLACES
    assert environment["HOST"] == "0.0.0.0"
    assert environment["ENVIRONMENT"] == "production"


@pytest.mark.parametrize("name", OURS)
def test_each_container_is_asked_on_the_port_it_listens_on(name):
    service = COMPOSE["services"][name]
    port = str(service["environment"][PORTS[name]])
    command = service["healthcheck"]["test"][4:]
    assert command == ["healthcheck", port]
    assert service.get("command", ["serve"])[0] in COMMANDS
    for published in service.get("ports", ()):
        assert published == f"127.0.0.1:{port}:{port}"


@pytest.mark.parametrize("name", [*OURS, "db"])
def test_each_container_is_bounded(name):
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["logging"]["options"].keys() == {"max-size", "max-file"}
    assert {"mem_limit", "cpus", "pids_limit", "tmpfs", "healthcheck", "restart"} <= service.keys()
    for volume in service["volumes"]:
        assert volume.split(":")[0] in COMPOSE["volumes"], "an anonymous volume loses its data"


def test_what_is_written_lies_in_volumes_that_the_image_has():
    declared = set(re.findall(r'"(/\w+)"', re.search(r"^VOLUME (.*)$", DOCKERFILE, re.MULTILINE)[1]))
    environment = COMPOSE["services"]["worker"]["environment"]
    mounted = {volume.split(":")[1] for volume in COMPOSE["services"]["worker"]["volumes"]}
    assert declared == mounted == {environment["DATA_DIR"], environment["BACKUP_DIR"]}


def test_the_image_holds_what_the_service_reads():
    for source in re.findall(r"^COPY (?!--from)(\S+) ", DOCKERFILE, re.MULTILINE):
        assert (ROOT / source).exists()
        assert source not in (ROOT / ".dockerignore").read_text().split()
    set_there = dict(part.split("=", 1) for part in re.search(r"^ENV (.*)$", DOCKERFILE, re.MULTILINE)[1].split())
    assert set(set_there) - {"PATH", "PYTHONUNBUFFERED"} <= KNOWN
    exposed = set(re.search(r"^EXPOSE (.*)$", DOCKERFILE, re.MULTILINE)[1].split())
    defaults = Settings()
    assert exposed == {str(getattr(defaults, name.lower())) for name in PORTS.values()}


def test_the_image_can_trace_when_its_environment_asks_for_it():
    """A root file system that is read-only cannot be given the packages later."""
    installed = re.findall(r"pip install [^&\n]*-r (\S+)", DOCKERFILE)
    assert installed == ["requirements.lock", "requirements-otel.lock"]


def test_all_that_the_image_installs_is_audited_and_in_the_bill_of_materials():
    installed = re.findall(r"pip install [^&\n]*-r (\S+)", DOCKERFILE)
    told = subprocess.run(["make", "--dry-run", "audit"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    audit, bill = (next(line for line in told.splitlines() if name in line) for name in ("pip-audit ", "cyclonedx-py "))
    assert re.findall(r"-r (\S+)", audit) == installed
    assert re.findall(r"(\S+\.lock)", bill) == installed


def test_containers_are_given_the_time_their_end_takes():
    for name in OURS:
        assert _seconds(COMPOSE["services"][name]["stop_grace_period"]) > GRACE_SECONDS + GRACE_S


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
def test_each_unit_ends_in_order_and_in_time(unit):
    settings = _settings(unit)
    command = settings["ExecStart"].split()[-1]
    needs = {
        "serve": GRACE_SECONDS + GRACE_S + STOP_TIMEOUT_S + 10,
        "worker": GRACE_S + STOP_TIMEOUT_S + 10,
        "storefront": GRACE_SECONDS,
    }[command]
    assert settings["KillMode"] == "mixed"
    assert float(settings["TimeoutStopSec"]) > needs


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
def test_each_unit_stands_above_a_copied_env_file(unit):
    """EnvironmentFile= overrides Environment=: a copy of .env.example made a development service of it."""
    settings = _settings(unit)
    assert "Environment" not in settings
    given = dict(part.split("=", 1) for part in settings["ExecStart"].split() if "=" in part)
    assert given == {"ENVIRONMENT": "production", "DATA_DIR": f"/var/lib/{settings['StateDirectory']}"}
    assert given.keys() <= KNOWN


def test_there_is_a_unit_for_each_process():
    assert {unit.stem for unit in UNITS} == {"storefront", "storefront-backend", "storefront-worker"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
def test_each_unit_is_hardened(unit):
    """systemd's own judgement; 30 is its 3.0."""
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--no-pager", "--threshold=30", str(unit)],
        capture_output=True,
        text=True,
    )
    assert judged.returncode == 0, judged.stdout[-200:] + judged.stderr


def _settings(unit: Path) -> dict[str, str]:
    lines = unit.read_text().replace("\\\n", " ").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and line[0] != "#")


def _seconds(text: str) -> float:
    return float(text.removesuffix("s"))
