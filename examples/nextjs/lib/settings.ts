/** A variable of the environment that the shop cannot do without. */
export function setting(name: "AUTH_SECRET" | "AUTH_URL" | "BACKEND_URL" | "INTERNAL_API_TOKEN" | "INTERNAL_AUTH_TOKEN"): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
