"""Each alert fires when what it is for has happened, is quiet otherwise, and has its line in docs/operations.md."""

import json
import os
import re
import time
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
import yaml
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from app.archive.base import Base
from app.archive.metrics import ArchiveCollector
from app.observed import ServiceCollector
from app.ops.auth_caches import AuthCaches
from app.ops.host import HostCollector
from app.ops.metrics import JOB_STATES, Metrics
from app.settings import Settings
from tests.ops.promql import evaluate

ROOT = Path(__file__).parents[2]
RULES = yaml.safe_load((ROOT / "deploy" / "prometheus-rules.yaml").read_text())["groups"][0]["rules"]
PAGE = (ROOT / "docs" / "operations.md").read_text("utf-8")
GIGABYTES = 10**10


class Embedding(Collector):
    """What app.embed.metrics shows of a queue that refuses."""

    def __init__(self, world):
        self._world = world

    def collect(self):
        yield CounterMetricFamily("embed_rejected", "Requests refused", value=self._world.rejected)


class World:
    """A process's metrics, and what its collectors look at."""

    def __init__(self, folder):
        self.metrics = Metrics()
        self.up = 1.0
        self.in_use = 1
        self.free = 10 * GIGABYTES
        self.broken = 0
        self.rejected = 0
        self.most_files = 100_000
        self.replica = SimpleNamespace(lag=lambda: (0, 0), state=lambda: "ok")
        self.backups = folder
        (folder / "last.dump").touch()
        self.base = _archived(folder / "postgres")
        services = SimpleNamespace(
            db=SimpleNamespace(usage=lambda: (self.in_use, 10, 10)),
            auth_caches=AuthCaches(),
            replica=self.replica,
            doors=SimpleNamespace(broken=lambda: [("pixprovider", self.broken)]),
        )
        disk = SimpleNamespace(free=lambda: {"data": self.free})
        self.metrics.add(ServiceCollector(services))
        self.metrics.add(HostCollector(Settings(backup_dir=str(folder), backup_every=3600), disk))
        self.metrics.add(ArchiveCollector(Settings(data_dir=folder, wal_archive_dir="s3://archive")))
        self.metrics.add(Embedding(self))
        self.work()

    def work(self):
        """A healthy quarter of an hour."""
        for _ in range(1000):
            self.metrics.count_request("GET", "/internal/orders", 200, 0.02)
            self.metrics.observe_model_call("m", 1.0, None)
            self.metrics.count_call("pixprovider", "2xx", 0.1)
        self.metrics.set_jobs([{"name": "mail", "oldest_s": 1, **dict.fromkeys(JOB_STATES, 0)}])
        self.metrics.set_backlog(
            [_row("outbox", "pending"), _row("deliveries", "pending"), _row("charges", "requires_action")]
        )
        for part in ("database", "disk"):
            self.metrics.health.labels(part).set(1)

    def text(self):
        """What a scrape gives."""
        return re.sub(
            r"(?m)^process_max_fds .*", f"process_max_fds {self.most_files}", self.metrics.render()[0].decode()
        )


def _archived(home):
    """An embedded server with an archive and a new base; answers the base's file."""
    (home / "cluster" / "archive").mkdir(parents=True)
    (home / "location").write_text("cluster")
    base = Base(name="b", finished_at=time.time(), timeline=1, first="0" * 24, end=0, major=18)
    (home / "base.json").write_bytes(msgspec.json.encode(base))
    return home / "base.json"


def _jobs(world, **changes):
    world.metrics.set_jobs([{"name": "mail", "oldest_s": 1, **dict.fromkeys(JOB_STATES, 0)} | changes])


def _errors(world):
    for _ in range(30):
        world.metrics.count_request("GET", "/internal/orders", 503, 0.02)


def _slow(world):
    for _ in range(100):
        world.metrics.count_request("GET", "/internal/orders", 200, 0.9)


def _model_fails(world):
    for _ in range(80):
        world.metrics.observe_model_call("m", 1.0, "unavailable")


def _model_slow(world):
    for _ in range(100):
        world.metrics.observe_model_call("m", 12.0, None)


def _provider_fails(world):
    for _ in range(400):
        world.metrics.count_call("pixprovider", "timeout", 3.0)


def _waits(world):
    for _ in range(50):
        world.metrics.pool_wait.observe(0.4)


def _row(kind, status):
    return {"kind": kind, "status": status, "rows": 1}


def _no_backup(world):
    (world.backups / "last.dump").unlink()


def _log_waits(world):
    waiting = world.backups / "postgres" / "cluster" / "archive" / "000000010000000000000001"
    waiting.touch()
    os.utime(waiting, (time.time() - 400, time.time() - 400))


