import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { PlanPage } from "#web/features/plans/plan-page.tsx";
import { planQuery } from "#web/features/plans/plans.api.ts";
import { useProject } from "#web/features/projects/project-context.ts";
import { errorMessage, isDenied, isGone } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/plan/:planId */
export function PlanScreen() {
  const product = useProject();
  const { organizationId = "", projectId = "", planId = "" } = useRouteParams();
  const project = { organizationId, projectId };
  const query = useQuery(planQuery({ ...project, planId }));
  const plan = isGone(query) ? undefined : query.data;
  usePageTitle(plan?.title ?? "Plan", product.name);
  const navigate = useNavigate();
  if (plan) {
    return (
      <Page>
        <PlanPage
          key={plan.planId}
          project={project}
          plan={plan}
          services={product.services}
          onDeleted={() => void navigate({ to: href("plans", { ...project }) })}
        />
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader title="Plan" />
      {query.isPending && (
        <Loading what="the plan">
          <Skeleton className="h-20" />
          <Skeleton className="mt-8 h-40" />
          <Skeleton className="mt-3 h-40" />
        </Loading>
      )}
      {query.isError &&
        (isDenied(query.error) ? (
          <EmptyState
            title="Plan not found"
            text="It may have been deleted. Tasks that came of it are still there."
            action={<ButtonLink href={href("plans", { ...project })}>All plans</ButtonLink>}
          />
        ) : (
          <ErrorState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        ))}
    </Page>
  );
}
