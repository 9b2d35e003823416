export declare const API_VERSION = "0.2.0";
/** SHA-256 of the openapi.json that this was made from; a test of the service compares it with its own. */
export declare const API_DIGEST = "c7f0e7d20efcac2353ac4f0a4bf759a2afcf587dcf66acb229d3bc00fffff1ce";
export type Scope = "app" | "actor" | "auth" | "webhook";
/** Which credentials an operation takes, whether it honours an Idempotency-Key, whether it may take long. */
export declare const operations: Record<string, {
    scopes: Scope[];
    idempotent?: true;
    slow?: true;
}>;
