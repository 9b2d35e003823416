"""What exists in production: the triggers do, the cache numbers do not."""

import dataclasses

import pytest

from tests.problems import assert_problem


@pytest.fixture
def app_settings(app_settings):
    return dataclasses.replace(app_settings, environment="production")


@pytest.mark.parametrize("trigger", ["_trigger-usage-report", "_trigger-overage-charge"])
async def test_triggers_exist_in_production_too(company, trigger):
    assert (await company.client.post(f"/internal/billing/{trigger}")).status_code == 200


async def test_cache_numbers_do_not_exist_in_production(api):
    assert_problem(await api.auth.get("/internal/auth/_cache-stats"), 404, "not-found")
