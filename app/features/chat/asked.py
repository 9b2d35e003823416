"""The model of one turn: what it is asked, metered, within what is left of the turn's time."""

import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

import structlog

from app.clients.llm import (
    Completion,
    LanguageModel,
    Message,
    ModelError,
    ModelRequest,
    TextDelta,
    Tool,
    Usage,
    estimate_prompt,
)
from app.context import PublicCtx
from app.features.chat.assistant.model import RuleBasedAssistant
from app.features.chat.metered import Meter
from app.ops.agent_types import AgentType
from app.web.errors import Unavailable

log = structlog.get_logger(__name__)


class Asked:
    """A model, and what it has used so far. model_name: the one that answered last."""

    def __init__(self, ctx: PublicCtx, kind: AgentType, meter: Meter, *, own_model: str | None, streams: bool) -> None:
        self._ctx = ctx
        self._kind = kind
        self._meter = meter
        self._streams = streams
        self._wanted = "" if ctx.services.llm is None else own_model or kind.config.model
        self.model: LanguageModel = ctx.services.llm or RuleBasedAssistant()
        self.model_name = self._wanted or self.model.name
        self.usage = Usage()
        self.seconds = 0.0

    @property
    def streams(self) -> bool:
        """Whether to take the model's text as it comes (`stream`) or whole (`complete`)."""
        return self._streams and not isinstance(self.model, RuleBasedAssistant)

    async def complete(self, messages: Sequence[Message], tools: Sequence[Tool]) -> Completion:
        """One metered model call within what is left of the turn's time. Raises Blocked, Unavailable."""
        request = await self._metered(messages, tools)
        started = time.perf_counter()
        try:
            completion = await self.model.complete(request)
        except ModelError as error:
            raise _unavailable(error) from error
        finally:
            self.seconds += time.perf_counter() - started
        self._count(completion)
        return completion

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[Tool]
    ) -> AsyncGenerator[TextDelta | Completion, None]:
        """Like `complete`, its text as it comes; the Completion last."""
        request = await self._metered(messages, tools)
        started = time.perf_counter()
        try:
            async with aclosing(self.model.stream(request)) as pieces:
                async for item in pieces:
                    if isinstance(item, Completion):
                        self._count(item)
                    yield item
        except ModelError as error:
            raise _unavailable(error) from error
        finally:
            self.seconds += time.perf_counter() - started

    async def _metered(self, messages: Sequence[Message], tools: Sequence[Tool]) -> ModelRequest:
        left = self._ctx.settings.llm_timeout_s - self.seconds
        if left <= 0:
            raise Unavailable("The language model took too long.")
        config = self._kind.config
        allowed = await self._meter.reserve(estimate_prompt(messages, tools), config.max_tokens)
        return ModelRequest(
            messages=list(messages),
            tools=tools,
            model=self._wanted,
            temperature=config.temperature,
            max_tokens=allowed,
            within_s=left,
        )

    def _count(self, completion: Completion) -> None:
        self._meter.used(completion)
        self.usage = self.usage + completion.usage
        self.model_name = completion.model or self.model_name


def _unavailable(error: ModelError) -> Unavailable:
    log.warning("language_model_failed", reason=type(error).__name__, detail=str(error))
    return Unavailable("The language model is not available.", retry_after=min(error.retry_after_s, 60))
