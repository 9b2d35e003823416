export declare const API_VERSION = "0.2.0";
/** SHA-256 of the openapi.json that this was made from; a test of the service compares it with its own. */
export declare const API_DIGEST = "00faf57ef6b2efa2074a84743ed52290d3f676ed99386e4c11ee20bc03f44eb7";
export type Scope = "app" | "actor" | "auth" | "webhook";
/** Which credentials an operation takes, whether it honours an Idempotency-Key, whether it may take long. */
export declare const operations: Record<string, {
    scopes: Scope[];
    idempotent?: true;
    slow?: true;
}>;
