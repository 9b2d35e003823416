export declare const API_VERSION = "0.2.0";
/** SHA-256 of the openapi.json that this was made from; a test of the service compares it with its own. */
export declare const API_DIGEST = "f341a925c8634e1ce68e359818a5c90865c2ba6e0defbd839dbd56214d0dfe0d";
export type Scope = "app" | "actor" | "auth" | "webhook";
/** Which credentials an operation takes, whether it honours an Idempotency-Key, whether it may take long. */
export declare const operations: Record<string, {
    scopes: Scope[];
    idempotent?: true;
    slow?: true;
}>;