HAPPENINGS = {
    "InstanceDown": lambda world: setattr(world, "up", 0.0),
    "Degraded": lambda world: world.metrics.health.labels("disk").set(0),
    "ServerErrors": _errors,
    "ErrorBudgetBurns": _errors,
    "SlowRequests": _slow,
    "PoolExhausted": lambda world: setattr(world, "in_use", 10),
    "DiskFills": lambda world: setattr(world, "free", 10**9),
    "OpenFilesRunOut": lambda world: setattr(world, "most_files", 5),
    "BackupOld": _no_backup,
    "ArchiveStuck": _log_waits,
    "ArchiveBaseOld": lambda world: world.base.unlink(),
    "ModelFails": _model_fails,
    "ModelSlow": _model_slow,
    "ProviderBroken": lambda world: setattr(world, "broken", 1),
    "ProviderFails": _provider_fails,
    "JobsWaitTooLong": lambda world: _jobs(world, oldest_s=301),
    "DeadJobs": lambda world: _jobs(world, dead=1),
    "CompanyFails": lambda world: world.metrics.company_failures.labels("usage").inc(),
    "PoolWaits": _waits,
    "OutboxDead": lambda world: world.metrics.set_backlog([_row("outbox", "dead")]),
    "DeliveriesDead": lambda world: world.metrics.set_backlog([_row("deliveries", "dead")]),
    "InboxFailed": lambda world: world.metrics.set_backlog([_row("inbox", "failed")]),
    "BillingStuck": lambda world: world.metrics.set_backlog([_row("batches", "needs_attention")]),
    "EmbeddingRefuses": lambda world: setattr(world, "rejected", 1),
    "ReplicaUnused": lambda world: setattr(world.replica, "state", lambda: "away"),
}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_an_alert_fires_for_what_it_is_for_and_for_nothing_else(rule, tmp_path):
    world = World(tmp_path)
    before = world.text()
    assert evaluate(rule["expr"], "", before, up=world.up) == {}
    HAPPENINGS[rule["alert"]](world)
    assert evaluate(rule["expr"], before, world.text(), up=world.up) != {}


def test_a_card_that_is_declined_calls_nobody(tmp_path):
    """It is told to its company, which pays by another; what the provider refuses of ours is an operator's."""
    (rule,) = (rule for rule in RULES if rule["alert"] == "BillingStuck")
    world = World(tmp_path)
    before = world.text()
    world.metrics.set_backlog([_row("charges", "failed")])
    assert evaluate(rule["expr"], before, world.text(), up=world.up) == {}
    world.metrics.set_backlog([_row("charges", "needs_attention")])
    assert evaluate(rule["expr"], before, world.text(), up=world.up) != {}


def test_no_metric_has_a_label_that_the_scrape_sets(tmp_path):
    """Prometheus would rename it, and `by (job)` would be by what is scraped."""
    labels = re.findall(r"[{,](\w+)=", World(tmp_path).text())
    assert not {"job", "instance"} & set(labels)
    assert {"name", "state"} <= set(labels)


def test_every_alert_has_a_happening_and_a_line_in_the_page():
    assert [rule["alert"] for rule in RULES] == list(HAPPENINGS)
    anchors = {
        re.sub(r"[^\w -]", "", line[4:]).strip().lower() for line in PAGE.splitlines() if line.startswith("### ")
    }
    for rule in RULES:
        page, _, anchor = rule["annotations"]["runbook"].partition("#")
        assert page == "docs/operations.md"
        assert anchor == rule["alert"].lower()
        assert anchor in anchors, rule["alert"]


_METRIC = re.compile(
    r"\b((?:http|db|jobs?|chat|llm|embed|auth|provider|disk|backup|health|replica|process|outbox|deliveries|inbox|billing|wal)"
    r"_[a-z_]+)"
)


DASHBOARD = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text("utf-8"))
SHOWN = [target["expr"] for panel in DASHBOARD["panels"] for target in panel.get("targets", ())]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_what_an_alert_watches_has_a_panel(rule):
    shown = {name for expression in SHOWN for name in _METRIC.findall(expression)}
    # The sum of a histogram and its quantiles tell the same story.
    watched = {re.sub(r"_count$", "_bucket", name) for name in _METRIC.findall(rule["expr"])}
    assert watched <= shown
    assert rule["alert"] != "InstanceDown" or any("(up)" in expression for expression in SHOWN)


async def test_the_dashboard_uses_metrics_that_exist(api):
    await api.public.get("/health")
    api.services.metrics.set_backlog([])
    known = set(re.findall(r"^# TYPE (\w+)", (await api.public.get("/metrics")).text, re.MULTILINE))
    known |= {"replica_usable", "replica_lag_seconds", "replica_lag_bytes"}
    known |= {"wal_archive_waiting_seconds", "wal_archive_base_age_seconds"}  # where there is one
    for expression in [*SHOWN, *(rule["expr"] for rule in RULES)]:
        for name in _METRIC.findall(expression):
            assert re.sub(r"_(bucket|sum|count)$", "", name) in known, name


def test_the_backlog_stands_where_it_is_counted_and_then_whole():
    metrics = Metrics()
    assert "outbox" not in metrics.render()[0].decode()
    metrics.set_backlog([])
    told = metrics.render()[0].decode()
    for series in ("outbox_dead", 'billing_batches{status="needs_attention"}', 'billing_charges{status="failed"}'):
        assert f"{series} 0.0" in told
