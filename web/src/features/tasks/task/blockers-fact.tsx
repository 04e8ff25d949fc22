import { isTaskOver } from "@cairn/contract/task-states";
import type { Task, TaskCard } from "@cairn/contract/tasks";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { TaskStateIcon } from "#web/features/tasks/state/task-state-icon.tsx";
import { boardQuery, useUpdateTask } from "#web/features/tasks/tasks.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { SearchListbox } from "#web/ui/list/search-listbox.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";

import { Fact } from "./fact.tsx";

/** Tasks that are to be done before this one. */
export function BlockersFact({ project, task }: { project: ProjectKey; task: Task }) {
  const update = useUpdateTask(project, task.taskId, "Blocked by");
  const { data: board } = useQuery(boardQuery(project, { hasArchived: true }));
  const ids = (update.isPending ? update.variables.blockedBy : undefined) ?? task.blockedBy;
  const blockers = ids.flatMap((id) => board?.cards.find(({ taskId }) => taskId === id) ?? []);
  const others = board?.cards.filter(
    (card) => card.taskId !== task.taskId && !ids.includes(card.taskId) && !isTaskOver(card.state),
  );
  return (
    <Fact label="Blocked by">
      {blockers.length > 0 && (
        <ul className="mb-1 flex flex-col">
          {blockers.map((blocker) => (
            <li key={blocker.taskId} className="flex min-h-8 items-center gap-2 text-sm">
              <TaskStateIcon state={blocker.state} />
              <Link
                href={href("task", { ...project, taskId: blocker.taskId })}
                className="min-w-0 flex-1 truncate rounded-sm hover:underline"
              >
                <span className="text-ink-3 tabular-nums">{blocker.name}</span> {blocker.title}
              </Link>
              <IconButton
                size="sm"
                label={`No longer wait for ${blocker.name}`}
                icon={<XIcon className="size-3.5" />}
                onClick={() => update.mutate({ blockedBy: ids.filter((id) => id !== blocker.taskId) })}
              />
            </li>
          ))}
        </ul>
      )}
      <AddBlocker tasks={others ?? []} onAdd={(id) => update.mutate({ blockedBy: [...ids, id] })} />
    </Fact>
  );
}

function AddBlocker({ tasks, onAdd }: { tasks: readonly TaskCard[]; onAdd: (taskId: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState<string | null>(null);
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
      <SearchListbox
        label="Tasks"
        placeholder="Search tasks..."
        emptyText="No such task"
        items={tasks.map(({ taskId, name, title }) => ({ key: taskId, label: `${name} ${title}` }))}
        activeKey={marked}
        onActiveChange={setMarked}
        onOpen={(taskId) => {
          setIsOpen(false);
          onAdd(taskId);
        }}
        inputRef={inputRef}
      />
    </Popover>
  );
}
