"""What people of a company may do. A route names the least role it takes: `Group(…, reads=…, writes=…)`."""

from dataclasses import dataclass
from enum import IntEnum


class Role(IntEnum):
    """Each may do what the ones before it may. The owner is the company itself."""

    ATTENDANT = 1
    MANAGER = 2
    OWNER = 3


@dataclass(frozen=True, slots=True)
class Member:
    """The person behind a call of the app scope (`X-Acting-User-Id`), when it is not the owner."""

    user_id: str
    role: Role
