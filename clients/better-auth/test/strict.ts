// Compiled only: the package's types hold in a strict frontend.

import { betterAuth } from "better-auth";
import { createAuthClient } from "better-auth/client";
import { twoFactor } from "better-auth/plugins/two-factor";
import { type StorefrontOptions, storefrontAdapter } from "storefront-better-auth";

const backend: StorefrontOptions = { baseUrl: "http://127.0.0.1:8000", token: "token", timeoutMs: 5_000, retries: 1 };

export const auth = betterAuth({
  database: storefrontAdapter(backend),
  emailAndPassword: { enabled: true },
  plugins: [twoFactor()],
  user: { changeEmail: { enabled: true, updateEmailWithoutVerification: true } },
});

export const email: Promise<string | undefined> = auth.api
  .getSession({ headers: new Headers() })
  .then((session) => session?.user.email);

export const enabled = auth.api.enableTwoFactor({ body: { password: "the password" }, headers: new Headers() });

const client = createAuthClient({ baseURL: "http://127.0.0.1:3000" });
export const changed = client.changeEmail({
  newEmail: "novo@example.com",
  fetchOptions: { body: { currentPassword: "the password" } },
});
