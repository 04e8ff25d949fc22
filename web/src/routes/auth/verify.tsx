import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

import { organizationsQuery } from "#web/features/organizations/organizations.api.ts";
import { finishLogin } from "#web/lib/auth/login.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { errorMessage, queryClient } from "#web/lib/query-client.ts";
import { useSearchParams } from "#web/lib/route-params.ts";
import { CenteredCard } from "#web/ui/centered-card.tsx";
import { Loading } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/** The code works once, but React may run an effect twice: both runs share one exchange. */
let exchange: { state: string | undefined; returnTo: Promise<string> } | undefined;

function finishOnce({ code, state, error, error_description: description }: Record<string, string | undefined>) {
  if (!exchange || exchange.state !== state) {
    exchange = { state, returnTo: finishLogin({ code, state, error: description ?? error }) };
  }
  return exchange.returnTo;
}

/** Who has nothing yet is led through the first steps. */
async function startAddress(returnTo: string): Promise<string> {
  if (returnTo !== href("home")) return returnTo;
  const organizations = await queryClient.fetchQuery(organizationsQuery());
  return organizations.total === 0 ? href("onboarding") : returnTo;
}

/** /auth/verify: the way back from the authorization server. */
export function VerifyScreen() {
  usePageTitle("Signing you in");
  const navigate = useNavigate();
  const answer = useSearchParams();

  useEffect(() => {
    finishOnce(answer)
      .then(startAddress)
      .then((address) => navigate({ href: address, replace: true }))
      .catch((error: unknown) =>
        navigate({ to: href("authError"), search: { message: errorMessage(error) }, replace: true }),
      );
  }, [answer, navigate]);

  return (
    <CenteredCard title="Signing you in">
      <Loading what="your workspace">
        <Spinner className="size-5 text-ink-3" />
      </Loading>
    </CenteredCard>
  );
}
