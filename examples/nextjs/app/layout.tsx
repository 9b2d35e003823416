import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import type { ReactNode } from "react";
import { SignOut } from "@/components/sign-out";
import { auth } from "@/lib/auth";
import "./style.css";

export const metadata: Metadata = { title: "Minha loja" };

export default async function Layout({ children }: { children: ReactNode }) {
  const sent = await headers(); // first: a page that reads the request is not made at build time
  const session = await auth().api.getSession({ headers: sent });
  return (
    <html lang="pt-BR">
      <body>
        <header>
          <Link href="/">Minha loja</Link>
          <nav>
            {session ? (
              <>
                <Link href="/products">Produtos</Link>
                <Link href="/orders">Pedidos</Link>
                <Link href="/chat">Assistente</Link>
                <SignOut name={session.user.name} />
              </>
            ) : (
              <>
                <Link href="/login">Entrar</Link>
                <Link href="/register">Criar conta</Link>
              </>
            )}
          </nav>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}
