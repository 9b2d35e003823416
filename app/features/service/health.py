"""What /health reports. Each check is bounded to a second (app.ops.health)."""

from typing import Any

from app.context import Services
from app.features.service.types import Health
from app.ops.health import run_checks


async def report(services: Services) -> Health:
    """All parts at once; `degraded` when any is down."""

    async def database() -> dict[str, Any]:
        return await services.database_probe.check()

    parts = await run_checks({"database": database})
    down = any(part["status"] != "ok" for part in parts.values())
    return Health(status="degraded" if down else "ok", **parts)
