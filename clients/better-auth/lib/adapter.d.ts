import type { BetterAuthOptions } from "better-auth";
import { type DBAdapter } from "better-auth/adapters";
import { type GuardOptions } from "./guards.js";
import { type StoreOptions } from "./store.js";
export interface StorefrontOptions extends StoreOptions {
    /** What guards against guessing and stolen sessions (guards.ts); false leaves it out. */
    guards?: boolean | GuardOptions;
}
/** The `database` of betterAuth(…): users, sessions, accounts, verifications and rows of plugins in the backend. */
export declare function storefrontAdapter(config: StorefrontOptions): (options: BetterAuthOptions) => DBAdapter;
