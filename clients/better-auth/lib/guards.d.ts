import type { BetterAuthOptions } from "better-auth";
import type { Store } from "./store.js";
export interface GuardOptions {
    /** Attempts to sign in to one account, from anywhere; default 20 in 15 minutes. */
    signIn?: {
        limit: number;
        windowSeconds: number;
    } | false;
}
/** Put the guards into the library's options; what those say themselves stays. */
export declare function setGuards(options: BetterAuthOptions, store: Store, guards: GuardOptions): void;
