"""`python -m app billing`: batches, charges, grants, reconcile."""

from uuid import UUID, uuid4

import pytest
from click.testing import CliRunner

from app.cli.billing import billing_group
from app.cli.plans import plans_group
from tests.cli.commands import environment, query
from tests.database import ROOT
from tests.fakes.cardprovider import FakeCardProvider

BATCH, CHARGE = uuid4(), uuid4()


@pytest.fixture
def provider():
    with FakeCardProvider() as fake:
        yield fake


@pytest.fixture
def billing(dsn, monkeypatch, tmp_path, provider):
    """Runs the command against a database with a company, a batch and a charge; its exit code and output."""
    monkeypatch.chdir(tmp_path)
    more = {"CARDPROVIDER_BASE_URL": provider.url, "CARDPROVIDER_API_KEY": "sk_test_1"}
    more |= {"MODELS_DIR": str(ROOT / "models_onnx"), "AGENT_TYPES_FILE": str(ROOT / "agent_types.yaml")}
    for name, value in (environment(dsn, tmp_path) | more).items():
        monkeypatch.setenv(name, value)
    query(dsn, "INSERT INTO users (id, email) VALUES ('ana', 'ana@example.com')")
    query(dsn, "INSERT INTO companies (id) VALUES ('ana')")
    query(
        dsn,
        """INSERT INTO usage_report_batches (company_id, id, min_id, max_id, tokens, price, event_at, status,
                                             last_error)
           VALUES ('ana', $1, 1, 9, 1000000, 2900, now(), 'needs_attention', 'No such customer')""",
        BATCH,
    )
    query(
        dsn,
        """INSERT INTO charges (company_id, id, kind, period, seq, tokens, micros, amount_cents, status)
           VALUES ('ana', $1, 'overage', '2026-01-01', 1, 1000, 2900000, 1160, 'needs_attention')""",
        CHARGE,
    )

    def invoke(*arguments, group=billing_group):
        result = CliRunner().invoke(group, list(arguments))
        assert isinstance(result.exception, SystemExit | None), result.exception
        return result.exit_code, result.output

    return invoke


def statuses(dsn):
    return (
        query(dsn, "SELECT status FROM usage_report_batches")[0][0],
        query(dsn, "SELECT status FROM charges WHERE kind = 'overage'")[0][0],
    )


def test_lists_show_id_company_status_and_amount(billing):
    code, output = billing("batches", "list", "--status", "needs_attention")
    assert (code, output) == (0, f"{BATCH}  ana  needs_attention  R$ 29,00  ana:1:9  No such customer\n")
    code, output = billing("charges", "list")
    assert (code, output) == (0, f"{CHARGE}  ana  needs_attention  R$ 11,60  overage\n")
    assert billing("charges", "list", "--status", "succeeded") == (0, "")
    assert billing("charges", "list", "--status", "sucess")[0] == 2


def test_retry_puts_back_into_the_queue(billing, dsn):
    assert billing("batches", "retry", str(BATCH)) == (0, f"{BATCH}  retried by the next run\n")
    assert billing("charges", "retry", str(CHARGE)) == (0, f"{CHARGE}  retried by the next run\n")
    assert statuses(dsn) == ("pending", "pending")
    unknown = str(UUID(int=1))
    assert billing("charges", "retry", str(CHARGE), unknown) == (
        1,
        f"{CHARGE}  left as it is: pending\n{unknown}  there is no charge of this id\n",
    )
    topup = uuid4()
    query(
        dsn,
        """INSERT INTO charges (company_id, id, kind, attempt, tokens, amount_cents, status)
           VALUES ('ana', $1, 'topup', 'a', 1000, 3000, 'failed')""",
        topup,
    )
    assert billing("charges", "retry", str(topup)) == (
        1,
        f"{topup}  left as it is: a top-up, which its buyer repeats\n",
    )


