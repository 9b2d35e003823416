"""What is for development only does not exist in production."""

import dataclasses

import pytest

from tests.problems import assert_problem


@pytest.fixture
def app_settings(app_settings):
    return dataclasses.replace(app_settings, environment="production")


@pytest.mark.parametrize("trigger", ["_trigger-usage-report", "_trigger-overage-charge"])
async def test_trigger_does_not_exist_in_production(company, trigger):
    assert_problem(await company.client.post(f"/internal/billing/{trigger}"), 404, "not-found")


async def test_cache_numbers_do_not_exist_in_production(api):
    assert_problem(await api.auth.get("/internal/auth/_cache-stats"), 404, "not-found")
