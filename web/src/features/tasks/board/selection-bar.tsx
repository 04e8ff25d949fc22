import { taskStateNames } from "@cairn/contract/task-states";
import type { TaskState } from "@cairn/contract/task-states";
import type { TaskCard } from "@cairn/contract/tasks";
import { ArchiveIcon } from "@phosphor-icons/react/dist/csr/Archive";
import { ArrowRightIcon } from "@phosphor-icons/react/dist/csr/ArrowRight";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { allowedStates } from "#web/features/tasks/state/allowed-states.ts";
import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";

import { AssignPopover } from "./assign-popover.tsx";

interface SelectionBarProps {
  project: ProjectKey;
  /** In the order of the board. */
  tasks: readonly TaskCard[];
  onMoveTo: (state: TaskState) => void;
  onDelete: () => void;
  onClear: () => void;
}

/** What can be done to all selected tasks at once. */
export function SelectionBar({ project, tasks, onMoveTo, onDelete, onClear }: SelectionBarProps) {
  const states = allowedStates(tasks);
  const canArchive = states.includes("archived");
  const moveButton = (
    <Button
      size="sm"
      icon={<ArrowRightIcon className="size-4" />}
      disabledReason={states.length === 0 ? "No other state is open to all of them" : undefined}
    >
      Move to
    </Button>
  );
  return (
    <section
      aria-label="Selected tasks"
      className={
        "absolute inset-x-0 bottom-3 z-20 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] flex-wrap items-center gap-1.5 " +
        "rounded-xl border border-line bg-surface-3 p-1.5 pl-3 text-sm shadow-pop"
      }
    >
      <output className="mr-1 font-medium tabular-nums">{tasks.length} selected</output>
      {states.length === 0 ? (
        moveButton
      ) : (
        <Menu side="top" trigger={moveButton}>
          {states.map((state) => (
            <MenuItem key={state} icon={<TaskStateIcon state={state} />} onSelect={() => onMoveTo(state)}>
              {taskStateNames[state]}
            </MenuItem>
          ))}
        </Menu>
      )}
      <AssignPopover project={project} taskIds={tasks.map(({ taskId }) => taskId)} />
      <Button
        size="sm"
        icon={<ArchiveIcon className="size-4" />}
        disabledReason={canArchive ? undefined : "Work that is under way or in review can't be archived"}
        onClick={() => onMoveTo("archived")}
      >
        Archive
      </Button>
      <Button size="sm" icon={<TrashIcon className="size-4" />} onClick={onDelete}>
        Delete
      </Button>
      <IconButton size="sm" label="Clear selection" icon={<XIcon className="size-4" />} onClick={onClear} />
    </section>
  );
}
