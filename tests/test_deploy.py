"""The files of deploy/ speak of metrics and settings that exist."""

import json
import re
from pathlib import Path

import yaml

from app.settings import Settings

ROOT = Path(__file__).parents[1]
_METRIC = re.compile(r"\b((?:http|db|jobs?|chat|llm|embed|auth)_[a-z_]+)")


async def test_alerts_and_dashboard_use_metrics_that_exist(api):
    await api.public.get("/health")
    text = (await api.public.get("/metrics")).text
    known = set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))
    rules = yaml.safe_load((ROOT / "deploy" / "prometheus-rules.yaml").read_text())
    expressions = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    dashboard = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text())
    expressions += [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    for expression in expressions:
        for name in _METRIC.findall(expression):
            assert re.sub(r"_(bucket|sum|count)$", "", name) in known, name


def test_compose_sets_only_known_variables():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())
    known = {name.upper() for name in Settings.__dataclass_fields__}
    for name in ("api", "worker", "storefront"):
        assert set(compose["services"][name]["environment"]) <= known
