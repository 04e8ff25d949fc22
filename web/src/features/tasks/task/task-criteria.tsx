import { mergeCriteria } from "@cairn/contract/merge-criteria";
import type { Criterion, Task } from "@cairn/contract/tasks";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { criterionChecksQuery } from "#web/features/tasks/criterion-checks.api.ts";
import { presenceField } from "#web/features/tasks/presence/use-own-presence.ts";
import { useSaveCriterion, useSaveTask } from "#web/features/tasks/tasks.api.ts";
import { Checklist } from "#web/ui/checklist/checklist.tsx";

import { CriterionCheckButton } from "./criterion-check.tsx";
import { ProposedChecks } from "./proposed-checks.tsx";

/** When the task is done. */
export function TaskCriteria({ project, task }: { project: ProjectKey; task: Task }) {
  const headingId = useId();
  const save = useSaveTask(project, task.taskId, "acceptance criteria");
  const saveOne = useSaveCriterion(project, task.taskId);
  const items = pendingItems(task.acceptanceCriteria, save, saveOne);
  const checks = useQuery(criterionChecksQuery(project, task.taskId));
  const checkOf = (id: string) => checks.data?.checks.find(({ criterionId }) => criterionId === id)?.check;
  const isSaved = (id: string) => task.acceptanceCriteria.some((one) => one.id === id);
  const met = items.filter(({ done }) => done).length;
  return (
    <section aria-labelledby={headingId} {...presenceField("acceptanceCriteria")}>
      <h2 id={headingId} className="mb-1 flex items-center gap-2 text-sm font-medium">
        Acceptance criteria
        {items.length > 0 && (
          <span className="font-normal text-ink-3 tabular-nums">
            {met} of {items.length}
          </span>
        )}
      </h2>
      <Checklist
        items={items}
        onTick={(criterionId, done) => saveOne.mutate({ criterionId, done })}
        onText={(criterionId, text) => saveOne.mutateAsync({ criterionId, text })}
        renderAside={(criterion) =>
          checks.data &&
          isSaved(criterion.id) && (
            <CriterionCheckButton
              project={project}
              taskId={task.taskId}
              criterion={criterion}
              check={checkOf(criterion.id) ?? { kind: "person" }}
            />
          )
        }
        onItems={(acceptanceCriteria) => save.mutate({ acceptanceCriteria, criteriaBase: task.acceptanceCriteria })}
      />
      {checks.data && <ProposedChecks project={project} task={task} checks={checks.data} />}
      {items.length === 0 && (
        <p className="mt-1 text-xs text-ink-3">Two or three checks make the result much better.</p>
      )}
    </section>
  );
}

/** The criteria with what is being saved, put over what others make of them meanwhile as the server does. */
function pendingItems(
  saved: readonly Criterion[],
  list: ReturnType<typeof useSaveTask>,
  one: ReturnType<typeof useSaveCriterion>,
): readonly Criterion[] {
  const { acceptanceCriteria: mine = saved, criteriaBase: base = saved } = list.isPending ? list.variables : {};
  const items = mergeCriteria({ base, mine: mine as readonly Criterion[], theirs: saved });
  if (!one.isPending) return items;
  const { criterionId, ...change } = one.variables;
  return items.map((item) => (item.id === criterionId ? { ...item, ...change } : item));
}
