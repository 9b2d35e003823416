// Typed client of the storefront backend. The types of bodies and answers are components["schemas"][name].
export { createClient, unwrap } from "./client.js";
export { ApiError } from "./errors.js";
export { API_VERSION } from "./operations.js";
export { paginate } from "./paginate.js";
