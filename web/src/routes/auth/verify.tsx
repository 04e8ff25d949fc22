import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

import { organizationsQuery } from "#web/features/organizations/organizations.api.ts";
import { errorMessage, queryClient } from "#web/lib/api/query-client.ts";
import { finishLogin } from "#web/lib/auth/login.ts";
import { loadPendingLogin } from "#web/lib/browser/storage.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useSearchParams } from "#web/lib/navigation/route-params.ts";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { CenteredCard } from "#web/ui/layout/centered-card.tsx";

/** The code works once, but React may run an effect twice: both runs share one exchange. */
let exchange: { state: string | undefined; requestedPath: string | undefined; returnTo: Promise<string> } | undefined;

function finishOnce({ code, state, error, error_description: description }: Record<string, string | undefined>) {
  if (!exchange || exchange.state !== state) {
    const requestedPath = loadPendingLogin()?.returnTo;
    exchange = { state, requestedPath, returnTo: finishLogin({ code, state, error, description }) };
  }
  return exchange;
}

/** New users without an organization start with the onboarding. */
async function startAddress(returnTo: string): Promise<string> {
  if (returnTo !== href("home")) return returnTo;
  const organizations = await queryClient.fetchQuery(organizationsQuery());
  return organizations.total === 0 ? href("onboarding") : returnTo;
}

/** /auth/verify: the redirect target of the authorization server. */
export function VerifyScreen() {
  usePageTitle("Signing you in");
  const navigate = useNavigate();
  const answer = useSearchParams();

  useEffect(() => {
    const { requestedPath, returnTo } = finishOnce(answer);
    returnTo
      .then(startAddress)
      .then((address) => navigate({ href: address, replace: true }))
      .catch((error: unknown) =>
        navigate({
          to: href("authError"),
          // Keeps the requested address for the next attempt.
          state: { signInFailure: { message: errorMessage(error), returnTo: requestedPath } },
          replace: true,
        }),
      );
  }, [answer, navigate]);

  return (
    // Hidden at first, because a quick answer navigates away at once.
    <div className="[animation:fade_180ms_var(--ease-out)_200ms_backwards]">
      <CenteredCard title="Signing you in">
        <Loading what="your workspace">
          <Spinner className="size-5 text-ink-3" />
        </Loading>
      </CenteredCard>
    </div>
  );
}
