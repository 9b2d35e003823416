export declare const API_VERSION = "0.2.0";
/** SHA-256 of the openapi.json that this was made from; a test of the service compares it with its own. */
export declare const API_DIGEST = "eaef29104d22aa3dd5c84ea68311ed584daa51f1bef9f3294d5981f2511f3c58";
export type Scope = "app" | "actor" | "auth" | "webhook";
/** Which credentials an operation takes, whether it honours an Idempotency-Key, whether it may take long. */
export declare const operations: Record<string, {
    scopes: Scope[];
    idempotent?: true;
    slow?: true;
}>;
