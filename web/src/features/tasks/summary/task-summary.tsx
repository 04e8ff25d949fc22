import { taskStateNames } from "@cairn/contract/task-states";
import type { TaskState } from "@cairn/contract/task-states";
import type { TaskReference } from "@cairn/contract/tasks";
import { KanbanIcon } from "@phosphor-icons/react/dist/csr/Kanban";
import { StarIcon } from "@phosphor-icons/react/dist/csr/Star";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";

import { taskSummaryQuery } from "./task-summary.api.ts";

/** Lanes whose counts the heading says: all that is open. */
const countedStates: readonly TaskState[] = ["backlog", "todo", "in-progress", "in-review"];

/** What is to be done next in a product, what is under way, and what waits for a review. */
export function TaskSummary({ project }: { project: ProjectKey }) {
  const summary = useQuery(taskSummaryQuery(project));
  const { recommended = null, inReview = [], inProgress = [], totals } = summary.data ?? {};
  const isEmpty = totals && Object.values(totals).every((total) => total === 0);
  return (
    <section aria-labelledby="tasks-heading">
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-3">
        <h2 id="tasks-heading" className="text-base font-semibold">
          Tasks
        </h2>
        <ButtonLink href={href("tasks", { ...project })} variant="ghost" size="sm">
          All tasks
        </ButtonLink>
        {totals && !isEmpty && (
          <ul aria-label="Tasks by state" className="flex w-full flex-wrap gap-x-3 text-sm text-ink-2">
            {countedStates.map((state) => (
              <li key={state}>
                <Link
                  href={href("tasks", { ...project })}
                  search={{ view: "table", state }}
                  className="flex min-h-8 items-center gap-1 rounded-sm hover:text-ink hover:underline pointer-coarse:min-h-11"
                >
                  <TaskStateIcon state={state} />
                  {taskStateNames[state]} <span className="tabular-nums">{totals[state]}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {summary.isError && !summary.data && (
        <ErrorState message={errorMessage(summary.error)} onRetry={() => void summary.refetch()} />
      )}
      {summary.isPending && (
        <Loading what="tasks">
          <SkeletonRows count={3} className="h-14" />
        </Loading>
      )}
      {isEmpty && (
        <EmptyState
          icon={<KanbanIcon className="size-5" />}
          title="No tasks yet"
          text="Add additional functionality to your application by creating tasks"
          action={
            <ButtonLink href={href("taskCreate", { ...project })} size="sm">
              Create Task
            </ButtonLink>
          }
        />
      )}
      {summary.data && !isEmpty && (
        <FirstTasks project={project} recommended={recommended} inReview={inReview} inProgress={inProgress} />
      )}
    </section>
  );
}

interface FirstTasksProps {
  project: ProjectKey;
  recommended: TaskReference | null;
  inReview: readonly TaskReference[];
  inProgress: readonly TaskReference[];
}

function FirstTasks({ project, recommended, inReview, inProgress }: FirstTasksProps) {
  if (recommended === null && inReview.length + inProgress.length === 0) {
    return <p className="text-sm text-ink-3">Nothing is under way, and nothing of Todo is free to be started.</p>;
  }
  const row = ({ taskId, name, title, state }: TaskReference, isRecommended: boolean) => (
    <ListRow
      key={taskId}
      href={href("task", { ...project, taskId })}
      icon={
        isRecommended ? (
          <StarIcon aria-hidden weight="fill" className="size-4 text-accent-text" />
        ) : (
          <TaskStateIcon state={state} />
        )
      }
      title={`${name} ${title}`}
      description={isRecommended ? "Recommended next" : taskStateNames[state]}
    />
  );
  return (
    <List label="Tasks to look at first">
      {recommended && row(recommended, true)}
      {inReview.map((task) => row(task, false))}
      {inProgress.map((task) => row(task, false))}
    </List>
  );
}