@pytest.mark.parametrize("action", [("retry",), ("write-off", "--reason", "goodwill")])
def test_what_fails_for_one_is_done_to_the_others(billing, dsn, action):
    broken = uuid4()
    query(
        dsn,
        """INSERT INTO charges (company_id, id, kind, period, seq, tokens, micros, amount_cents, status)
           VALUES ('ana', $1, 'overage', '2026-02-01', 1, 1000, 2900000, 1160, 'needs_attention')""",
        broken,
    )
    query(dsn, f"ALTER TABLE charges ADD CONSTRAINT broken CHECK (id <> '{broken}' OR status = 'needs_attention')")
    code, output = billing("charges", action[0], str(broken), str(CHARGE), *action[1:])
    first, second = output.splitlines()
    assert (code, first.startswith(f"{broken}  not done: "), second.startswith(f"{CHARGE}  ")) == (1, True, True)
    assert query(dsn, "SELECT status FROM charges WHERE id = $1", CHARGE) != [("needs_attention",)]


def test_write_off_needs_a_reason_and_leaves_a_trace(billing, dsn):
    assert billing("charges", "write-off", str(CHARGE))[0] == 2
    assert billing("charges", "write-off", str(CHARGE), "--reason", "goodwill")[0] == 0
    assert billing("batches", "write-off", str(BATCH), "--reason", "our mistake")[0] == 0
    assert statuses(dsn) == ("written_off", "written_off")
    trace = query(dsn, "SELECT actor_type, action, target_id FROM audit_log ORDER BY id")
    assert trace == [
        ("operator", "billing.write_off_charge", str(CHARGE)),
        ("operator", "billing.write_off_batch", str(BATCH)),
    ]
    assert billing("charges", "retry", str(CHARGE))[0] == 1


def test_grant_gives_tokens_until_a_day(billing, dsn):
    assert billing("grant", "ana", "5000", "--expires", "2030-01-31") == (0, "granted 5000 tokens to ana\n")
    [row] = query(dsn, "SELECT tokens_remaining, amount_cents, expires_at::text FROM token_topups")
    assert row[:2] == (5000, 0)
    assert row[2].startswith("2030-01-31 00:00:00")
    code, output = billing("grant", "nobody", "5000")
    assert (code, output) == (1, "Error: there is no company nobody\n")
    code, output = billing("grant", "ana", "5000", "--expires", "2020-01-31")
    assert (code, "that day has begun" in output) == (2, True)
    assert len(query(dsn, "SELECT FROM token_topups")) == 1


def test_reconcile_tells_by_its_exit_code_whether_something_differed(billing, dsn, provider):
    assert billing("reconcile") == (0, "found: 0, mended: 0\n")
    assert billing("reconcile", "--company", "nobody") == (1, "Error: there is no company nobody\n")
    customer = provider._create_customer({"metadata": {"company_id": "ana"}})["id"]
    query(dsn, "INSERT INTO billing_customers (company_id, cardprovider_customer_id) VALUES ('ana', $1)", customer)
    query(dsn, "INSERT INTO lookups (kind, value, company_id) VALUES ('customer', $1, 'ana')", customer)
    metadata = {"kind": "topup", "company_id": "ana", "tokens": "1000000"}
    intent = provider._intent(customer, 3_000, "brl", metadata)["id"]
    provider.pay_intent(intent)
    code, output = billing("reconcile")
    assert (code, output.splitlines()[-1]) == (1, "found: 1, mended: 0")
    code, output = billing("reconcile", "--repair", "--company", "ana")
    assert code == 1
    assert output.splitlines()[0] == f"mended  ana  lost_topup  {intent}  3000 cents paid, nothing granted"
    assert billing("reconcile") == (0, "found: 0, mended: 0\n")
    provider.rolled = True
    code, output = billing("reconcile")
    assert code == 1
    assert output.startswith("Error: the card provider cannot be asked")


def test_price_of_bought_tokens_is_set_and_shown(billing):
    assert billing("topup-price", group=plans_group) == (0, "3000 cents per million tokens\n")
    assert billing("topup-price", "4500", group=plans_group) == (0, "4500 cents per million tokens\n")
    assert billing("topup-price", group=plans_group) == (0, "4500 cents per million tokens\n")
    assert billing("topup-price", "0", group=plans_group)[0] == 2
