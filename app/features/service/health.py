"""What /health reports. Each check is bounded to a second (app.ops.health)."""

from typing import Any

from app.context import Services
from app.features.service.types import Health
from app.ops.health import run_checks

OFFLINE_MODEL = "offline-rules"


async def report(services: Services) -> Health:
    """All parts at once; `degraded` when any is down."""

    async def language_model() -> dict[str, Any]:
        if services.llm is None:
            return {"model": OFFLINE_MODEL, "detail": "rule-based assistant: LLM_BASE_URL is not set"}
        await services.llm.check()
        return {"model": services.llm.name}

    async def embedding() -> dict[str, Any]:
        await services.embedder.check()
        return {"model": services.embedder.name, "dimension": services.embedder.dimension}

    async def agents() -> dict[str, Any]:
        types = services.agent_types.all()
        return {"status": "ok" if types else "down", "types": list(types)}

    checks = {
        "language_model": language_model,
        "database": services.database_probe.check,
        "embedding": embedding,
        "agents": agents,
    }
    if services.replica is not None:
        checks["replica"] = services.replica.check
    parts = await run_checks(checks)
    down = any(part["status"] != "ok" for part in parts.values())
    return Health(status="degraded" if down else "ok", **parts)
