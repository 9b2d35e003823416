"""What the desk offers to each role: the least that a page or a form takes. Pure.

The backend judges every call by itself; this keeps from people what would only be refused. Tests: test_roles.py.
"""

import re
from typing import Literal

Role = Literal["attendant", "manager", "owner"]

_RANK = {"attendant": 1, "manager": 2, "owner": 3}
# The first that fits counts. What is not here: pages are for all, forms from managers on.
_PAGES: tuple[tuple[str, Role], ...] = (
    ("/settings/billing", "owner"),
    ("/settings", "manager"),
    ("/(products|stores|agents|documents)/new", "manager"),
    ("/products/import", "manager"),
    ("/agents/[^/]+/(history|tests)", "manager"),
    ("/(upload|token-usage|developers|database-stats|instance-settings|admin)", "manager"),
)
_FORMS: tuple[tuple[str, Role], ...] = (
    ("/settings/(billing|members)", "owner"),
    ("/developers", "owner"),
    ("/admin/trigger", "owner"),
    ("/orders/[^/]+/(stock|refund|refunds)", "manager"),
    ("/(orders|leads|inbox|conversations)", "attendant"),
    ("/agents/[^/]+/try", "attendant"),
    ("/(account|logout|login|invitations)", "attendant"),
)


def least_role(method: str, path: str) -> Role:
    """The least role for a page (GET) or a form (POST). The path may carry a query."""
    path = path.partition("?")[0]
    reads = method.upper() in ("GET", "HEAD")
    otherwise: Role = "attendant" if reads else "manager"
    rules = _PAGES if reads else _FORMS
    return next((role for pattern, role in rules if re.match(rf"{pattern}(?:/|$)", path)), otherwise)


def may(role: Role, method: str, path: str) -> bool:
    """Whether a role is offered it."""
    return _RANK[role] >= _RANK[least_role(method, path)]
