// better-auth on the storefront backend.
export { storefrontAdapter } from "./adapter.js";
