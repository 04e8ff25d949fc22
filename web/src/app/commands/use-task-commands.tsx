import { taskStateNames } from "@cairn/contract/task-states";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { CurrentScope } from "#web/app/location/current-scope.ts";
import { taskSearchQuery } from "#web/features/task-mentions/task-mentions.api.ts";
import { useDebounced } from "#web/lib/api/use-debounced.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";

import type { Command } from "./command-groups.ts";

const debounceMs = 300;
/** Longer texts are questions, and more than the title of a task may hold. */
const maxTitle = 128;

/** Commands for the tasks that what is typed names, by "FB-9" or by words of the title, and one that creates a task. */
export function useTaskCommands(
  { organizationId = "", projectId = "", project }: CurrentScope,
  text: string,
): Command[] {
  const typed = text.trim();
  const settled = useDebounced(typed, debounceMs);
  const isOn = project?.setupComplete === true && typed !== "" && typed.length <= maxTitle;
  const found = useQuery({
    ...taskSearchQuery({ organizationId, projectId }, settled),
    ...(isOn && settled !== "" ? {} : { enabled: false }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!project?.setupComplete) return [];
  const product = { organizationId, projectId };
  const tasks = isOn && settled !== "" ? (found.data?.content ?? []) : [];
  return [
    ...tasks.map(({ taskId, name, title, state }): Command => ({
      key: `task-${taskId}`,
      group: name.toLowerCase() === typed.toLowerCase() ? "Best match" : "Tasks",
      label: title,
      detail: `${name} · ${taskStateNames[state]}`,
      icon: <TaskStateIcon state={state} />,
      href: href("task", { ...product, taskId }),
    })),
    {
      key: "create-task",
      group: "Actions",
      label: isOn ? `Create task “${typed}”` : "Create task …",
      icon: <PlusIcon className="size-4" />,
      href: href("taskCreate", product),
      search: isOn ? { title: typed } : undefined,
      keys: ["C"],
    },
  ];
}
