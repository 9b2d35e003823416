// Which other plugins of the library work on the backend, as the README lists them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { betterAuth } from "better-auth";
import {
  admin, anonymous, deviceAuthorization, emailOTP, jwt, lastLoginMethod, magicLink, multiSession, oneTimeToken,
  organization, phoneNumber, username,
} from "better-auth/plugins";
import { storefrontAdapter } from "storefront-better-auth";

const { BACKEND_URL, INTERNAL_AUTH_TOKEN, INTERNAL_API_TOKEN } = process.env;
const origin = "http://127.0.0.1:3999";
const password = "a long password";
const byte = () => Math.floor(Math.random() * 250);

/** A browser in front of a frontend with these plugins; gives status and body. */
function visitor(...plugins) {
  const database = storefrontAdapter({ baseUrl: BACKEND_URL, token: INTERNAL_AUTH_TOKEN || INTERNAL_API_TOKEN, timeoutMs: 60_000 });
  const options = { secret: "s".repeat(40), baseURL: origin, logger: { disabled: true }, telemetry: { enabled: false }, database };
  const auth = betterAuth({ ...options, emailAndPassword: { enabled: true }, plugins });
  const headers = { "content-type": "application/json", origin, "x-forwarded-for": `10.${byte()}.${byte()}.${byte()}` };
  let cookie = "";
  return async (path, body) => {
    const request = { method: body ? "POST" : "GET", headers: { ...headers, cookie }, ...(body && { body: JSON.stringify(body) }) };
    const response = await auth.handler(new Request(`${origin}/api/auth/${path}`, request));
    const set = response.headers.getSetCookie().map((line) => line.split(";")[0]);
    if (set.length > 0) cookie = set.join("; ");
    return [response.status, await response.json().catch(() => null)];
  };
}

const newEmail = () => `plugin.${crypto.randomUUID()}@example.com`;
const signUp = (call, more) => call("sign-up/email", { name: "Ana", email: newEmail(), password, ...more });

test("a magic link signs in once", async () => {
  let token;
  const call = visitor(magicLink({ sendMagicLink: (mail) => void (token = mail.token) }));
  const email = newEmail();
  assert.equal((await call("sign-in/magic-link", { email, name: "Ana" }))[0], 200);
  assert.equal((await call(`magic-link/verify?token=${token}`))[0], 200);
  assert.equal((await call("get-session"))[1].user.email, email);
  assert.equal((await call(`magic-link/verify?token=${token}`))[0], 302); // to the page of errors
});

test("a code by e-mail signs in, a wrong one does not", async () => {
  let otp;
  const call = visitor(emailOTP({ sendVerificationOTP: async (mail) => void (otp = mail.otp) }));
  const email = newEmail();
  assert.equal((await call("email-otp/send-verification-otp", { email, type: "sign-in" }))[0], 200);
  assert.equal((await call("sign-in/email-otp", { email, otp: otp === "000000" ? "111111" : "000000" }))[0], 400);
  assert.equal((await call("sign-in/email-otp", { email, otp }))[0], 200);
  assert.equal((await call("get-session"))[1].user.email, email);
});

test("a code that is asked for again is the same one, and dies of wrong guesses", async () => {
  const otps = [];
  const call = visitor(emailOTP({ resendStrategy: "reuse", allowedAttempts: 2, sendVerificationOTP: async (mail) => void otps.push(mail.otp) }));
  const email = newEmail();
  for (const _ of [1, 2]) assert.equal((await call("email-otp/send-verification-otp", { email, type: "sign-in" }))[0], 200);
  assert.equal(otps[0], otps[1]);
  const guess = { email, type: "sign-in", otp: otps[0] === "000000" ? "111111" : "000000" };
  const guesses = [];
  for (const _ of [1, 2, 3]) guesses.push((await call("email-otp/check-verification-otp", guess))[0]);
  assert.deepEqual(guesses, [400, 400, 403]);
  assert.equal((await call("sign-in/email-otp", { email, otp: otps[0] }))[0], 400);
});

test("a visitor without a name becomes one with an account", async () => {
  const call = visitor(anonymous());
  assert.equal((await call("sign-in/anonymous", {}))[0], 200);
  assert.equal((await call("get-session"))[1].user.isAnonymous, true);
  const [status, { user }] = await signUp(call);
  assert.deepEqual([status, user.isAnonymous], [200, false]);
});

test("a token hands a session over once", async () => {
  const call = visitor(oneTimeToken());
  await signUp(call);
  const [, { token }] = await call("one-time-token/generate");
  assert.equal((await call("one-time-token/verify", { token }))[0], 200);
  assert.equal((await call("one-time-token/verify", { token }))[0], 400);
});

test("a browser holds several sessions, and knows how one signed in last", async () => {
  const call = visitor(multiSession(), lastLoginMethod({ storeInDatabase: true }));
  await signUp(call);
  assert.equal((await call("multi-session/list-device-sessions"))[1].length, 1);
  assert.equal((await call("get-session"))[1].user.lastLoginMethod, "email");
});

test("what cannot be served is refused, and makes nobody", async () => {
  assert.equal((await signUp(visitor(username()), { username: "ana" }))[0], 500);
  const phone = visitor(phoneNumber({ sendOTP: () => undefined }));
  assert.equal((await phone("sign-in/phone-number", { phoneNumber: "+5511999999999", password }))[0], 500);
  const company = visitor(organization());
  await signUp(company);
  assert.equal((await company("organization/create", { name: "Loja", slug: "loja" }))[0], 500);
  const bearer = visitor(jwt());
  await signUp(bearer);
  assert.equal((await bearer("token"))[0], 500);
  const television = visitor(deviceAuthorization({ verificationUri: "/device" }));
  assert.equal((await television("device/code", { client_id: "tv" }))[0], 500);
});

test("an administrator sets roles and bans by id; the list of users stays empty", async () => {
  const { id, email } = (await signUp(visitor()))[1].user;
  const director = visitor(admin({ adminUserIds: [id] }));
  const banned = visitor(admin());
  const { user } = (await signUp(banned))[1];
  assert.equal((await director("sign-in/email", { email, password }))[0], 200);
  assert.equal((await director("admin/set-role", { userId: user.id, role: "admin" }))[1].user.role, "admin");
  assert.equal((await director("admin/ban-user", { userId: user.id }))[0], 200);
  assert.equal((await banned("sign-in/email", { email: user.email, password }))[0], 403);
  assert.deepEqual((await director("admin/list-users"))[1].users, []);
  const other = (await signUp(visitor()))[1].user;
  assert.equal((await director("admin/impersonate-user", { userId: other.id }))[0], 422); // a field of sessions
});
