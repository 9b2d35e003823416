// The better-auth instance of the tests: e-mail and password, bcrypt hashes, reset mail through the backend, second factor
// and passkeys.

import { passkey } from "@better-auth/passkey";
import bcrypt from "bcryptjs";
import { betterAuth } from "better-auth";
import { twoFactor } from "better-auth/plugins/two-factor";
import { storefrontAdapter } from "storefront-better-auth";

const BCRYPT_COST = 12;

/**
 * @param {{ backendUrl: string, authToken: string, webhookToken: string, secret: string, baseURL: string,
 *           trustedOrigins?: string[], hashCost?: number }} config
 */
export function createAuth(config) {
  return betterAuth({
    secret: config.secret,
    baseURL: config.baseURL,
    trustedOrigins: config.trustedOrigins,
    telemetry: { enabled: false },
    database: storefrontAdapter({ baseUrl: config.backendUrl, token: config.authToken, timeoutMs: 60_000 }), // slow machines
    session: { expiresIn: 60 * 60 * 24 * 7, updateAge: 60 * 60 * 24 },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 8,
      maxPasswordLength: 72, // bcrypt reads no further
      resetPasswordTokenExpiresIn: 3600,
      revokeSessionsOnPasswordReset: true,
      // bcrypt on both sides: the backend's own tools can check and write the same hashes.
      password: {
        hash: (password) => bcrypt.hash(password, config.hashCost ?? BCRYPT_COST),
        verify: ({ hash, password }) => bcrypt.compare(password, hash),
      },
      sendResetPassword: ({ user, url }) => sendResetMail(config, user, url),
    },
    user: {
      changeEmail: { enabled: true, updateEmailWithoutVerification: true },
      deleteUser: { enabled: true },
    },
    plugins: [twoFactor({ issuer: "Loja" }), passkey({ rpName: "Loja" })],
    // The journeys change password and address, and guess codes, more often than anybody does.
    rateLimit: {
      customRules: {
        "/change-password": { window: 10, max: 20 },
        "/change-email": { window: 10, max: 20 },
        "/two-factor/*": { window: 10, max: 200 },
      },
    },
  });
}

async function sendResetMail(config, user, url) {
  const response = await fetch(`${config.backendUrl}/internal/email/send-reset-password`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-webhook-token": config.webhookToken },
    body: JSON.stringify({ to: user.email, reset_url: url, name: user.name }),
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status !== 202) throw new Error(`the reset mail was refused: ${response.status}`);
}
