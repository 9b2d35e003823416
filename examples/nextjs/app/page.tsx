import Link from "next/link";

export default function Home() {
  return (
    <>
      <h1>Uma loja que conversa</h1>
      <p>
        Cadastre produtos, receba pedidos e deixe a assistente responder. <Link href="/register">Comece agora</Link>.
      </p>
    </>
  );
}
