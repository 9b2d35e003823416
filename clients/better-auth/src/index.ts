// better-auth on the storefront backend.

export { type StorefrontOptions, storefrontAdapter } from "./adapter.js";
export type { GuardOptions } from "./guards.js";
