import type { Task } from "@cairn/contract/tasks";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { taskQuery, useUpdateTask } from "#web/features/tasks/tasks.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Link } from "#web/ui/action/link.tsx";

import { Fact } from "./fact.tsx";
import { TaskPicker } from "./task-picker.tsx";

/** The task that this one is part of. One that has sub-tasks is part of none. */
export function ParentFact({ project, task }: { project: ProjectKey; task: Task }) {
  const update = useUpdateTask(project, task.taskId, "Parent task");
  const { parent } = task;
  const { data: parentTask } = useQuery({ ...taskQuery(project, parent?.taskId ?? ""), enabled: parent !== null });
  if (parent === null) {
    if (task.subtasks.total > 0) return null;
    return (
      <Fact label="Part of">
        <TaskPicker
          project={project}
          title="Part of"
          label="Choose task"
          isOffered={(card) => card.taskId !== task.taskId && card.parent === null}
          onPick={(parentId) => update.mutate({ parentId })}
        />
      </Fact>
    );
  }
  return (
    <Fact label="Part of">
      <span className="flex min-h-8 items-center gap-2 text-sm">
        <Link
          href={href("task", { ...project, taskId: parent.taskId })}
          className="min-w-0 flex-1 truncate rounded-sm hover:underline"
        >
          <span className="text-ink-3 tabular-nums">{parent.name}</span> {parentTask?.title}
        </Link>
        <IconButton
          size="sm"
          label={`No longer part of ${parent.name}`}
          icon={<XIcon className="size-3.5" />}
          onClick={() => update.mutate({ parentId: null })}
        />
      </span>
    </Fact>
  );
}
