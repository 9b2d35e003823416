// better-auth on the backend. Made at the first request: a build knows no tokens.

import bcrypt from "bcryptjs";
import { betterAuth } from "better-auth";
import { storefrontAdapter } from "storefront-better-auth";
import { setting } from "./settings";

function make() {
  return betterAuth({
    secret: setting("AUTH_SECRET"),
    baseURL: setting("AUTH_URL"),
    telemetry: { enabled: false },
    database: storefrontAdapter({ baseUrl: setting("BACKEND_URL"), token: setting("INTERNAL_AUTH_TOKEN") }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 72, // bcrypt reads no further
      password: {
        hash: (password) => bcrypt.hash(password, 12),
        verify: ({ hash, password }) => bcrypt.compare(password, hash),
      },
    },
  });
}

let made: ReturnType<typeof make> | undefined;
export const auth = () => (made ??= make());
