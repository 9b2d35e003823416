// A frontend that has better-auth's routes under /api/auth and an empty page.
// Environment: BACKEND_URL, INTERNAL_AUTH_TOKEN (or INTERNAL_API_TOKEN), INTERNAL_WEBHOOK_TOKEN, AUTH_SECRET,
// AUTH_URL, PORT.

import { createServer } from "node:http";
import { toNodeHandler } from "better-auth/node";
import { createAuth } from "./auth.mjs";

const env = process.env;
const port = Number(env.PORT ?? 3000);
const auth = createAuth({
  backendUrl: required("BACKEND_URL"),
  authToken: env.INTERNAL_AUTH_TOKEN || required("INTERNAL_API_TOKEN"),
  webhookToken: required("INTERNAL_WEBHOOK_TOKEN"),
  secret: required("AUTH_SECRET"),
  baseURL: env.AUTH_URL ?? `http://127.0.0.1:${port}`,
  trustedOrigins: env.AUTH_TRUSTED_ORIGINS?.split(","),
  hashCost: env.BCRYPT_COST ? Number(env.BCRYPT_COST) : undefined,
});

const handleAuth = toNodeHandler(auth);

createServer((request, response) => {
  if (request.url.startsWith("/api/auth/")) return handleAuth(request, response);
  return response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Shop</title>");
}).listen(port, "127.0.0.1", function listening() {
  console.log(`listening on http://127.0.0.1:${this.address().port}`);
});

function required(name) {
  if (env[name]) return env[name];
  console.error(`${name} is not set`);
  return process.exit(2);
}
