// Typed client of the storefront backend. The types of bodies and answers are components["schemas"][name].

export { type ChatRequest, type Client, type ClientOptions, createClient, unwrap } from "./client.js";
export { ApiError, type Problem } from "./errors.js";
export type { ChatAnswer, ChatEvent } from "./events.js";
export type { Fetch } from "./transport.js";
export { API_VERSION } from "./operations.js";
export { type Item, type PagedPath, paginate } from "./paginate.js";
export type { components, operations, paths } from "../schema.js";
