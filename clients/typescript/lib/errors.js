/** The service refused, or (status 503, `unavailable`) there was no answer. */
export class ApiError extends Error {
    status;
    problem;
    name = "ApiError";
    constructor(status, problem, options) {
        super(`${status} ${problem.detail || problem.title}`, options);
        this.status = status;
        this.problem = problem;
    }
    /** The last part of the problem's type: `not-found`, `validation`, `conflict` … */
    get slug() {
        return this.problem.type.slice(this.problem.type.lastIndexOf("/") + 1);
    }
    /** What is wrong with which field, by the field's JSON pointer. */
    get errors() {
        return Object.fromEntries((this.problem.errors ?? []).map((one) => [one.pointer, one.detail]));
    }
}
/** The error of a response that is no success. */
export function errorOf(response, body) {
    const given = typeof body === "object" && body !== null ? body : {};
    const problem = { type: "/problems/internal-error", title: response.statusText, detail: "", request_id: "" };
    return new ApiError(response.status, { ...problem, status: response.status, ...given });
}
