import type { components } from "../schema.js";
export type ChatAnswer = components["schemas"]["ChatAnswer"];
/** What a streamed chat says, in order; `done` is the last. */
export type ChatEvent = {
    event: "delta";
    data: {
        text: string;
    };
} | {
    event: "tool";
    data: {
        name: string;
        arguments: unknown;
        ok: boolean;
        ms: number;
    };
} | {
    event: "done";
    data: ChatAnswer;
};
/** The events of a `text/event-stream`; an `error` event is thrown as ApiError. */
export declare function eventsOf(response: Response): AsyncGenerator<ChatEvent, void, undefined>;
