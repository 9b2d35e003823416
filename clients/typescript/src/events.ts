import { errorOf } from "./errors.js";
import type { components } from "../schema.js";

export type ChatAnswer = components["schemas"]["ChatAnswer"];

/** What a streamed chat says, in order; `done` is the last. */
export type ChatEvent =
  | { event: "delta"; data: { text: string } }
  | { event: "tool"; data: { name: string; arguments: unknown; ok: boolean; ms: number } }
  | { event: "done"; data: ChatAnswer };

/** The events of a `text/event-stream`; an `error` event is thrown as ApiError. */
export async function* eventsOf(response: Response): AsyncGenerator<ChatEvent, void, undefined> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (text + value).split(/\r?\n\r?\n/);
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = parse(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parse(block: string): ChatEvent | undefined {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, name, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === "event") event = value ?? "";
    if (name === "data") data.push(value ?? "");
  }
  if (event === "error") {
    const problem = JSON.parse(data.join("\n")) as { status?: number };
    throw errorOf(new Response(null, { status: problem.status ?? 500 }), problem);
  }
  if (event !== "delta" && event !== "tool" && event !== "done") return undefined;
  return { event, data: JSON.parse(data.join("\n")) } as ChatEvent;
}
