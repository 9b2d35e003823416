// What the library writes in one transaction, as one call: a user, an account and a session of that user are held back and
// made together at its end. Whatever ends a process in between, no address is taken by a user who cannot sign in.

import { APIError } from "better-auth/api";
import { Store, type Wire } from "./store.js";

const PARTS: Record<string, "user" | "account" | "session"> = { users: "user", accounts: "account", sessions: "session" };

/** The endpoints within a transaction. Anything but the three parts of a sign-up makes what was held back first. */
export class SignUp extends Store {
  #held: Partial<Record<"user" | "account" | "session", Wire>> = {};
  #told: [string, Wire][] = [];

  /** Make what was held back: all of it, or nothing. */
  async finish(): Promise<void> {
    const held = this.#held;
    const told = this.#told;
    [this.#held, this.#told] = [{}, []];
    if (!held.user) return;
    await super.post("sign-ups", held).catch((error: unknown) => {
      throw asTaken(error);
    });
    for (const [type, event] of told) await super.tell(type, event);
  }

  override async post<T = Wire>(path: string, body: Wire): Promise<T | null> {
    const part = PARTS[path];
    const owner = part === "user" ? !this.#held.user : this.#held.user?.id === body.user_id;
    if (part && owner && !this.#held[part]) {
      const row = { ...body, id: body.id ?? crypto.randomUUID() };
      this.#held[part] = row;
      return row as T;
    }
    await this.finish();
    return super.post<T>(path, body);
  }
  override async tell(type: string, event: Wire): Promise<void> {
    if (this.#held.user) this.#told.push([type, event]);
    else await super.tell(type, event);
  }
  override async get<T = Wire>(path: string, value: string, parameters?: Record<string, string>): Promise<T | null> {
    await this.finish();
    return super.get<T>(path, value, parameters);
  }
  override async query<T = Wire>(path: string, parameters: Record<string, string>): Promise<T | null> {
    await this.finish();
    return super.query<T>(path, parameters);
  }
  override async patch<T = Wire>(path: string, id: string, body: Wire): Promise<T | null> {
    await this.finish();
    return super.patch<T>(path, id, body);
  }
  override async delete(path: string, id: string): Promise<void> {
    await this.finish();
    return super.delete(path, id);
  }
  override async deleteCounted(path: string, value: string, parameters?: Record<string, string>): Promise<number> {
    await this.finish();
    return super.deleteCounted(path, value, parameters);
  }
}

/** The library's own words for an address that somebody has taken meanwhile. */
export function asTaken(error: unknown): unknown {
  if (!(error instanceof APIError) || error.status !== "CONFLICT") return error;
  const code = "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL";
  return new APIError("UNPROCESSABLE_ENTITY", { message: "User already exists. Use another email.", code });
}
