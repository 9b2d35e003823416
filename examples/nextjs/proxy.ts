// Visitors without a session cookie are sent to the login page early; requireUser on each page is what decides.

import { getSessionCookie } from "better-auth/cookies";
import { type NextRequest, NextResponse } from "next/server";

export function proxy(request: NextRequest) {
  if (getSessionCookie(request)) return NextResponse.next();
  const login = new URL("/login", request.url);
  login.searchParams.set("redirect", request.nextUrl.pathname);
  return NextResponse.redirect(login);
}

export const config = { matcher: ["/products/:path*", "/orders/:path*", "/chat/:path*"] };
