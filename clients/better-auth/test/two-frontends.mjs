// An account with a second factor, seen from this frontend: `enrol EMAIL PASSWORD` signs up, enrols and prints the key as
// an authenticator app reads it; `sign-in EMAIL PASSWORD KEY BACKUP_CODE` signs in with a code of the key, then with the
// backup code.

import assert from "node:assert/strict";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { Browser, startReplica } from "./support.mjs";

const [what, email, password, key, backup] = process.argv.slice(2);
const replica = await startReplica();
try {
  await (what === "enrol" ? enrol() : signIn());
} finally {
  replica.stop();
}

async function enrol() {
  const browser = new Browser(replica.url);
  await browser.post("sign-up/email", { name: "Ana", email, password });
  const { body } = await browser.post("two-factor/enable", { password });
  const secret = new URL(body.totpURI).searchParams.get("secret");
  const code = await createOTP(new TextDecoder().decode(base32.decode(secret))).totp();
  assert.equal((await browser.post("two-factor/verify-totp", { code })).status, 200);
  console.log(JSON.stringify({ secret, backupCodes: body.backupCodes }));
}

async function signIn() {
  const code = await createOTP(new TextDecoder().decode(base32.decode(key))).totp();
  for (const [path, body] of [["verify-totp", { code }], ["verify-backup-code", { code: backup }]]) {
    const browser = new Browser(replica.url);
    assert.equal((await browser.post("sign-in/email", { email, password })).body.twoFactorRedirect, true);
    assert.equal((await browser.post(`two-factor/${path}`, body)).status, 200);
    assert.equal((await browser.session()).user.email, email);
  }
}
