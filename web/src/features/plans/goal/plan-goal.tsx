import type { Plan } from "@cairn/contract/plans";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { useId, useState } from "react";

import { isProposing, listChanged, useProposePlan } from "#web/features/plans/plans.api.ts";
import type { PlanKey } from "#web/features/plans/plans.api.ts";
import { ProposeAgainDialog } from "#web/features/plans/propose-again-dialog.tsx";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { Collapsible } from "#web/ui/layout/collapsible.tsx";
import { LazyMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

import { useGoalDraft } from "./goal-draft.ts";
import { GoalForm } from "./goal-form.tsx";

const foldedPx = 200;

/** The goal of a plan, where it comes from, and the way to propose tasks for another one. */
export function PlanGoal({ planKey, plan }: { planKey: PlanKey; plan: Plan }) {
  const headingId = useId();
  const draft = useGoalDraft(plan.planId, plan.goal);
  const [isOpen, setIsOpen] = useState(draft.isTyped);
  const [isAsked, setIsAsked] = useState(false);
  const propose = useProposePlan(planKey);
  const hasOpenItems = plan.items.some(({ accepted }) => accepted === null);
  const changed = listChanged(plan);
  const submit = () =>
    propose.mutate(draft.goal, {
      onSuccess: () => {
        draft.onEnd();
        setIsOpen(false);
      },
      onSettled: () => setIsAsked(false),
    });
  const cancel = () => {
    draft.onEnd();
    setIsOpen(false);
  };
  const isEdited = isOpen && !isProposing(plan);
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-2 flex min-h-8 items-center justify-between gap-3">
        <h2 id={headingId} className="text-base font-semibold">
          Goal
        </h2>
        {!isOpen && !isProposing(plan) && (
          <Button
            size="sm"
            variant="ghost"
            icon={<PencilSimpleIcon className="size-4" />}
            onClick={() => setIsOpen(true)}
          >
            Edit goal
          </Button>
        )}
      </div>
      {isEdited ? (
        <GoalForm
          goal={draft.goal}
          onGoal={draft.onGoal}
          submitLabel="Propose again"
          isBusy={propose.isPending}
          onSubmit={() => (changed.length > 0 ? setIsAsked(true) : submit())}
          onCancel={cancel}
          isFocused
          hint={hasOpenItems ? "Tasks that were not accepted are replaced." : "Tasks are proposed for it anew."}
        />
      ) : (
        <Collapsible maxHeightPx={foldedPx} moreLabel="Show the whole goal" lessLabel="Show less">
          <div dir="auto">
            <LazyMarkdown text={plan.goal} topHeading={3} isCompact />
          </div>
        </Collapsible>
      )}
      <GoalOrigin planKey={planKey} origin={plan.origin} />
      <ProposeAgainDialog
        plan={plan}
        isOpen={isAsked}
        isBusy={propose.isPending}
        onClose={() => setIsAsked(false)}
        onConfirm={submit}
      />
    </section>
  );
}

function GoalOrigin({ planKey, origin }: { planKey: PlanKey; origin: Plan["origin"] }) {
  if (origin === null) return null;
  const link = "rounded-sm text-ink-2 underline hover:text-ink";
  return (
    <p className="mt-2 text-sm wrap-anywhere text-ink-3">
      {origin.kind === "page" &&
        (origin.page === null ? (
          "From a page that is gone"
        ) : (
          <>
            From the page{" "}
            <Link href={href("artifact", { ...planKey, artifactId: origin.page.artifactId })} className={link}>
              {origin.page.title}
            </Link>
          </>
        ))}
      {origin.kind === "chat" &&
        (origin.sessionId === null ? (
          "From a chat"
        ) : (
          <>
            From{" "}
            <Link href={href("chatSession", { ...planKey, sessionId: origin.sessionId })} className={link}>
              a chat of yours
            </Link>
          </>
        ))}
    </p>
  );
}
