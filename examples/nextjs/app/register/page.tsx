import { SignInForm } from "@/components/sign-in-form";
import { pathAfter } from "@/lib/redirect";

export default async function Register({ searchParams }: { searchParams: Promise<{ redirect?: string | string[] }> }) {
  const { redirect } = await searchParams;
  return (
    <>
      <h1>Criar conta</h1>
      <SignInForm mode="register" next={pathAfter(redirect)} />
    </>
  );
}
