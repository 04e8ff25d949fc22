import { useState } from "react";

import { startLogin } from "#web/lib/auth/login.ts";
import type { LoginRequest } from "#web/lib/auth/login.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { errorMessage } from "#web/lib/query-client.ts";
import { useSearchParams } from "#web/lib/route-params.ts";
import { runtimeConfig } from "#web/lib/runtime-config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { CenteredCard } from "#web/ui/centered-card.tsx";
import { Link } from "#web/ui/link.tsx";

/** /login: one button to the authorization server. */
export function LoginScreen() {
  const { appName } = runtimeConfig();
  usePageTitle("Sign in");
  return (
    <CenteredCard title={`Sign in to ${appName}`} text="Your code, its documents and your questions in one place.">
      <ContinueButton mode="login" label="Sign in" />
      <OtherWay text="New here?" label="Create an account" to="signup" />
    </CenteredCard>
  );
}

/** /signup: the same, to the sign-up page. */
export function SignupScreen() {
  const { appName } = runtimeConfig();
  usePageTitle("Create an account");
  return (
    <CenteredCard
      title={`Create your ${appName} account`}
      text="Connect a repository and get documents that stay true."
    >
      <ContinueButton mode="signup" label="Create an account" />
      <OtherWay text="Already have one?" label="Sign in" to="login" />
    </CenteredCard>
  );
}

function ContinueButton({ mode, label }: { mode: LoginRequest["mode"]; label: string }) {
  const { returnTo = href("home") } = useSearchParams();
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const start = () => {
    setIsLeaving(true);
    setFailure(undefined);
    startLogin({ mode, returnTo }).catch((error: unknown) => {
      setIsLeaving(false);
      setFailure(errorMessage(error));
    });
  };
  return (
    <>
      {failure && (
        <div role="alert" className="mb-4">
          <Banner tone="danger" title="Could not start the sign-in">
            {failure}
          </Banner>
        </div>
      )}
      <Button variant="primary" size="lg" className="w-full" isBusy={isLeaving} onClick={start}>
        {label}
      </Button>
    </>
  );
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
