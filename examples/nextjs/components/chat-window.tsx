"use client";

import { type FormEvent, useState } from "react";

interface Said {
  role: "user" | "assistant";
  content: string;
}

export function ChatWindow() {
  const [talk, setTalk] = useState<Said[]>([]);
  const [busy, setBusy] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const message = String(new FormData(form).get("message") ?? "").trim();
    if (!message) return;
    form.reset();
    setBusy(true);
    const history = [...talk];
    setTalk([...history, { role: "user", content: message }, { role: "assistant", content: "" }]);
    const response = await fetch("/api/chat", { method: "POST", body: JSON.stringify({ message, history }) });
    if (response.status === 401) return location.assign("/login?redirect=%2Fchat");
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let reply = ""; reader; ) {
      const { value, done } = await reader.read();
      if (done) break;
      reply += value;
      setTalk([...history, { role: "user", content: message }, { role: "assistant", content: reply }]);
    }
    setBusy(false);
  }

  return (
    <>
      <ul className="talk" aria-live="polite" aria-busy={busy}>
        {talk.map(({ role, content }, index) => (
          <li key={index} className={role}>
            {content}
          </li>
        ))}
      </ul>
      <form onSubmit={send}>
        <label>
          Mensagem <input name="message" autoComplete="off" required maxLength={8000} />
        </label>
        <button disabled={busy}>Enviar</button>
      </form>
    </>
  );
}
