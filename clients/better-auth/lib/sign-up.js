// What the library writes in one transaction, as one call: a user, an account and a session of that user are held back and
// made together at its end. Whatever ends a process in between, no address is taken by a user who cannot sign in.
import { APIError } from "better-auth/api";
import { Store } from "./store.js";
const PARTS = { users: "user", accounts: "account", sessions: "session" };
/** The endpoints within a transaction. Anything but the three parts of a sign-up makes what was held back first. */
export class SignUp extends Store {
    #held = {};
    #told = [];
    /** Make what was held back: all of it, or nothing. */
    async finish() {
        const held = this.#held;
        const told = this.#told;
        [this.#held, this.#told] = [{}, []];
        if (!held.user)
            return;
        await super.post("sign-ups", held).catch((error) => {
            throw asTaken(error);
        });
        for (const [type, event] of told)
            await super.tell(type, event);
    }
    async post(path, body) {
        const part = PARTS[path];
        const owner = part === "user" ? !this.#held.user : this.#held.user?.id === body.user_id;
        if (part && owner && !this.#held[part]) {
            const row = { ...body, id: body.id ?? crypto.randomUUID() };
            this.#held[part] = row;
            return row;
        }
        await this.finish();
        return super.post(path, body);
    }
    async tell(type, event) {
        if (this.#held.user)
            this.#told.push([type, event]);
        else
            await super.tell(type, event);
    }
    async get(path, value, parameters) {
        await this.finish();
        return super.get(path, value, parameters);
    }
    async query(path, parameters) {
        await this.finish();
        return super.query(path, parameters);
    }
    async patch(path, id, body) {
        await this.finish();
        return super.patch(path, id, body);
    }
    async delete(path, id) {
        await this.finish();
        return super.delete(path, id);
    }
    async deleteCounted(path, value, parameters) {
        await this.finish();
        return super.deleteCounted(path, value, parameters);
    }
}
/** The library's own words for an address that somebody has taken meanwhile. */
export function asTaken(error) {
    if (!(error instanceof APIError) || error.status !== "CONFLICT")
        return error;
    const code = "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL";
    return new APIError("UNPROCESSABLE_ENTITY", { message: "User already exists. Use another email.", code });
}
