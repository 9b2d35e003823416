"""Behind a pooler in transaction mode a session is not ours: its limits must be those of the role. tests/scaling/."""

from app.db.pool import SESSION, Database

# application_name and timezone are passed on by the pooler itself.
LIMITS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "jit")


async def missing_limits(database: Database) -> list[str]:
    """The statements, to be run once by an administrator, that give our role the limits it does not have yet."""
    wanted = [SESSION[name] for name in LIMITS]
    rows = await database.fetch(
        "SELECT format('ALTER ROLE %I SET %I = %L', current_user, w.name, w.value)"
        "  FROM unnest($1::text[], $2::text[]) AS w (name, value)"
        " WHERE current_setting(w.name) <> w.value",
        list(LIMITS),
        wanted,
    )
    return [row[0] for row in rows]
