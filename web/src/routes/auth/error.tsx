import { messages } from "@cairn/contract/texts";

import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { CenteredCard } from "#web/ui/layout/centered-card.tsx";

import { useSignInFailure } from "./sign-in-failure.ts";

/** /auth/error: why the sign-in did not work, and the way to try again. */
export function AuthErrorScreen() {
  usePageTitle("Sign-in failed");
  const { message = messages.unknownError, returnTo } = useSignInFailure() ?? {};
  return (
    <CenteredCard title="Sign-in failed" text={<span className="wrap-anywhere">{message}</span>}>
      <ButtonLink
        href={href("login")}
        search={returnTo ? { returnTo } : undefined}
        variant="primary"
        size="lg"
        className="w-full"
      >
        Try again
      </ButtonLink>
    </CenteredCard>
  );
}
