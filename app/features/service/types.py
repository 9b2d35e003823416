"""Answers of the service routes."""

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from app.web.types import Resource


class ServiceInfo(Resource):
    """Name, version and where to go next."""

    name: str
    version: str
    links: dict[str, str]


class Health(Resource):
    """Overall state and its parts; each part has `status` ok | down and says what it is."""

    status: Literal["ok", "degraded"]
    language_model: dict[str, Any]
    database: dict[str, Any]
    embedding: dict[str, Any]
    agents: dict[str, Any]
    disk: dict[str, Any]
    replica: dict[str, Any] | UnsetType = UNSET


class Liveness(Resource):
    """The process answers."""

    status: Literal["ok"]
