import { displayName } from "@cairn/contract/auth";
import type { Plan, PlanItem } from "@cairn/contract/plans";
import { useId } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { PageHeader } from "#web/ui/layout/page.tsx";

import { PlanGoal } from "./goal/plan-goal.tsx";
import { PlanItems } from "./items/plan-items.tsx";
import { useDrops } from "./items/use-drops.ts";
import { PlanOrder } from "./order/plan-order.tsx";
import { PlanMenu } from "./plan-menu.tsx";
import { PlanProgress } from "./plan-progress.tsx";
import { isProposing, useAcceptItems, useProposePlan } from "./plans.api.ts";
import type { PlanKey } from "./plans.api.ts";

interface PlanPageProps {
  project: ProjectKey;
  plan: Plan;
  services: readonly { serviceId: string; name: string }[];
  onDeleted: () => void;
}

/** A goal, the tasks that were proposed for it, and what became of them. */
export function PlanPage({ project, plan, services, onDeleted }: PlanPageProps) {
  const planKey = { ...project, planId: plan.planId };
  const drops = useDrops(planKey);
  const accept = useAcceptItems(planKey);
  const items = plan.items
    .filter(({ itemId }) => !drops.hiddenIds.has(itemId))
    .map((item) => ({ ...item, blockedBy: item.blockedBy.filter((id) => !drops.hiddenIds.has(id)) }));
  const open = items.filter(({ accepted }) => accepted === null);
  const onAccept = async (chosen: readonly PlanItem[]) => {
    // A dropped task must not be there for others to wait for.
    await drops.flush();
    const ids = chosen.map(({ itemId }) => itemId);
    accept.mutate(ids, {
      onSuccess: () =>
        showToast({
          kind: "success",
          title: ids.length === 1 ? "Task is in the backlog" : `${ids.length} tasks are in the backlog`,
        }),
    });
  };
  const canAccept = open.length > 0 && !isProposing(plan);
  return (
    <>
      <PageHeader
        title={plan.title}
        description={<PlanFacts plan={plan} />}
        actions={
          <>
            <PlanMenu planKey={planKey} plan={plan} onDeleted={onDeleted} />
            {canAccept && (
              <Button variant="primary" isBusy={accept.isPending} onClick={() => void onAccept(open)}>
                {open.length === 1 ? "Accept the task" : `Accept all ${open.length}`}
              </Button>
            )}
          </>
        }
      />
      <div className="flex flex-col gap-8">
        <PlanGoal planKey={planKey} plan={plan} />
        <PlanStanding planKey={planKey} plan={plan} />
        <PlanNotes notes={plan.notes} />
        {items.length > 0 && <PlanOrder items={items} />}
        {plan.state !== "waiting" && (
          <PlanItems
            planKey={planKey}
            plan={plan}
            items={items}
            services={services}
            onDrop={drops.onDrop}
            onAccept={(chosen) => void onAccept(chosen)}
            isAccepting={accept.isPending}
          />
        )}
      </div>
    </>
  );
}

function PlanFacts({ plan }: { plan: Plan }) {
  const { writtenBy, creator, createdAt } = plan;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {writtenBy !== null && (
        <Badge className="max-w-full min-w-0 shrink!">
          <span className="truncate">{writtenBy}</span>
        </Badge>
      )}
      <span>
        {creator ? `by ${displayName(creator)}, ` : ""}
        <RelativeTime date={createdAt} />
      </span>
    </span>
  );
}

const nothingTexts = {
  "no-text": "The goal says too little to split it. Write what should be different, and for whom.",
  "not-in-code": "Nothing in the code speaks of this goal, so no tasks could be derived from it.",
  "not-indexed": "Not all code of this product is indexed yet. Tasks are proposed as soon as it is.",
} as const satisfies Record<NonNullable<Plan["nothing"]>, string>;

/** What keeps a plan from being read as done. */
function PlanStanding({ planKey, plan }: { planKey: PlanKey; plan: Plan }) {
  const propose = useProposePlan(planKey);
  const retry = (
    <Button size="sm" isBusy={propose.isPending} onClick={() => propose.mutate(undefined)}>
      Try again
    </Button>
  );
  if (isProposing(plan)) return <PlanProgress progress={plan.progress} />;
  if (plan.state === "failed") {
    return (
      <div role="alert">
        <Banner tone="danger" title="No tasks could be proposed" action={retry}>
          {plan.error}
        </Banner>
      </div>
    );
  }
  if (plan.nothing === null) return null;
  return (
    <Banner tone="info" title="No tasks were proposed" action={retry}>
      <p>{nothingTexts[plan.nothing]} Edit the goal, or add tasks of your own below.</p>
    </Banner>
  );
}

/** How the goal was split, and what was left out. */
function PlanNotes({ notes }: { notes: readonly string[] }) {
  const headingId = useId();
  if (notes.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-2 text-base font-semibold">
        How it was split
      </h2>
      <ul className="flex max-w-[72ch] list-disc flex-col gap-1 pl-5 text-base text-ink-2">
        {notes.map((note) => (
          <li key={note} className="wrap-anywhere">
            {note}
          </li>
        ))}
      </ul>
    </section>
  );
}
