import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { useSearchParams } from "#web/lib/route-params.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { CenteredCard } from "#web/ui/centered-card.tsx";

/** /auth/error: why the sign-in did not work, and the way to try again. */
export function AuthErrorScreen() {
  usePageTitle("Sign-in failed");
  const { message = "Unknown error occurred" } = useSearchParams();
  return (
    <CenteredCard title="Sign-in failed" text={message}>
      <ButtonLink href={href("login")} variant="primary" size="lg" className="w-full">
        Try again
      </ButtonLink>
    </CenteredCard>
  );
}
