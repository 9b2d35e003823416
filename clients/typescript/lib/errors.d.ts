import type { components } from "../schema.js";
/** A problem document (RFC 9457), with the members that some problems add. */
export type Problem = components["schemas"]["Problem"] & {
    [member: string]: unknown;
};
/** The service refused, or (status 503, `unavailable`) there was no answer. */
export declare class ApiError extends Error {
    readonly status: number;
    readonly problem: Problem;
    readonly name = "ApiError";
    constructor(status: number, problem: Problem, options?: {
        cause?: unknown;
    });
    /** The last part of the problem's type: `not-found`, `validation`, `conflict` … */
    get slug(): string;
    /** What is wrong with which field, by the field's JSON pointer. */
    get errors(): Record<string, string>;
}
/** The error of a response that is no success. */
export declare function errorOf(response: Response, body: unknown): ApiError;
