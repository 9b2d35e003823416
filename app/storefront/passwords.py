"""Passwords: bounds, bcrypt off the event loop, and equal work for unknown accounts.

Tests: test_passwords.py.
"""

import asyncio
import os
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import bcrypt

MIN_CHARACTERS = 8
MAX_BYTES = 72


def password_problem(password: str) -> str | None:
    """Why a new password is refused, as a message key, or None. bcrypt reads 72 bytes and no more."""
    if len(password) < MIN_CHARACTERS:
        return "A senha precisa de pelo menos 8 caracteres."
    if len(password.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return "A senha é longa demais: até 72 bytes."
    if "\0" in password:
        return "A senha contém um caractere inválido."
    return None


class Passwords:
    """Hashes and checks on a few threads of their own, so that logins cannot occupy the default executor."""

    def __init__(self, rounds: int = 12) -> None:
        self._rounds = rounds
        self._threads = ThreadPoolExecutor(max(2, os.cpu_count() or 2), "bcrypt")
        self._dummy = bcrypt.hashpw(secrets.token_bytes(16), bcrypt.gensalt(rounds))

    async def hash(self, password: str) -> str:
        """The bcrypt hash of a password that `password_problem` has let pass."""
        work = partial(bcrypt.hashpw, password.encode(), bcrypt.gensalt(self._rounds))
        return (await asyncio.get_running_loop().run_in_executor(self._threads, work)).decode()

    async def matches(self, password: str, stored: str | None) -> bool:
        """Whether the password fits the stored hash. None (no such account) costs the same work."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._check, password, stored)

    def _check(self, password: str, stored: str | None) -> bool:
        candidate = password.encode("utf-8", "surrogatepass")
        usable = stored is not None and len(candidate) <= MAX_BYTES and b"\0" not in candidate
        hashed = stored.encode() if usable and stored is not None else self._dummy
        try:
            fits = bcrypt.checkpw(candidate[:MAX_BYTES].replace(b"\0", b"?"), hashed)
        except ValueError:
            # A hash of another scheme, written by another frontend: nobody can sign in with it here.
            bcrypt.checkpw(b"equal-work", self._dummy)
            return False
        return fits and usable

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)
