// The auth-scope endpoints over HTTP: one method per verb; 404 is null, every other failure an AuthStoreError.

export class AuthStoreError extends Error {
  /** @param {number} status @param {{ type?: string, title?: string, detail?: string }} problem */
  constructor(status, problem) {
    super(`auth store answered ${status}: ${problem.detail ?? problem.title ?? "no detail"}`);
    this.name = "AuthStoreError";
    this.status = status;
    this.type = problem.type;
  }
}

export class AuthStore {
  #base;
  #token;
  #timeoutMs;

  constructor({ baseUrl, token, timeoutMs = 10_000 }) {
    if (!baseUrl || !token) throw new Error("storefrontAdapter needs baseUrl and token");
    this.#base = `${baseUrl.replace(/\/+$/, "")}/internal/auth/`;
    this.#token = token;
    this.#timeoutMs = timeoutMs;
  }

  get(path, value) {
    return this.#json("GET", `${path}/${encodeURIComponent(value)}`);
  }
  query(path, parameters) {
    return this.#json("GET", `${path}?${new URLSearchParams(parameters)}`);
  }
  post(path, body) {
    return this.#json("POST", path, body);
  }
  patch(path, id, body) {
    return this.#json("PATCH", `${path}/${encodeURIComponent(id)}`, body);
  }
  async delete(path, id) {
    await this.#send("DELETE", `${path}/${encodeURIComponent(id)}`);
  }
  /** Bulk delete: how many rows went. */
  async deleteCounted(path, value) {
    const response = await this.#send("DELETE", `${path}/${encodeURIComponent(value)}`);
    return Number(response?.headers.get("x-deleted-count") ?? 0);
  }

  async #json(method, path, body) {
    const response = await this.#send(method, path, body);
    return response && response.status !== 204 ? response.json() : null;
  }

  async #send(method, path, body) {
    const response = await fetch(this.#base + path, {
      method,
      headers: { "x-auth-token": this.#token, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    if (response.status === 404) return null;
    if (!response.ok) throw new AuthStoreError(response.status, await response.json().catch(() => ({})));
    return response;
  }
}
