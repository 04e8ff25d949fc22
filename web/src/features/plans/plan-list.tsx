import { displayName } from "@cairn/contract/auth";
import type { PlanSummary } from "@cairn/contract/plans";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import type { Tone } from "#web/ui/display/badge.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";

/** Plans of a product, newest first. */
export function PlanList({ project, plans }: { project: ProjectKey; plans: readonly PlanSummary[] }) {
  return (
    <List label="Plans">
      {plans.map((plan) => (
        <ListRow
          key={plan.planId}
          href={href("plan", { ...project, planId: plan.planId })}
          title={<bdi>{plan.title}</bdi>}
          description={[plan.creator && `by ${displayName(plan.creator)}`, plan.writtenBy].filter(Boolean).join(" · ")}
          isMetaLong
          meta={
            <>
              <PlanBadge plan={plan} />
              <RelativeTime date={plan.createdAt} />
            </>
          }
        />
      ))}
    </List>
  );
}

function PlanBadge({ plan }: { plan: PlanSummary }) {
  const [tone, text] = describeStanding(plan);
  return <Badge tone={tone}>{text}</Badge>;
}

function describeStanding({ state, items }: PlanSummary): [Tone, string] {
  switch (state) {
    case "waiting":
    case "working":
      return ["ai", "Proposing"];
    case "failed":
      return ["danger", "Failed"];
    case "ready":
      if (items.total === 0) return ["neutral", "No tasks"];
      return [items.accepted === items.total ? "success" : "neutral", `${items.accepted} of ${items.total} accepted`];
  }
}
