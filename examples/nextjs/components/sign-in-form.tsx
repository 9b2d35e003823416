"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { authClient } from "@/lib/auth-client";

/** Login, or sign-up with a name. `next` is a path of this site. */
export function SignInForm({ mode, next }: { mode: "login" | "register"; next: string }) {
  const router = useRouter();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    const field = (name: string) => String(new FormData(event.currentTarget).get(name) ?? "");
    const [email, password] = [field("email"), field("password")];
    const { error } =
      mode === "register"
        ? await authClient.signUp.email({ name: field("name"), email, password })
        : await authClient.signIn.email({ email, password });
    setBusy(false);
    if (error) return setProblem(error.message ?? "Tente de novo em instantes.");
    router.push(next);
    router.refresh();
  }

  return (
    <form className="card" onSubmit={submit}>
      {mode === "register" && (
        <label>
          Nome <input name="name" autoComplete="name" required />
        </label>
      )}
      <label>
        E-mail <input name="email" type="email" autoComplete="email" required />
      </label>
      <label>
        Senha
        <input name="password" type="password" minLength={8} required autoComplete={mode === "login" ? "current-password" : "new-password"} />
      </label>
      <button disabled={busy}>{mode === "login" ? "Entrar" : "Criar conta"}</button>
      <p className="problem" role="alert">
        {problem}
      </p>
    </form>
  );
}
