import { isTaskOver } from "@cairn/contract/task-states";
import type { Task } from "@cairn/contract/tasks";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { RefObject } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { boardQuery, taskQuery, useUpdateTask } from "#web/features/tasks/tasks.api.ts";
import { errorMessage, isDenied } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";
import { SearchListbox } from "#web/ui/list/search-listbox.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";

import { Fact } from "./fact.tsx";

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
      <AddBlocker
        project={project}
        exceptIds={[task.taskId, ...ids]}
        onAdd={(id) => update.mutate({ blockedBy: [...ids, id] })}
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

interface AddBlockerProps {
  project: ProjectKey;
  exceptIds: readonly string[];
  onAdd: (taskId: string) => void;
}

function AddBlocker({ onAdd, ...list }: AddBlockerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <Popover
      title="Blocked by"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      align="end"
      initialFocus={inputRef}
      className="flex max-h-80 w-80 flex-col"
      trigger={
        <Button size="sm" variant="ghost" className="-ml-2.5">
          Add task
        </Button>
      }
    >
      <OpenTasks
        {...list}
        inputRef={inputRef}
        onAdd={(taskId) => {
          setIsOpen(false);
          onAdd(taskId);
        }}
      />
    </Popover>
  );
}

/** The tasks that one may wait for; the board that has them is loaded once somebody looks. */
function OpenTasks({
  project,
  exceptIds,
  onAdd,
  inputRef,
}: AddBlockerProps & { inputRef: RefObject<HTMLInputElement | null> }) {
  const { data: board, error, refetch } = useQuery(boardQuery(project, { hasArchived: false }));
  const [marked, setMarked] = useState<string | null>(null);
  const tasks = board?.cards.filter(({ taskId, state }) => !exceptIds.includes(taskId) && !isTaskOver(state));
  return (
    <SearchListbox
      label="Tasks"
      placeholder="Search tasks..."
      emptyText={tasks ? "No such task" : "Loading tasks…"}
      failure={error && { message: errorMessage(error), onRetry: () => void refetch() }}
      items={(tasks ?? []).map(({ taskId, name, title }) => ({ key: taskId, label: `${name} ${title}` }))}
      activeKey={marked}
      onActiveChange={setMarked}
      onOpen={onAdd}
      inputRef={inputRef}
    />
  );
}
