import type { ImplementationEngine, ImplementationOptions, Obstacle } from "@cairn/contract/implementations";
import type { TaskCard } from "@cairn/contract/tasks";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

interface ImplementDialogProps {
  project: ProjectKey;
  task: Pick<TaskCard, "taskId" | "name">;
  options: ImplementationOptions;
  onClose: () => void;
}

const ways: Record<ImplementationEngine, { title: string; text: string }> = {
  diff: {
    title: "A diff in the description",
    text: "It is applied as it is, and everything that comes after is done by this server. It needs no model.",
  },
};

/** Why a task cannot be implemented as it is, by each way there is, and where that is changed. */
export function ImplementDialog({ project, task, options, onClose }: ImplementDialogProps) {
  const { obstacle, engines } = options;
  const lead = (one: Obstacle) => <ObstacleLink project={project} task={task} obstacle={one} onFollow={onClose} />;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      width="md"
      title={`${task.name} cannot be implemented yet`}
      description={obstacle?.message}
      footer={obstacle && lead(obstacle)}
    >
      {obstacle === null && (
        <ul aria-label="Ways to implement it" className="flex flex-col gap-3">
          {engines.map((one) => (
            <li key={one.engine} className="flex flex-col gap-2 rounded-lg border border-line p-3 text-sm">
              <h3 className="font-medium">{ways[one.engine].title}</h3>
              <p className="text-ink-2">{ways[one.engine].text}</p>
              {one.obstacle && (
                <>
                  <p className="wrap-anywhere text-ink">{one.obstacle.message}</p>
                  <div>{lead(one.obstacle)}</div>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface ObstacleLinkProps {
  project: ProjectKey;
  task: Pick<TaskCard, "taskId" | "name">;
  obstacle: Obstacle;
  onFollow: () => void;
}

function ObstacleLink({ project, task, obstacle, onFollow }: ObstacleLinkProps) {
  switch (obstacle.setAt) {
    case "task":
      return (
        <ButtonLink href={href("task", { ...project, taskId: task.taskId })} onClick={onFollow}>
          Change {task.name}
        </ButtonLink>
      );
    case "services":
      return (
        <ButtonLink href={href("services", { ...project })} onClick={onFollow}>
          Services
        </ButtonLink>
      );
    case null:
      return null;
  }
}
