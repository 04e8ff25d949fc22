import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { taskQuery } from "#web/features/tasks/tasks.api.ts";
import { Button } from "#web/ui/action/button.tsx";

interface SubtaskFilterProps {
  project: ProjectKey;
  /** The id of a task, or "none" for tasks that are part of none. */
  parent: string | null;
  onParent: (parent: string | null) => void;
}

/** Whether sub-tasks are shown, or those of one task alone. */
export function SubtaskFilter({ project, parent, onParent }: SubtaskFilterProps) {
  const isOfOne = parent !== null && parent !== "none";
  const task = useQuery({ ...taskQuery(project, parent ?? ""), enabled: isOfOne }).data;
  if (isOfOne) {
    return (
      <Button size="sm" onClick={() => onParent(null)} icon={<XIcon className="size-3.5" />}>
        Sub-tasks of {task?.name ?? "one task"}
      </Button>
    );
  }
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-pressed={parent === "none"}
      onClick={() => onParent(parent === "none" ? null : "none")}
    >
      {parent === "none" ? "Show sub-tasks" : "Hide sub-tasks"}
    </Button>
  );
}
