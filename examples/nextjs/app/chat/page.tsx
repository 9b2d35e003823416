import { ChatWindow } from "@/components/chat-window";
import { requireShop } from "@/lib/shop";

export default async function Chat() {
  const { name } = await requireShop("/chat");
  return (
    <>
      <h1>Assistente da {name}</h1>
      <ChatWindow />
    </>
  );
}
