// A second factor through two frontend replicas (two processes) on one backend: enrolled on one, asked for on the other.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createOTP } from "@better-auth/utils/otp";
import { auditLog, Browser, backend, startReplica } from "./support.mjs";

const password = "correct horse battery";
const email = `totp.${Date.now()}@example.com`;
let replicas;
let secret;
let backupCodes;
let userId;

before(async () => {
  replicas = await Promise.all([startReplica(), startReplica()]);
});
after(() => replicas?.forEach((replica) => replica.stop()));

/** What the library put into the QR code, as an authenticator app reads it. */
const secretOf = (uri) => base32(new URL(uri).searchParams.get("secret")).toString();
const code = () => createOTP(secret).totp();

/** A browser that has given the password and is asked for the second factor. */
async function halfWay(replica) {
  const browser = new Browser(replicas[replica].url);
  const { status, body } = await browser.post("sign-in/email", { email, password });
  assert.equal(status, 200);
  assert.equal(body.twoFactorRedirect, true);
  assert.equal(await browser.session(), null);
  return browser;
}

describe("a second factor", () => {
  test("is enrolled with the password, and counts once a code was right", async () => {
    const one = new Browser(replicas[0].url);
    userId = (await one.post("sign-up/email", { name: "Ana", email, password })).body.user.id;
    assert.equal((await one.post("two-factor/enable", { password: "not the password" })).status, 400);
    const enabled = await one.post("two-factor/enable", { password });
    assert.equal(enabled.status, 200, JSON.stringify(enabled.body));
    ({ backupCodes } = enabled.body);
    secret = secretOf(enabled.body.totpURI);
    // Not proven yet: signing in asks for nothing.
    const other = new Browser(replicas[1].url);
    assert.equal((await other.post("sign-in/email", { email, password })).body.twoFactorRedirect, undefined);
    assert.equal((await one.post("two-factor/verify-totp", { code: "000000" })).status, 401);
    assert.equal((await one.post("two-factor/verify-totp", { code: await code() })).status, 200);
    assert.equal((await one.session()).user.twoFactorEnabled, true);
    const user = await backend(`users/by-id/${userId}`);
    assert.deepEqual(user.plugin_fields, { twoFactorEnabled: true });
  });

  test("is asked for on the other replica, and a challenge is used once", async () => {
    const browser = await halfWay(1);
    assert.equal((await browser.post("two-factor/verify-totp", { code: "000000" })).status, 401);
    const challenge = new Map(browser.cookies);
    browser.url = replicas[0].url;
    assert.equal((await browser.post("two-factor/verify-totp", { code: await code() })).status, 200);
    assert.equal((await browser.session()).user.id, userId);
    const replay = new Browser(replicas[1].url);
    replay.cookies = challenge;
    assert.equal((await replay.post("two-factor/verify-totp", { code: await code() })).status, 401);
  });

  test("is replaced by a backup code once, however many replicas are asked", async () => {
    const browsers = await Promise.all([halfWay(0), halfWay(1), halfWay(0), halfWay(1)]);
    const [spent] = backupCodes;
    const answers = await Promise.all(browsers.map((browser) => browser.post("two-factor/verify-backup-code", { code: spent })));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, answers.map(({ status }) => status).join(" "));
    const again = await halfWay(1);
    assert.equal((await again.post("two-factor/verify-backup-code", { code: spent })).status, 401);
    assert.equal((await again.post("two-factor/verify-backup-code", { code: backupCodes[1] })).status, 200);
  });

  test("is locked after ten wrong codes in a row, counted over challenges and replicas", async () => {
    const statuses = [];
    for (let n = 0; n < 12 && !statuses.includes(429); n += 3) {
      const browser = await halfWay((n / 3) % 2);
      for (let i = 0; i < 3; i++) statuses.push((await browser.post("two-factor/verify-totp", { code: "000000" })).status);
    }
    assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429]);
    const right = await (await halfWay(1)).post("two-factor/verify-totp", { code: await code() });
    assert.equal(right.status, 429);
    const [row] = await backend(`extensions/by-user/${userId}?model=twoFactor`);
    assert.equal(row.data.failedVerificationCount, 10);
    const past = new Date(Date.now() - 1000).toISOString();
    await backend(`extensions/${row.id}`, { data: { lockedUntil: past } }, "PATCH"); // a quarter of an hour later
    const browser = await halfWay(0);
    assert.equal((await browser.post("two-factor/verify-totp", { code: await code() })).status, 200);
    assert.equal((await backend(`extensions/by-id/${row.id}`)).data.failedVerificationCount, 0);
  });

  test("is switched off with the password, goes with its user, and the audit log tells of it", async () => {
    const browser = await halfWay(0);
    await browser.post("two-factor/verify-totp", { code: await code() });
    assert.equal((await browser.post("two-factor/disable", { password })).status, 200);
    assert.deepEqual(await backend(`extensions/by-user/${userId}`), []);
    const told = (await auditLog(userId)).map(({ action }) => action);
    for (const action of ["two_factor_added", "two_factor_enabled", "two_factor_disabled", "two_factor_removed"]) {
      assert.equal(told.filter((one) => one === `auth.${action}`).length, 1, action);
    }
    const plain = new Browser(replicas[1].url);
    assert.equal((await plain.post("sign-in/email", { email, password })).body.twoFactorRedirect, undefined);
    await plain.post("two-factor/enable", { password });
    assert.equal((await plain.post("delete-user", { password })).status, 200);
    assert.deepEqual(await backend(`extensions/by-user/${userId}`), []);
  });
});

function base32(text) {
  const values = [...text.replaceAll("=", "")].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter));
  const bits = values.map((value) => value.toString(2).padStart(5, "0")).join("");
  return Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
}
