"""As much PromQL as our alerts speak, over two scrapes of real metrics: enough to fire each of them in a test."""

import operator
import re
from collections.abc import Callable, Iterable
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

Labels = frozenset[tuple[str, str]]
Vector = dict[Labels, float]
_TOKEN = re.compile(
    r'\s*("(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?(?:e\d+)?|[a-zA-Z_:][\w:]*|=~|!~|!=|==|>=|<=|[-+*/<>=(){}\[\],])'
)
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    ">": operator.gt, "<": operator.lt, ">=": operator.ge, "<=": operator.le, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


def scrape(text: str) -> dict[str, Vector]:
    """Samples by name; each scrape target would add its labels here."""
    found: dict[str, Vector] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, {})[frozenset(sample.labels.items())] = sample.value
    return found


def evaluate(expression: str, before: str, now: str, *, up: float = 1.0) -> Vector:
    """The expression's vector; `before` and `now` are /metrics a range apart. `up` is what Prometheus adds itself."""
    first, second = scrape(before), scrape(now)
    second["up"] = {frozenset({("instance", "a")}): up}
    parser = _Parser(expression, first, second)
    result = parser.logical()
    assert parser.at_end(), f"not understood: {parser.rest()}"
    return result


class _Parser:
    def __init__(self, text: str, before: dict[str, Vector], now: dict[str, Vector]) -> None:
        self._tokens = _TOKEN.findall(text)
        assert "".join(self._tokens) == re.sub(r"\s", "", text), text
        self._at = 0
        self._before, self._now = before, now

    def at_end(self) -> bool:
        return self._at >= len(self._tokens)

    def rest(self) -> str:
        return " ".join(self._tokens[self._at :])

    def _peek(self) -> str:
        return "" if self.at_end() else self._tokens[self._at]

    def _take(self, wanted: str | None = None) -> str:
        token = self._peek()
        assert wanted is None or token == wanted, f"expected {wanted}: {self.rest()}"
        self._at += 1
        return token

    def logical(self) -> Vector:
        left = self._comparison()
        while self._peek() in ("and", "or"):
            which, right = self._take(), self._comparison()
            left = {k: v for k, v in left.items() if k in right} if which == "and" else right | left
        return left

    def _comparison(self) -> Vector:
        left = self._product()
        if self._peek() in _COMPARE:
            compare, right = _COMPARE[self._take()], self._product()
            return {k: v for k, v in _vector(left).items() if (r := _of(right, k)) is not None and compare(v, r)}
        return _vector(left)

    def _product(self) -> Any:
        left = self._value()
        while self._peek() in ("/", "*"):
            divide, right = self._take() == "/", self._value()
            if isinstance(left, float) and isinstance(right, float):
                left = left / right if divide else left * right
                continue
            pairs = [(k, v, _of(right, k)) for k, v in _vector(left).items()]
            left = {k: (v / r if divide else v * r) for k, v, r in pairs if r is not None and (r or not divide)}
        return left

    def _value(self) -> Any:
        token = self._take()
        if re.fullmatch(r"\d.*", token):
            return float(token)
        if token == "(":
            inner = self.logical()
            self._take(")")
            return inner
        if token in ("sum", "max", "min"):
            return self._aggregate({"sum": sum, "max": max, "min": min}[token])
        if token in ("rate", "increase"):
            self._take("(")
            name, matchers = self._selector(self._take())
            self._take("[")
            seconds = _seconds(self._take() + self._take())
            self._take("]")
            self._take(")")
            before, now = self._before.get(name, {}), _select(self._now.get(name, {}), matchers)
            over = seconds if token == "rate" else 1.0
            return {k: (v - before.get(k, 0.0)) / over for k, v in now.items()}
        if token == "histogram_quantile":
            self._take("(")
            quantile = float(self._take())
            self._take(",")
            buckets = self.logical()
            self._take(")")
            return _quantile(quantile, buckets)
        name, matchers = self._selector(token)
        return _select(self._now.get(name, {}), matchers)

    def _aggregate(self, how: Callable[[Iterable[float]], float]) -> Vector:
        by: list[str] = []
        if self._peek() == "by":
            self._take()
            by = self._names()
        self._take("(")
        inner = self.logical()
        self._take(")")
        groups: dict[Labels, list[float]] = {}
        for labels, value in inner.items():
            groups.setdefault(frozenset(pair for pair in labels if pair[0] in by), []).append(value)
        return {labels: how(values) for labels, values in groups.items()}

    def _names(self) -> list[str]:
        self._take("(")
        names = []
        while self._peek() != ")":
            if (token := self._take()) != ",":
                names.append(token)
        self._take(")")
        return names

    def _selector(self, name: str) -> tuple[str, list[tuple[str, str, str]]]:
        matchers = []
        if self._peek() == "{":
            self._take()
            while self._peek() != "}":
                label, how, value = self._take(), self._take(), self._take()
                matchers.append((label, how, value[1:-1]))
                if self._peek() == ",":
                    self._take()
            self._take("}")
        return name, matchers


def _seconds(text: str) -> float:
    return float(text[:-1]) * {"s": 1, "m": 60, "h": 3600, "d": 86400}[text[-1]]


def _vector(value: Any) -> Vector:
    return {frozenset(): value} if isinstance(value, float) else value


def _of(value: Any, labels: Labels) -> float | None:
    return value if isinstance(value, float) else value.get(labels)


def _select(vector: Vector, matchers: list[tuple[str, str, str]]) -> Vector:
    def fits(labels: Labels) -> bool:
        own = dict(labels)
        return all(
            {
                "=": own.get(label, "") == value,
                "!=": own.get(label, "") != value,
                "=~": bool(re.fullmatch(value, own.get(label, ""))),
                "!~": not re.fullmatch(value, own.get(label, "")),
            }[how]
            for label, how, value in matchers
        )

    return {labels: value for labels, value in vector.items() if fits(labels)}


def _quantile(quantile: float, buckets: Vector) -> Vector:
    series: dict[Labels, list[tuple[float, float]]] = {}
    for labels, value in buckets.items():
        edge = float(dict(labels)["le"])
        series.setdefault(frozenset(pair for pair in labels if pair[0] != "le"), []).append((edge, value))
    found = {}
    for labels, pairs in series.items():
        pairs.sort()
        total = pairs[-1][1]
        if total > 0:
            found[labels] = next(edge for edge, count in pairs if count >= quantile * total)
    return found
