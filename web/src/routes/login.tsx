import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";

import { ContinueButton } from "#web/features/users/continue-button.tsx";
import { SecureSignIn } from "#web/features/users/secure-sign-in.tsx";
import { startLogin } from "#web/lib/auth/login.ts";
import { runtimeConfig } from "#web/lib/config/runtime-config.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useSearchParams } from "#web/lib/navigation/route-params.ts";
import { Link } from "#web/ui/action/link.tsx";
import { CenteredCard } from "#web/ui/layout/centered-card.tsx";

/** /login: leads on to the authorization server. */
export function LoginScreen() {
  return (
    <SecureSignIn>
      <Login />
    </SecureSignIn>
  );
}

/** /signup: the same, to the sign-up page. */
export function SignupScreen() {
  return (
    <SecureSignIn>
      <Signup />
    </SecureSignIn>
  );
}

function Login() {
  const { appName } = runtimeConfig();
  const { returnTo = href("home") } = useSearchParams();
  usePageTitle("Sign in");
  const start = () => startLogin({ mode: "login", returnTo });
  return (
    <LeadOn onStart={start}>
      <CenteredCard title={`Sign in to ${appName}`} text="Your code, its documents and your questions in one place.">
        <ContinueButton label="Sign in" onStart={start} />
        <OtherWay text="New here?" label="Create an account" to="signup" />
      </CenteredCard>
    </LeadOn>
  );
}

function Signup() {
  const { appName } = runtimeConfig();
  const { returnTo = href("home") } = useSearchParams();
  usePageTitle("Create an account");
  const start = () => startLogin({ mode: "signup", returnTo });
  return (
    <LeadOn onStart={start}>
      <CenteredCard
        title={`Create your ${appName} account`}
        text="Connect a repository and get documents that stay true."
      >
        <ContinueButton label="Create an account" onStart={start} />
        <OtherWay text="Already have one?" label="Sign in" to="login" />
      </CenteredCard>
    </LeadOn>
  );
}

/**
 * Our own pages of signing in and up say what the product is and have the form: nobody needs a card before it. The card
 * stays for a provider elsewhere, for people who come back by the browser's button, and where the start fails; it shows
 * too where leaving takes long.
 */
function LeadOn({ onStart, children }: { onStart: () => Promise<void>; children: ReactNode }) {
  const [isLeaving, setIsLeaving] = useState(() => isOwnSignIn() && !isReturn());
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current || !isLeaving) return;
    isBegun.current = true;
    // The button tells why it fails.
    onStart().catch(() => setIsLeaving(false));
  });
  return <div className={isLeaving ? "[animation:fade_180ms_var(--ease-out)_1500ms_backwards]" : ""}>{children}</div>;
}

function isOwnSignIn(): boolean {
  const { apiHost, authHost } = runtimeConfig();
  return new URL(authHost).origin === new URL(apiHost).origin;
}

function isReturn(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "back_forward";
}

function OtherWay({ text, label, to }: { text: string; label: string; to: "login" | "signup" }) {
  const search = useSearchParams() as Record<string, string>;
  return (
    <p className="mt-5 text-center text-sm text-ink-3">
      {text}{" "}
      <Link href={href(to)} search={search} className="font-medium text-accent-text hover:underline">
        {label}
      </Link>
    </p>
  );
}
