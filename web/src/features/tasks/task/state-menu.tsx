import { taskStateNames } from "@cairn/contract/task-states";
import type { Task } from "@cairn/contract/tasks";
import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useMoveTask } from "#web/features/tasks/board/use-move-task.ts";
import { allowedStates } from "#web/features/tasks/state/allowed-states.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";

/** The state of a task, and the states it may be moved to. */
export function StateMenu({ project, task }: { project: ProjectKey; task: Task }) {
  const { moveTo, movingTo } = useMoveTask(project);
  // A menu that was opened by its key is another one, so that it begins open.
  const [openings, setOpenings] = useState(0);
  useSingleKey("s", () => setOpenings(openings + 1));
  const state = movingTo ?? task.state;
  const states = allowedStates([{ state, isRunning: task.isRunning }]);
  const trigger = (
    <Button
      aria-label={`State: ${taskStateNames[state]}`}
      className="w-full justify-start! border-line-control! font-normal! text-base!"
      disabledReason={states.length === 0 ? explainStay(task, taskStateNames[state]) : undefined}
    >
      <TaskStateIcon state={state} />
      {taskStateNames[state]}
      {states.length > 0 && <CaretDownIcon aria-hidden className="size-3 text-ink-3" />}
    </Button>
  );
  if (states.length === 0) return trigger;
  return (
    <Menu key={openings} isInitiallyOpen={openings > 0} trigger={trigger}>
      {states.map((to) => (
        <MenuItem key={to} icon={<TaskStateIcon state={to} />} onSelect={() => void moveTo(task, to)}>
          {taskStateNames[to]}
        </MenuItem>
      ))}
    </Menu>
  );
}

function explainStay({ isRunning }: Task, stateName: string): string {
  return isRunning ? "A run works on this task" : `${stateName} leads nowhere by hand`;
}
