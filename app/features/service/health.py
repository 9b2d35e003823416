"""What /health reports, and the gauge that alerts are made of. Each check is bounded to a second (app.ops.health)."""

import asyncio
from typing import Any

from app.context import Services
from app.features.service.types import Health
from app.ops.health import Check, run_checks

OFFLINE_MODEL = "offline-rules"
WATCH_EVERY_S = 15.0


async def report(services: Services) -> Health:
    """All parts at once; `degraded` when any is down."""
    parts = await run_checks({"language_model": _language_model(services), **_own_checks(services)})
    down = any(part["status"] != "ok" for part in parts.values())
    return Health(status="degraded" if down else "ok", **parts)


async def watch(services: Services) -> None:
    """Set `health_up` for each part of ours, until cancelled. The model's calls tell of the model."""
    while True:
        for name, part in (await run_checks(_own_checks(services))).items():
            services.metrics.health.labels(name).set(part["status"] == "ok")
        await asyncio.sleep(WATCH_EVERY_S)


def _language_model(services: Services) -> Check:
    async def check() -> dict[str, Any]:
        if services.llm is None:
            return {"model": OFFLINE_MODEL, "detail": "rule-based assistant: LLM_BASE_URL is not set"}
        await services.llm.check()
        return {"model": services.llm.name}

    return check


def _own_checks(services: Services) -> dict[str, Check]:
    async def embedding() -> dict[str, Any]:
        await services.embedder.check()
        about = {"model": services.embedder.name, "dimension": services.embedder.dimension}
        instead = services.embedder.instead
        return about | {"wanted": instead.wanted, "reason": instead.reason} if instead else about

    async def agents() -> dict[str, Any]:
        types = services.agent_types.all()
        return {"status": "ok" if types else "down", "types": list(types)}

    checks = {
        "database": services.database_probe.check,
        "embedding": embedding,
        "agents": agents,
        "disk": services.disk.check,
    }
    return checks | ({"replica": services.replica.check} if services.replica is not None else {})
