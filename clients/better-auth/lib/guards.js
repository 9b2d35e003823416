// Against guessing: limits counted in the backend, by address and by account, over all replicas. Against a stolen session:
// a change of e-mail asks for the password again.
import { APIError, createAuthMiddleware, getIP, getSessionFromCtx } from "better-auth/api";
/** Put the guards into the library's options; what those say themselves stays. */
export function setGuards(options, store, guards) {
    if (options.plugins?.some((plugin) => plugin.id === ID))
        return;
    const { storage, customStorage } = options.rateLimit ?? {};
    options.rateLimit = {
        enabled: true, // also where the library's own default is off: outside production
        ...options.rateLimit,
        ...(customStorage === undefined && (storage === undefined || storage === "database") && { customStorage: counters(store) }),
    };
    options.plugins = [...(options.plugins ?? []), plugin(store, guards)];
}
const ID = "storefront-guards";
async function consume(store, key, limit, windowSeconds) {
    const verdict = await store.post("rate-limits/consume", {
        key: key.slice(0, 1000), // a visitor chooses paths and addresses
        limit,
        window_seconds: windowSeconds,
    });
    return verdict ?? { allowed: true, retry_after: 0 };
}
/** The library's limits by address and path, in one atomic call each. */
function counters(store) {
    return {
        async consume(key, { window, max }) {
            const { allowed, retry_after } = await consume(store, `path:${key}`, max, window);
            return { allowed, retryAfter: allowed ? null : retry_after };
        },
    };
}
function plugin(store, { signIn = { limit: 20, windowSeconds: 900 } }) {
    const limitSignIn = createAuthMiddleware(async (ctx) => {
        const email = emailOf(ctx.body);
        if (!signIn || !email)
            return;
        const { allowed, retry_after } = await consume(store, `account:${email}`, signIn.limit, signIn.windowSeconds);
        if (!allowed) {
            const words = { message: "Too many attempts. Please try again later.", code: "TOO_MANY_ATTEMPTS" };
            throw new APIError("TOO_MANY_REQUESTS", words, { "X-Retry-After": String(retry_after) });
        }
    });
    const askAgain = createAuthMiddleware(async (ctx) => {
        const session = await getSessionFromCtx(ctx);
        if (!session)
            return; // the endpoint itself answers 401
        const accounts = await ctx.context.internalAdapter.findAccounts(session.user.id);
        const hash = accounts.find((account) => account.providerId === "credential")?.password;
        if (!hash)
            return; // signed in elsewhere: there is no password to ask for
        const password = ctx.body?.currentPassword;
        if (typeof password !== "string" || !(await ctx.context.password.verify({ hash, password }))) {
            throw new APIError("BAD_REQUEST", { message: "Invalid password", code: "INVALID_PASSWORD" });
        }
    });
    // One call for all, before the endpoint ends those that are left one by one.
    const endOthers = createAuthMiddleware(async (ctx) => {
        const session = await getSessionFromCtx(ctx);
        if (session)
            await store.deleteCounted("sessions/by-user", session.user.id, { except: session.session.token });
    });
    const tellFailure = createAuthMiddleware(async (ctx) => {
        const email = emailOf(ctx.body);
        if (!(ctx.context.returned instanceof APIError) || ctx.context.returned.statusCode !== 401 || !email)
            return;
        const user = await store.get("users/by-email", email).catch(() => null);
        const ip_address = ctx.request ? getIP(ctx.request, ctx.context.options) : null;
        await store.tell("sign_in_failed", { user_id: user?.id ?? null, ip_address, user_agent: ctx.headers?.get("user-agent") ?? null });
    });
    const at = (path) => (context) => context.path === path;
    return {
        id: ID,
        hooks: {
            before: [
                { matcher: at("/sign-in/email"), handler: limitSignIn },
                { matcher: at("/change-email"), handler: askAgain },
                { matcher: at("/revoke-other-sessions"), handler: endOthers },
            ],
            after: [{ matcher: at("/sign-in/email"), handler: tellFailure }],
        },
    };
}
function emailOf(body) {
    const email = body?.email;
    return typeof email === "string" ? email.toLowerCase() : undefined;
}
