// Writes schema.d.ts (openapi-typescript) and src/operations.ts from an OpenAPI document:
//   node generate.mjs ../../var/openapi.json

import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const SCHEMES = { internalToken: "app", actor: "actor", authToken: "auth", webhookToken: "webhook" };
const SLOW_TAGS = new Set(["chat", "extract-lead", "embedding", "files"]);
const bytes = await readFile(process.argv[2]);
const document = JSON.parse(bytes);

const operations = {};
for (const [path, methods] of Object.entries(document.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    operations[`${method.toUpperCase()} ${path}`] = {
      scopes: Object.keys(operation.security[0] ?? {}).flatMap((scheme) => SCHEMES[scheme] ?? []),
      ...(operation.parameters.some((one) => one.name === "Idempotency-Key") && { idempotent: true }),
      ...(operation.tags.some((tag) => SLOW_TAGS.has(tag)) && { slow: true }),
    };
  }
}

const digest = createHash("sha256").update(bytes).digest("hex");
const head = `// Made by generate.mjs from /openapi.json: not edited by hand.\n`;
await write("schema.d.ts", astToString(await openapiTS(document, { defaultNonNullable: false, emptyObjectsUnknown: true, transform: blob })));
const table = Object.entries(operations).map(([name, one]) => `  ${JSON.stringify(name)}: ${JSON.stringify(one)},\n`);
await write(
  "src/operations.ts",
  `export const API_VERSION = ${JSON.stringify(document.info.version)};
/** SHA-256 of the openapi.json that this was made from; a test of the service compares it with its own. */
export const API_DIGEST = "${digest}";

export type Scope = "app" | "actor" | "auth" | "webhook";

/** Which credentials an operation takes, whether it honours an Idempotency-Key, whether it may take long. */
export const operations: Record<string, { scopes: Scope[]; idempotent?: true; slow?: true }> = {
${table.join("")}};
`,
);

/** An uploaded file is a Blob (a File has a name, too). */
function blob(schema) {
  return schema.format === "binary" ? ts.factory.createTypeReferenceNode("Blob") : undefined;
}

function write(name, text) {
  return writeFile(new URL(name, import.meta.url), head + text);
}
