"""The debug triggers do not exist in production."""

import dataclasses

import pytest

from tests.problems import assert_problem


@pytest.fixture
def app_settings(app_settings):
    return dataclasses.replace(app_settings, environment="production")


@pytest.mark.parametrize("trigger", ["_trigger-usage-report", "_trigger-overage-charge"])
async def test_trigger_does_not_exist_in_production(company, trigger):
    assert_problem(await company.client.post(f"/internal/billing/{trigger}"), 404, "not-found")
