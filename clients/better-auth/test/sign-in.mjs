// Signs in with a hash that was written elsewhere and changes the password: `node sign-in.mjs email old new`.

import assert from "node:assert/strict";
import { Browser, startReplica } from "./support.mjs";

const [email, password, newPassword] = process.argv.slice(2);
const replica = await startReplica();
try {
  const browser = new Browser(replica.url);
  assert.equal((await browser.post("sign-in/email", { email, password })).status, 200);
  const changed = await browser.post("change-password", { currentPassword: password, newPassword });
  assert.equal(changed.status, 200);
} finally {
  replica.stop();
}
