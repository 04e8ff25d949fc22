import { useState } from "react";

import { useProject } from "#web/features/projects/project-context.ts";
import type { CorrectedProposal } from "#web/features/setup/proposal-corrections.ts";
import { SetupChecks } from "#web/features/setup/setup-checks.tsx";
import { useWatchedSetup } from "#web/features/setup/setup.api.ts";
import { WhatHappens } from "#web/features/setup/what-happens.tsx";
import { errorMessage, retryFailedQueries } from "#web/lib/api/query-client.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";

import { FinishButtons, skipLabel } from "./finish-buttons.tsx";
import { FoundServicesCard } from "./found-services.tsx";
import { SetupPage } from "./setup-page.tsx";
import { useFoundServices } from "./use-found-services.ts";

/** /o/:organizationId/p/:projectId/setup/finalize: what is there and what will happen; a person ends the set-up here. */
export function SetupFinalizeScreen() {
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  const product = useProject();
  const setup = useWatchedSetup(key);
  const found = useFoundServices(key, product.services);
  // What was added is proposed no more; until the product opens it stays where it is, so that nothing jumps.
  const [held, setHeld] = useState<readonly CorrectedProposal[] | null>(null);
  const shown = held ? { ...found, corrected: held, chosen: held.filter(({ isLeftOut }) => !isLeftOut) } : found;
  return (
    <SetupPage project={key} step="setupFinalize" setup={setup.data}>
      <Page width="narrow">
        {setup.isError && !setup.data ? (
          <ErrorState message={errorMessage(setup.error)} onRetry={retryFailedQueries} />
        ) : !setup.data ? (
          <Loading what="what is there">
            <Skeleton className="h-60" />
          </Loading>
        ) : (
          <div className="flex flex-col gap-6">
            <SetupChecks
              project={key}
              setup={setup.data}
              description={product.description}
              services={product.services}
            />
            <FoundServicesCard
              project={key}
              found={shown}
              isHeld={held !== null}
              skipLabel={skipLabel(setup.data, shown)}
            />
            <WhatHappens project={key} productId={product.projectId} isRunning={setup.data.progress < 100} />
            <FinishButtons project={key} setup={setup.data} found={shown} isHeld={held !== null} onHold={setHeld} />
          </div>
        )}
      </Page>
    </SetupPage>
  );
}
