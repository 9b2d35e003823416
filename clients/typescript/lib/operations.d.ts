export declare const API_VERSION = "0.2.0";
/** SHA-256 of the openapi.json that this was made from; a test of the service compares it with its own. */
export declare const API_DIGEST = "97ad507d2f7409dc981cf7d7e1279ecbf80818f07a667c8ebe60924da7544560";
export type Scope = "app" | "actor" | "auth" | "webhook";
/** Which credentials an operation takes, whether it honours an Idempotency-Key, whether it may take long. */
export declare const operations: Record<string, {
    scopes: Scope[];
    idempotent?: true;
    slow?: true;
}>;
