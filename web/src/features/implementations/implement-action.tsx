import type { Task } from "@cairn/contract/tasks";
import { PlayIcon } from "@phosphor-icons/react/dist/csr/Play";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";

import { useStartImplementation } from "./implementations.api.ts";

/** Begins an implementation of a task in Todo; of one that is further on it leads to the review. */
export function ImplementAction({ project, task }: { project: ProjectKey; task: Task }) {
  const { mutate, isPending } = useStartImplementation(project, task.taskId);
  if (task.state === "in-progress" || task.state === "in-review") {
    return (
      <ButtonLink size="sm" href={href("review", { ...project, taskId: task.taskId })}>
        Review
      </ButtonLink>
    );
  }
  if (task.state !== "todo") return null;
  return (
    <Button size="sm" variant="primary" icon={<PlayIcon aria-hidden />} isBusy={isPending} onClick={() => mutate()}>
      Implement
    </Button>
  );
}
