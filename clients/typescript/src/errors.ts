import type { components } from "../schema.js";

/** A problem document (RFC 9457), with the members that some problems add. */
export type Problem = components["schemas"]["Problem"] & { [member: string]: unknown };

/** The service refused, or (status 503, `unavailable`) there was no answer. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    readonly problem: Problem,
    options?: { cause?: unknown },
  ) {
    super(`${status} ${problem.detail || problem.title}`, options);
  }

  /** The last part of the problem's type: `not-found`, `validation`, `conflict` … */
  get slug(): string {
    return this.problem.type.slice(this.problem.type.lastIndexOf("/") + 1);
  }

  /** What is wrong with which field, by the field's JSON pointer. */
  get errors(): Record<string, string> {
    return Object.fromEntries((this.problem.errors ?? []).map((one) => [one.pointer, one.detail]));
  }
}

/** The error of a response that is no success. */
export function errorOf(response: Response, body: unknown): ApiError {
  const given = typeof body === "object" && body !== null ? body : {};
  const problem = { type: "/problems/internal-error", title: response.statusText, detail: "", request_id: "" };
  return new ApiError(response.status, { ...problem, status: response.status, ...given });
}
