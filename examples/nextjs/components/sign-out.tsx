"use client";

import { useRouter } from "next/navigation";
import { authClient } from "@/lib/auth-client";

export function SignOut({ name }: { name: string }) {
  const router = useRouter();
  const leave = async () => {
    await authClient.signOut();
    router.push("/");
    router.refresh();
  };
  return <button onClick={leave}>Sair ({name})</button>;
}
