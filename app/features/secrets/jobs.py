"""The second half of rotating SECRETS_KEY, without anybody's command."""

from datetime import timedelta

from app.context import JobCtx
from app.features.secrets.service import reseal
from app.jobs import schedule
from app.ops.log import log


@schedule("reseal_secrets", every=timedelta(minutes=10), timeout_s=1_800)
async def reseal_secrets(ctx: JobCtx) -> None:
    """Seal with the newest key what an older one sealed; what a run does not get to, the next one does."""
    box = ctx.services.secret_box
    if not box.rotating:
        return
    done = await reseal(ctx.db, ctx.q, box, ctx.services.metrics)
    if done.resealed or done.lost:
        log.info("secrets_resealed", resealed=done.resealed, lost=done.lost)
