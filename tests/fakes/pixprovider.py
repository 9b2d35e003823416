"""A stateful fake of the PIX provider: charges are made, read, deleted, paid and expired; webhook bodies come out."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from tests.fakes.server import Answer, Fake, Seen

Json = dict[str, Any]


class FakePixProvider(Fake):
    """`top_level_code` answers brCode beside the charge instead of inside it, as some versions do."""

    def __init__(self, app_id: str = "app-id-of-the-store", *, top_level_code: bool = False) -> None:
        super().__init__()
        self.app_id = app_id
        self.top_level_code = top_level_code
        self.charges: dict[str, Json] = {}

    async def handle(self, request: Seen) -> Answer:
        """POST, GET and DELETE of /api/v1/charge."""
        if request.headers.get("authorization") != self.app_id:
            return _error(401, "appID inválido")
        if request.method == "POST" and request.path == "/api/v1/charge":
            return self._create(json.loads(request.body))
        if request.path.endswith("/refund"):
            return self._refund(request)
        charge = self.charges.get(request.path.removeprefix("/api/v1/charge/"))
        if charge is None:
            return _error(400 if request.method == "GET" else 404, "Cobrança não encontrada")
        if request.method == "DELETE":
            del self.charges[charge["correlationID"]]
            return Answer(200, json.dumps({"status": "OK", "id": charge["correlationID"]}).encode())
        return self._shown(charge)

    def _create(self, body: Json) -> Answer:
        allowed = {"correlationID", "value", "comment", "customer", "expiresIn", "additionalInfo"}
        if set(body) - allowed or not isinstance(body.get("value"), int) or body["value"] < 1:
            return _error(400, "dados inválidos")
        UUID(body["correlationID"])
        if len(body.get("comment", "")) > 140:
            return _error(400, "comment muito longo")
        if body["correlationID"] in self.charges:
            return _error(400, "correlationID já utilizado")
        now = datetime.now(UTC)
        expires_in = body.get("expiresIn", 86_400)
        self.charges[body["correlationID"]] = {
            "status": "ACTIVE",
            "value": body["value"],
            "comment": body.get("comment", ""),
            "correlationID": body["correlationID"],
            "identifier": f"id{len(self.charges) + 1:030}",
            "transactionID": f"tx{len(self.charges) + 1:030}",
            "type": "DYNAMIC",
            "expiresIn": expires_in,
            "expiresDate": (now + timedelta(seconds=expires_in)).isoformat().replace("+00:00", "Z"),
            "createdAt": now.isoformat().replace("+00:00", "Z"),
            "brCode": f"00020101021226830014br.gov.bcb.pix2561pix.example.com/{body['correlationID']}6304ABCD",
            "paymentLinkUrl": f"https://pay.example.com/{body['correlationID']}",
            "qrCodeImage": "https://pay.example.com/qr.png",
        }
        return self._shown(self.charges[body["correlationID"]])

    def _refund(self, request: Seen) -> Answer:
        charge = self.charges.get(request.path.removeprefix("/api/v1/charge/").removesuffix("/refund"))
        if charge is None or charge["status"] != "COMPLETED":
            return _error(400, "Cobrança não paga")
        made: list[Json] = charge.setdefault("refunds", [])
        if request.method == "GET":
            return Answer(200, json.dumps({"refunds": made}).encode())
        body = json.loads(request.body)
        if any(refund["correlationID"] == body["correlationID"] for refund in made):
            return _error(400, "correlationID já utilizado")
        if body["value"] + sum(refund["value"] for refund in made) > charge["value"]:
            return _error(400, "valor maior que o disponível")
        made.append({"correlationID": body["correlationID"], "value": body["value"], "status": "IN_PROCESSING"})
        return Answer(200, json.dumps({"refund": made[-1]}).encode())

    def _shown(self, charge: Json) -> Answer:
        answer: Json = {"charge": dict(charge), "correlationID": charge["correlationID"]}
        if self.top_level_code:
            answer["brCode"] = answer["charge"].pop("brCode")
        return Answer(200, json.dumps(answer).encode())

    def pay(self, correlation_id: str, *, cents: int | None = None) -> Json:
        """The shopper pays (another amount, if told): the webhook body that says so."""
        charge = self.charges[correlation_id]
        paid_at = datetime.now(UTC).isoformat().replace("+00:00", "Z")
        charge |= {"status": "COMPLETED", "paidAt": paid_at}
        if cents is not None:
            charge["value"] = cents
        pix = {
            "endToEndId": f"E{charge['transactionID'][2:]}",
            "time": paid_at,
            "value": charge["value"],
            "transactionID": charge["transactionID"],
        }
        return {"event": "OPENPIX:CHARGE_COMPLETED", "charge": dict(charge), "pix": pix, "company": {"id": "c1"}}

    def expire(self, correlation_id: str) -> Json:
        """The charge runs out: the webhook body that says so."""
        self.charges[correlation_id]["status"] = "EXPIRED"
        return {"event": "OPENPIX:CHARGE_EXPIRED", "charge": dict(self.charges[correlation_id])}


def _error(status: int, text: str) -> Answer:
    return Answer(status, json.dumps({"error": text}).encode())
