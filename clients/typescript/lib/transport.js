// fetch with a time limit and repeats of what may be repeated: reads, and writes under an Idempotency-Key.
const PASSING = new Set([429, 502, 503, 504]);
const LONGEST_PAUSE_MS = 10_000;
/** Requests that may take long (chat, files, embeddings). */
export const slow = new WeakSet();
export function transport({ fetch, timeoutMs, slowTimeoutMs, retries }) {
    return async (request) => {
        const repeatable = request.method === "GET" || request.method === "HEAD" || request.headers.has("idempotency-key");
        for (let tries = 0;; tries++) {
            const last = tries >= retries || !repeatable;
            try {
                const signal = AbortSignal.any([request.signal, AbortSignal.timeout(slow.has(request) ? slowTimeoutMs : timeoutMs)]);
                const response = await fetch(new Request(last ? request : request.clone(), { signal }));
                const after = response.headers.get("retry-after");
                const pause = pauseMs(after, tries);
                // A keyed write whose first try is still running: what came of that is the answer.
                const running = response.status === 409 && after !== null;
                if (last || !(running || PASSING.has(response.status)) || pause > LONGEST_PAUSE_MS)
                    return response;
                await response.body?.cancel();
                await sleep(pause);
            }
            catch (error) {
                if (last || request.signal.aborted)
                    throw error;
                await sleep(pauseMs(null, tries));
            }
        }
    };
}
function pauseMs(retryAfter, tries) {
    return retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : 200 * 2 ** tries * (0.5 + Math.random() / 2);
}
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
