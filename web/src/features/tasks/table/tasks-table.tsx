import { taskStateNames } from "@cairn/contract/task-states";
import type { Task } from "@cairn/contract/tasks";
import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { DeleteTasksDialog } from "#web/features/tasks/board/delete-tasks-dialog.tsx";
import { useMoveTask } from "#web/features/tasks/board/use-move-task.ts";
import { allowedStates } from "#web/features/tasks/state/allowed-states.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { formatDate, formatFullDate } from "#web/lib/text/dates.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { DataCell, DataRow, DataTable } from "#web/ui/list/data-table.tsx";
import { Menu, MenuGroup, MenuItem, MenuSeparator } from "#web/ui/overlay/menu.tsx";

const columns = [
  { title: "Title" },
  { title: "State", className: "w-40" },
  { title: "Created", className: "w-48" },
  { title: "Actions", isHidden: true, className: "w-12" },
];

const placeholderRows = 10;

/** Tasks as a table, newest first. */
export function TasksTable({ project, tasks }: { project: ProjectKey; tasks: readonly Task[] }) {
  const [deleting, setDeleting] = useState<Task | null>(null);
  return (
    <>
      <DataTable label="Tasks" columns={columns}>
        {tasks.map((task) => (
          <DataRow key={task.taskId}>
            <DataCell className="max-sm:w-full">
              <Link
                href={href("task", { ...project, taskId: task.taskId })}
                className="flex min-w-0 items-baseline gap-2 rounded-sm"
              >
                <span className="w-14 shrink-0 truncate text-xs text-ink-3 tabular-nums">{task.name}</span>
                <span className="min-w-0 font-medium break-words text-ink">{task.title}</span>
              </Link>
            </DataCell>
            <DataCell>
              <span className="flex items-center gap-2 text-ink-2">
                <TaskStateIcon state={task.state} />
                {taskStateNames[task.state]}
              </span>
            </DataCell>
            <DataCell>
              <time dateTime={task.createdAt} title={formatFullDate(task.createdAt)} className="text-ink-3">
                {formatDate(task.createdAt)}
              </time>
            </DataCell>
            <DataCell className="max-sm:ml-auto">
              <TaskRowMenu project={project} task={task} onDelete={() => setDeleting(task)} />
            </DataCell>
          </DataRow>
        ))}
      </DataTable>
      {deleting && <DeleteTasksDialog project={project} tasks={[deleting]} onClose={() => setDeleting(null)} />}
    </>
  );
}

function TaskRowMenu({ project, task, onDelete }: { project: ProjectKey; task: Task; onDelete: () => void }) {
  const { moveTo } = useMoveTask(project);
  // A table has many menus and few are opened, so each is mounted on the first press.
  const [isMounted, setIsMounted] = useState(false);
  const states = allowedStates([task]);
  const trigger = (
    <IconButton
      label={`Actions for ${task.name}`}
      aria-haspopup="menu"
      hasTooltip={false}
      icon={<DotsThreeIcon weight="bold" className="size-4" />}
      onClick={isMounted ? undefined : () => setIsMounted(true)}
    />
  );
  if (!isMounted) return trigger;
  return (
    <Menu isInitiallyOpen align="end" trigger={trigger}>
      {states.length > 0 && (
        <>
          <MenuGroup title={`Move ${task.name} to`}>
            {states.map((state) => (
              <MenuItem key={state} icon={<TaskStateIcon state={state} />} onSelect={() => void moveTo(task, state)}>
                {taskStateNames[state]}
              </MenuItem>
            ))}
          </MenuGroup>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={<TrashIcon className="size-4" />} isDestructive onSelect={onDelete}>
        Delete {task.name}
      </MenuItem>
    </Menu>
  );
}

/** The table before its rows are there. */
export function TasksTablePlaceholder() {
  return (
    <Loading what="tasks">
      <DataTable label="Tasks" columns={columns}>
        {Array.from({ length: placeholderRows }, (_unused, row) => (
          <DataRow key={row}>
            <DataCell className="max-sm:w-full">
              <Skeleton className="h-4 w-3/5" />
            </DataCell>
            <DataCell>
              <Skeleton className="h-4 w-24" />
            </DataCell>
            <DataCell>
              <Skeleton className="h-4 w-28" />
            </DataCell>
            <DataCell>
              <Skeleton className="size-6" />
            </DataCell>
          </DataRow>
        ))}
      </DataTable>
    </Loading>
  );
}
