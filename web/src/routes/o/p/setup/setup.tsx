import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";

import { initialSetupQuery } from "#web/features/projects/projects.api.ts";
import { missingStep } from "#web/features/setup/setup-step.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/setup: leads to the step that is missing. */
export function SetupScreen() {
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  const setup = useQuery({ ...initialSetupQuery(key), staleTime: 0 });
  if (setup.data && !setup.isFetching) {
    return <Navigate to={href(missingStep(setup.data) ?? "setupFinalize", key)} replace />;
  }
  return (
    <Page>
      {setup.isError ? (
        <ErrorState message={errorMessage(setup.error)} onRetry={() => void setup.refetch()} />
      ) : (
        <Loading what="the set-up">
          <Skeleton className="h-60" />
        </Loading>
      )}
    </Page>
  );
}
