// The assistant's words as they come, as plain text; the last line of a failed answer says what went wrong.

import { ApiError } from "storefront-client";
import { getCurrentUser, requireShop } from "@/lib/shop";

interface Turn {
  message: string;
  history: { role: "user" | "assistant"; content: string }[];
}

export async function POST(request: Request): Promise<Response> {
  if (!(await getCurrentUser())) return new Response(null, { status: 401 });
  const { client, storeId } = await requireShop("/chat");
  const { message, history } = (await request.json()) as Turn;
  const body = { type: "vendas", message, store_id: storeId, conversation_history: history.slice(-50) };
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      try {
        for await (const { event, data } of client.stream(body, { signal: request.signal })) {
          if (event === "delta") controller.enqueue(encoder.encode(data.text));
        }
      } catch (error) {
        const words = error instanceof ApiError ? error.problem.detail : "a resposta foi interrompida";
        controller.enqueue(encoder.encode(`\n(${words})`));
      }
      controller.close();
    },
  });
  return new Response(stream, { headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" } });
}
