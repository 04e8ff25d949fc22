import { useCreatePlan } from "#web/features/plans/plans.api.ts";
import type { PlanOriginInput } from "#web/features/plans/plans.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";

import { useGoalDraft } from "./goal-draft.ts";
import { GoalForm } from "./goal-form.tsx";

interface NewPlanProps {
  project: ProjectKey;
  /** What the draft of this goal is stored under. */
  draftKey: string;
  origin: PlanOriginInput | null;
  onCreated: (planId: string) => void;
}

const originTexts = {
  chat: "Begun with an answer of a chat. Keep what you want to have done.",
  page: "Begun with a page. Keep what you want to have done.",
} as const;

/** The goal of a plan that is not there yet. */
export function NewPlan({ project, draftKey, origin, onCreated }: NewPlanProps) {
  const { goal, onGoal, onEnd } = useGoalDraft(draftKey);
  const create = useCreatePlan(project);
  const submit = () =>
    create.mutate(
      { goal, origin: origin ?? undefined },
      {
        onSuccess: ({ planId }) => {
          onEnd();
          onCreated(planId);
        },
      },
    );
  return (
    <GoalForm
      goal={goal}
      onGoal={onGoal}
      submitLabel="Propose tasks"
      isBusy={create.isPending}
      onSubmit={submit}
      hint={origin ? originTexts[origin.kind] : "Say what should be different afterwards, and for whom."}
    />
  );
}
