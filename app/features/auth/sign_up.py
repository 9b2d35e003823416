"""A user, a login method and a session in one transaction: no crash leaves an e-mail taken whose user cannot sign in.

Tests: tests/features/test_auth_sign_up.py, tests/packages/test_kills.py.
"""

from app.context import AuthCtx
from app.features.auth.service import add_account, add_session, add_user, check_password
from app.features.auth.types import CreateAccount, CreateSession, CreateSignUp, SignUp
from app.web.decode import validation_failed
from app.web.errors import ValidationFailed


async def sign_up(ctx: AuthCtx, body: CreateSignUp) -> SignUp:
    """Store all of it. Raises ValidationFailed by field, Conflict for what is taken; then nothing is stored."""
    _check(body)
    async with ctx.transaction() as tx:
        user = await add_user(ctx, tx, body.user)
        account = None if body.account is None else await add_account(ctx, tx, body.account)
        session = None if body.session is None else await add_session(ctx, tx, body.session)
    return SignUp(user, account, session)


def _check(body: CreateSignUp) -> None:
    """What the parts check about themselves, told by where they stand."""
    _owned("/account", body.account, body.user.id)
    _owned("/session", body.session, body.user.id)
    if body.account is not None:
        try:
            check_password(body.account.password)
        except ValidationFailed as error:
            raise _below("/account", error) from None


def _owned(pointer: str, part: CreateAccount | CreateSession | None, user_id: str | None) -> None:
    if part is not None and part.user_id != user_id:
        raise validation_failed(f"{pointer}/user_id", "not the id of `user`")


def _below(pointer: str, error: ValidationFailed) -> ValidationFailed:
    [told] = error.errors
    return validation_failed(pointer + told["pointer"], told["detail"])
