import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { z } from "zod";

import { NewPlan } from "#web/features/plans/goal/new-plan.tsx";
import { PlanList } from "#web/features/plans/plan-list.tsx";
import { plansQuery } from "#web/features/plans/plans.api.ts";
import type { PlanOriginInput } from "#web/features/plans/plans.api.ts";
import { goalDraftKey } from "#web/features/plans/start-plan.api.ts";
import type { GoalStart } from "#web/features/plans/start-plan.api.ts";
import { useProject } from "#web/features/projects/project-context.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { usePageNumber, useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";

/** /o/:organizationId/p/:projectId/plan, with ?chat=&answer= or ?artifact= where the goal of a new plan comes from. */
export function PlansScreen() {
  const product = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const project = { organizationId, projectId };
  usePageTitle("Plan", product.name);
  const start = parseStart(useSearchParams());
  const draftKey = goalDraftKey(project, start);
  const page = usePageNumber();
  const plans = useQuery(plansQuery(project, page));
  const navigate = useNavigate();
  const headingId = useId();
  return (
    <Page width="narrow">
      <PageHeader title="Plan" description="From a goal to tasks that know where in the code they land." />
      <NewPlan
        key={draftKey}
        project={project}
        draftKey={draftKey}
        origin={start && toOrigin(start)}
        onCreated={(planId) => void navigate({ to: href("plan", { ...project, planId }) })}
      />
      <section aria-labelledby={headingId} className="mt-10">
        <h2 id={headingId} className="mb-3 text-base font-semibold">
          Plans
        </h2>
        {plans.isPending && (
          <Loading what="plans">
            <SkeletonRows count={4} className="h-14" />
          </Loading>
        )}
        {plans.isError && <ErrorState message={errorMessage(plans.error)} onRetry={() => void plans.refetch()} />}
        {plans.data?.total === 0 && (
          <p className="text-base text-ink-3">No plans yet. Write down a goal above, and tasks are proposed for it.</p>
        )}
        {plans.data && plans.data.total > 0 && (
          <>
            <PlanList project={project} plans={plans.data.content} />
            <Pagination {...plans.data} href={href("plans", { ...project })} />
          </>
        )}
      </section>
    </Page>
  );
}

const id = z.uuid();

function parseStart({ chat, answer, artifact }: Record<string, string | undefined>): GoalStart | null {
  if (id.safeParse(chat).success && chat) return { chat, answer: answer ?? "" };
  return id.safeParse(artifact).success && artifact ? { artifact } : null;
}

function toOrigin(start: GoalStart): PlanOriginInput {
  return "chat" in start ? { kind: "chat", sessionId: start.chat } : { kind: "page", artifactId: start.artifact };
}
