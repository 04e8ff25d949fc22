import { useNavigate } from "@tanstack/react-router";

import { useProject } from "#web/features/projects/project-context.ts";
import { useFinishSetup } from "#web/features/projects/projects.api.ts";
import { SetupChecks } from "#web/features/setup/setup-checks.tsx";
import { missingStep } from "#web/features/setup/setup-step.ts";
import { useWatchedSetup } from "#web/features/setup/setup.api.ts";
import { WhatHappens } from "#web/features/setup/what-happens.tsx";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";

import { SetupPage } from "./setup-page.tsx";

/** /o/:organizationId/p/:projectId/setup/finalize: what is there and what will happen; a person ends the set-up here. */
export function SetupFinalizeScreen() {
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  const product = useProject();
  const setup = useWatchedSetup(key);
  const finish = useFinishSetup(key);
  const navigate = useNavigate();
  const end = (isSkipped: boolean) =>
    finish.mutate(isSkipped, { onSuccess: () => void navigate({ to: href("project", key) }) });
  const missing = setup.data ? missingStep(setup.data) : "setupFinalize";
  const isReady = missing === "setupFinalize";
  return (
    <SetupPage project={key} step="setupFinalize" setup={setup.data}>
      <Page width="narrow">
        {setup.isError && !setup.data ? (
          <ErrorState message={errorMessage(setup.error)} onRetry={() => void setup.refetch()} />
        ) : !setup.data ? (
          <Loading what="what is there">
            <Skeleton className="h-60" />
          </Loading>
        ) : (
          <div className="flex flex-col gap-6">
            <SetupChecks project={key} setup={setup.data} description={product.description} />
            <WhatHappens project={key} productId={product.projectId} isRunning={setup.data.progress < 100} />
            <div className="flex flex-wrap items-center justify-end gap-2">
              <ButtonLink href={href("setupDescription", key)} className="mr-auto">
                Back
              </ButtonLink>
              {setup.data.setupComplete ? (
                <ButtonLink href={href("project", key)} variant="primary">
                  Open product
                </ButtonLink>
              ) : (
                <>
                  {!isReady && (
                    <Button isBusy={finish.isPending} onClick={() => end(true)}>
                      Skip what is missing
                    </Button>
                  )}
                  <Button
                    variant="primary"
                    isBusy={finish.isPending}
                    disabledReason={isReady ? undefined : missingReason(missing)}
                    onClick={() => end(false)}
                  >
                    Open product
                  </Button>
                </>
              )}
            </div>
          </div>
        )}
      </Page>
    </SetupPage>
  );
}

function missingReason(missing: ReturnType<typeof missingStep>): string {
  return missing === "setupImport" ? "Connect a repository first" : "Describe the product first";
}
