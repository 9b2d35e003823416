"""Logs are JSON lines that hold no local variables, whatever goes wrong."""

import io
import json
import sys

import asyncpg
import structlog

from app.ops.log import configure_logging, log, request_id_var


def test_a_traceback_does_not_carry_the_values_it_met(capfdbinary):
    password = "hunter2-very-secret"
    try:
        configure_logging("info", "json")
        request_id_var.set("r-1")
        try:
            raise RuntimeError(str(len(password)))
        except RuntimeError as error:
            log.error("unexpected_error", exc_info=error)
    finally:
        request_id_var.set("")
        configure_logging("warning", "console")
    line = capfdbinary.readouterr().err
    event = json.loads(line)
    assert event["event"] == "unexpected_error"
    assert event["request_id"] == "r-1"
    assert event["exception"][0]["exc_type"] == "RuntimeError"
    assert b"hunter2" not in line
    assert structlog.is_configured()


def test_a_row_that_the_database_refused_is_not_told(capfdbinary):
    refused = asyncpg.NotNullViolationError('null value in column "name" violates not-null constraint')
    refused.detail = "Failing row contains (ana@example.com, hunter2)."
    try:
        configure_logging("info", "json")
        log.error("unexpected_error", exc_info=refused)
    finally:
        configure_logging("warning", "console")
    line = capfdbinary.readouterr().err
    assert b"violates not-null constraint" in line
    assert b"hunter2" not in line


def test_console_lines_go_to_the_stderr_of_the_moment(capsys, monkeypatch):
    first, second = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", first)
    configure_logging("warning", "console")
    first.close()
    monkeypatch.setattr(sys, "stderr", second)
    log.error("still_logged")
    assert "still_logged" in second.getvalue()
