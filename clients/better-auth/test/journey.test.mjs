// The whole journey of a user through two frontend replicas (two processes) on one backend.
// Needs a running backend: BACKEND_URL, INTERNAL_AUTH_TOKEN or INTERNAL_API_TOKEN, INTERNAL_WEBHOOK_TOKEN, AUTH_SECRET.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { auditLog, Browser, backend, startReplica } from "./support.mjs";

const password = "correct horse battery";
const email = `Zoe+loja.${Date.now()}@Example.com`;
let replicas;
let one;
let two;

before(async () => {
  replicas = await Promise.all([startReplica(), startReplica()]);
  one = new Browser(replicas[0].url);
  two = new Browser(replicas[1].url);
});
after(() => replicas?.forEach((replica) => replica.stop()));

describe("better-auth on the backend", () => {
  test("signing up signs in, and the other replica knows the session", async () => {
    const { status, body } = await one.post("sign-up/email", { name: "Zoë", email, password });
    assert.equal(status, 200);
    assert.equal(body.user.email, email.toLowerCase());
    const session = await one.session();
    assert.equal(session.user.id, body.user.id);
    two.cookies = new Map(one.cookies);
    assert.equal((await two.session()).session.id, session.session.id);
  });

  test("the stored hash is bcrypt", async () => {
    const { user } = await one.session();
    const account = await backend(`accounts/password-by-user/${user.id}`);
    assert.match(account.password, /^\$2[aby]\$/);
  });

  test("the same address in another case is taken", async () => {
    const other = new Browser(replicas[1].url);
    const { status } = await other.post("sign-up/email", { name: "Z", email: email.toUpperCase(), password });
    assert.equal(status, 422);
  });

  test("twenty sign-ups of one address on two replicas make one user", async () => {
    const address = `race.${Date.now()}@example.com`;
    const tries = Array.from({ length: 20 }, (_, i) =>
      new Browser(replicas[i % 2].url).post("sign-up/email", { name: "R", email: address, password }),
    );
    const statuses = (await Promise.all(tries)).map((result) => result.status);
    assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join(" "));
  });

  test("what the backend refuses is told to the visitor, not a plain 500", async () => {
    const long = { name: "Z".repeat(300), email: `long.${Date.now()}@example.com`, password };
    const { status, body } = await new Browser(replicas[0].url).post("sign-up/email", long);
    assert.equal(status, 422);
    assert.match(body.message, /name/);
  });

  test("a wrong password and an unknown address are refused alike", async () => {
    const stranger = new Browser(replicas[0].url);
    const wrong = await stranger.post("sign-in/email", { email, password: "not the password" });
    const unknown = await stranger.post("sign-in/email", { email: "nobody@example.com", password });
    assert.deepEqual([wrong.status, wrong.body.code], [401, unknown.body.code]);
    assert.equal(await stranger.session(), null);
  });

  test("guessing is stopped over all replicas, by address and by account", async () => {
    const guess = (n, address) =>
      new Browser(replicas[n % 2].url, address).post("sign-in/email", { email: "victim@example.com", password: `guess ${n}` });
    const fromOne = [];
    for (let n = 0; n < 5; n++) fromOne.push((await guess(n, "198.51.100.7")).status);
    assert.deepEqual(fromOne, [401, 401, 401, 429, 429]);
    const fromMany = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n, `198.51.101.${n}`)));
    assert.equal(fromMany.filter(({ status }) => status === 401).length, 17); // of 20, three are used up
    assert.equal(fromMany.find(({ status }) => status === 429).body.code, "TOO_MANY_ATTEMPTS");
  });

  test("the audit log knows who signed in, failed and changed the password", async () => {
    const address = `watched.${Date.now()}@example.com`;
    const visitor = new Browser(replicas[1].url);
    const { body } = await visitor.post("sign-up/email", { name: "W", email: address, password });
    await new Browser(replicas[0].url).post("sign-in/email", { email: address, password: "not the password" });
    await visitor.post("change-password", { currentPassword: password, newPassword: "a new password" });
    await visitor.post("sign-out", {});
    const entries = await auditLog(body.user.id);
    assert.deepEqual(
      entries.map(({ action }) => action),
      ["auth.session_revoked", "auth.password_changed", "auth.sign_in_failed", "auth.sign_in"],
    );
    assert.match(entries[3].changes.ip_address[1], /^10\./);
  });

  test("sessions are listed, and one, others and all can be revoked, on every replica at once", async () => {
    const phone = await signedIn(1);
    const tablet = await signedIn(0);
    const listed = (await one.get("list-sessions")).body;
    assert.equal(listed.length, 3);

    const { session } = await phone.session();
    assert.equal((await one.post("revoke-session", { token: session.token })).status, 200);
    assert.equal(await phone.session(), null);
    assert.notEqual(await tablet.session(), null);

    assert.equal((await one.post("revoke-other-sessions", {})).status, 200);
    assert.equal(await tablet.session(), null);
    assert.notEqual(await two.session(), null);

    assert.equal((await one.post("revoke-sessions", {})).status, 200);
    assert.equal(await one.session(), null);
    assert.equal(await two.session(), null);
    one = await signedIn(0);
  });

  test("more sessions than the library's page of 100 are listed and revoked", async () => {
    const { user, session } = await one.session();
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    for (let n = 0; n < 120; n++) await backend("sessions", { user_id: user.id, token: `${user.id}-${n}`, expires_at });
    assert.equal((await one.get("list-sessions")).body.length, 121);
    assert.equal((await one.post("revoke-other-sessions", {})).status, 200);
    assert.deepEqual((await one.get("list-sessions")).body.map(({ token }) => token), [session.token]);
  });

  test("signing out ends this session only", async () => {
    const other = await signedIn(1);
    assert.equal((await other.post("sign-out", {})).status, 200);
    assert.equal(await other.session(), null);
    assert.notEqual(await one.session(), null);
  });

  test("a forgotten password is reset once; the token cannot be replayed and ends all sessions", async () => {
    const { user } = await one.session();
    const visitor = new Browser(replicas[1].url);
    const asked = await visitor.post("request-password-reset", { email, redirectTo: "/reset-password" });
    assert.equal(asked.status, 200);
    const token = await resetToken(user.id);
    const attempts = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        new Browser(replicas[i % 2].url).post("reset-password", { token, newPassword: `${password} ${i}` }),
      ),
    );
    const winners = attempts.flatMap(({ status }, i) => (status === 200 ? [i] : []));
    assert.equal(winners.length, 1, attempts.map(({ status }) => status).join(" "));
    const replay = await visitor.post("reset-password", { token, newPassword: "another password" });
    assert.equal(replay.status, 400);
    assert.equal(await one.session(), null);
    assert.equal((await visitor.post("sign-in/email", { email, password })).status, 401);
    one = await signedIn(0, `${password} ${winners[0]}`);
    await one.post("change-password", { currentPassword: `${password} ${winners[0]}`, newPassword: password });
  });

  test("an unknown address gets the same answer to a forgotten password", async () => {
    const visitor = new Browser(replicas[0].url);
    const body = { redirectTo: "/reset-password" };
    const unknown = await visitor.post("request-password-reset", { ...body, email: "nobody@example.com" });
    const known = await visitor.post("request-password-reset", { ...body, email });
    assert.deepEqual([unknown.status, unknown.body], [known.status, known.body]);
  });

  test("changing the password asks for the old one and can end the other sessions", async () => {
    const other = await signedIn(1);
    const wrong = await one.post("change-password", { currentPassword: "wrong", newPassword: "a new password" });
    assert.equal(wrong.status, 400);
    const changed = await one.post("change-password", {
      currentPassword: password,
      newPassword: "a new password",
      revokeOtherSessions: true,
    });
    assert.equal(changed.status, 200);
    assert.equal(await other.session(), null);
    assert.notEqual(await one.session(), null);
    const back = await one.post("change-password", { currentPassword: "a new password", newPassword: password });
    assert.equal(back.status, 200);
  });

  test("the profile and the e-mail address can be changed; the old address no longer signs in", async () => {
    assert.equal((await one.post("update-user", { name: "Zoë Ünal" })).status, 200);
    const fresh = `new.${Date.now()}@example.com`;
    assert.equal((await one.post("change-email", { newEmail: fresh })).status, 400);
    assert.equal((await one.post("change-email", { newEmail: fresh, currentPassword: "not it" })).status, 400);
    assert.equal((await one.post("change-email", { newEmail: fresh, currentPassword: password })).status, 200);
    const { user } = await one.session();
    assert.deepEqual([user.name, user.email], ["Zoë Ünal", fresh]);
    const visitor = new Browser(replicas[1].url);
    assert.equal((await visitor.post("sign-in/email", { email, password })).status, 401);
    assert.equal((await visitor.post("sign-in/email", { email: fresh, password })).status, 200);
  });

  test("a deleted user is gone everywhere", async () => {
    const { user } = await one.session();
    assert.equal((await one.post("delete-user", { password })).status, 200);
    assert.equal(await one.session(), null);
    assert.equal(await backend(`users/by-id/${user.id}`), null);
    assert.deepEqual(await backend(`accounts/by-user/${user.id}`), []);
    assert.deepEqual(await backend(`sessions/by-user/${user.id}`), []);
  });
});

async function signedIn(replica, secret = password) {
  const browser = new Browser(replicas[replica].url);
  const { status } = await browser.post("sign-in/email", { email, password: secret });
  assert.equal(status, 200);
  return browser;
}

/** What the mail holds; the library stores it as identifier `reset-password:<token>`, value = the user's id. */
async function resetToken(userId) {
  const row = await backend(`verifications/by-value/${userId}`);
  assert.match(row.identifier, /^reset-password:/);
  return row.identifier.slice("reset-password:".length);
}
