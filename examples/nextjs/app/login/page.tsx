import { SignInForm } from "@/components/sign-in-form";
import { pathAfter } from "@/lib/redirect";

export default async function Login({ searchParams }: { searchParams: Promise<{ redirect?: string | string[] }> }) {
  const { redirect } = await searchParams;
  return (
    <>
      <h1>Entrar</h1>
      <SignInForm mode="login" next={pathAfter(redirect)} />
    </>
  );
}
