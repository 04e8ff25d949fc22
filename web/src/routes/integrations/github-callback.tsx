import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { finishConnecting } from "#web/features/integrations/integrations.api.ts";
import { parseCallback } from "#web/features/integrations/parse-callback.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { loadConnectingOrganization } from "#web/lib/browser/storage.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useSearchParams } from "#web/lib/navigation/route-params.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { CenteredCard } from "#web/ui/layout/centered-card.tsx";

/** The code works once, but React may run an effect twice: both runs share one exchange. */
let exchange: { state: unknown; answer: ReturnType<typeof finishConnecting> } | undefined;

/** Says that the account is connected here, and not in the effect, which would say it twice. */
async function finishAndTell(query: Record<string, string | undefined>) {
  const answer = await finishConnecting(parseCallback(query));
  showToast({ kind: "success", title: `${answer.connection.account} connected` });
  return answer;
}

function finishOnce(query: Record<string, string | undefined>) {
  if (exchange?.state !== query.state || !exchange) {
    exchange = { state: query.state, answer: finishAndTell(query) };
  }
  return exchange.answer;
}

/** /integrations/github/callback: the redirect target after an account was chosen at GitHub. */
export function GithubCallbackScreen() {
  const query = useSearchParams();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  usePageTitle(problem === null ? "Connecting GitHub" : "Could not connect to GitHub");

  useEffect(() => {
    finishOnce(query)
      .then(({ organization }) =>
        navigate({ to: href("integrations", { organizationId: organization }), replace: true }),
      )
      .catch((error: unknown) => setProblem(errorMessage(error)));
  }, [query, navigate]);

  if (problem === null) {
    return (
      <CenteredCard title="Connecting GitHub">
        <Loading what="the account">
          <Spinner className="size-5 text-ink-3" />
        </Loading>
      </CenteredCard>
    );
  }
  const organizationId = loadConnectingOrganization();
  return (
    <CenteredCard
      title="Could not connect to GitHub"
      text={
        <span role="alert" className="wrap-anywhere">
          {problem}
        </span>
      }
    >
      {/* The code works only once, so trying again starts from the beginning. */}
      <ButtonLink
        href={organizationId ? href("integrations", { organizationId }) : href("organizations")}
        variant="primary"
        size="lg"
        className="w-full"
      >
        Try again
      </ButtonLink>
    </CenteredCard>
  );
}
