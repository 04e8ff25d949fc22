import type { Task } from "@cairn/contract/tasks";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { taskQuery, useUpdateTask } from "#web/features/tasks/tasks.api.ts";
import { errorMessage, isDenied } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { Fact } from "./fact.tsx";
import { TaskPicker } from "./task-picker.tsx";

/** Tasks that are to be done before this one. */
export function BlockersFact({ project, task }: { project: ProjectKey; task: Task }) {
  const update = useUpdateTask(project, task.taskId, "Blocked by");
  const ids = (update.isPending ? update.variables.blockedBy : undefined) ?? task.blockedBy;
  return (
    <Fact label="Blocked by">
      {ids.length > 0 && (
        <ul className="mb-1 flex flex-col">
          {ids.map((taskId) => (
            <Blocker
              key={taskId}
              project={project}
              taskId={taskId}
              onRemove={() => update.mutate({ blockedBy: ids.filter((id) => id !== taskId) })}
            />
          ))}
        </ul>
      )}
      <TaskPicker
        project={project}
        title="Blocked by"
        label="Add task"
        isOffered={({ taskId }) => taskId !== task.taskId && !ids.includes(taskId)}
        onPick={(id) => update.mutate({ blockedBy: [...ids, id] })}
      />
    </Fact>
  );
}

function Blocker({ project, taskId, onRemove }: { project: ProjectKey; taskId: string; onRemove: () => void }) {
  const { data: blocker, error, refetch } = useQuery(taskQuery(project, taskId));
  if (!blocker) {
    // It was deleted a moment ago, and nothing waits for it any more.
    if (isDenied(error)) return null;
    return (
      <li className="flex min-h-8 items-center">
        {error ? (
          <InlineError message={errorMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <Loading what="a task">
            <Skeleton className="h-4 w-48 max-w-full" />
          </Loading>
        )}
      </li>
    );
  }
  return (
    <li className="flex min-h-8 items-center gap-2 text-sm">
      <TaskStateIcon state={blocker.state} />
      <Link href={href("task", { ...project, taskId })} className="min-w-0 flex-1 truncate rounded-sm hover:underline">
        <span className="text-ink-3 tabular-nums">{blocker.name}</span> {blocker.title}
      </Link>
      <IconButton
        size="sm"
        label={`No longer wait for ${blocker.name}`}
        icon={<XIcon className="size-3.5" />}
        onClick={onRemove}
      />
    </li>
  );
}
