import { isTaskOver } from "@cairn/contract/task-states";
import type { TaskCard } from "@cairn/contract/tasks";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { RefObject } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { boardQuery } from "#web/features/tasks/tasks.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SearchListbox } from "#web/ui/list/search-listbox.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";

interface OfferedTasks {
  project: ProjectKey;
  /** Which of the tasks that are not over can be chosen. */
  isOffered: (card: TaskCard) => boolean;
  onPick: (taskId: string) => void;
}

interface TaskPickerProps extends OfferedTasks {
  /** What the chosen task is for; names the popover. */
  title: string;
  /** Of the button. */
  label: string;
}

/** A button that lets somebody choose a task of the product. */
export function TaskPicker({ title, label, onPick, ...offered }: TaskPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <Popover
      title={title}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      align="end"
      initialFocus={inputRef}
      className="flex max-h-80 w-80 flex-col"
      trigger={
        <Button size="sm" variant="ghost" className="-ml-2.5">
          {label}
        </Button>
      }
    >
      <OpenTasks
        {...offered}
        inputRef={inputRef}
        onPick={(taskId) => {
          setIsOpen(false);
          onPick(taskId);
        }}
      />
    </Popover>
  );
}

/** The board that has the tasks is loaded once somebody looks. */
function OpenTasks(props: OfferedTasks & { inputRef: RefObject<HTMLInputElement | null> }) {
  const { project, isOffered, onPick, inputRef } = props;
  const { data: board, error, refetch } = useQuery(boardQuery(project, { hasArchived: false }));
  const [marked, setMarked] = useState<string | null>(null);
  const tasks = board?.cards.filter((card) => !isTaskOver(card.state) && isOffered(card));
  return (
    <SearchListbox
      label="Tasks"
      placeholder="Search tasks..."
      emptyText={tasks ? "No such task" : "Loading tasks…"}
      failure={error && { message: errorMessage(error), onRetry: () => void refetch() }}
      items={(tasks ?? []).map(({ taskId, name, title }) => ({ key: taskId, label: `${name} ${title}` }))}
      activeKey={marked}
      onActiveChange={setMarked}
      onOpen={onPick}
      inputRef={inputRef}
    />
  );
}
