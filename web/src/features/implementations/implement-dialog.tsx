import type { Implementation, ImplementationOptions, Obstacle, OfferedEngine } from "@cairn/contract/implementations";
import type { TaskCard } from "@cairn/contract/tasks";
import { useNavigate } from "@tanstack/react-router";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { engineKey, engineWords, nameEngine } from "./engine-words.ts";
import { useStartImplementation } from "./implementations.api.ts";

interface ImplementDialogProps {
  project: ProjectKey;
  task: Pick<TaskCard, "taskId" | "name">;
  options: ImplementationOptions;
  onClose: () => void;
}

/** The ways there are to implement a task; what each lacks, and where that is changed. */
export function ImplementDialog({ project, task, options, onClose }: ImplementDialogProps) {
  const { obstacle, keptHere, engines } = options;
  const isOpen = engines.some((one) => one.obstacle === null);
  const lead = (one: Obstacle) => <ObstacleLink project={project} task={task} obstacle={one} onFollow={onClose} />;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      width="md"
      title={isOpen ? `Implement ${task.name}` : `${task.name} cannot be implemented yet`}
      description={
        obstacle?.message ??
        (isOpen && keptHere !== null ? `The change will be kept on this server. ${keptHere}` : undefined)
      }
      footer={obstacle && lead(obstacle)}
    >
      {obstacle === null && (
        <ul aria-label="Ways to implement it" className="flex flex-col gap-3">
          {engines.map((one) => (
            <li key={engineKey(one)} className="flex flex-col gap-2 rounded-lg border border-line p-3 text-sm">
              <h3 className="font-medium">{nameEngine(one)}</h3>
              <p className="text-ink-2">{engineWords[one.engine].text}</p>
              {one.obstacle ? (
                <>
                  <p className="wrap-anywhere text-ink">{one.obstacle.message}</p>
                  <div>{lead(one.obstacle)}</div>
                </>
              ) : (
                <div>
                  <StartButton
                    project={project}
                    task={task}
                    chosen={one}
                    isKeptHere={keptHere !== null}
                    onStarted={onClose}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface StartButtonProps {
  project: ProjectKey;
  task: Pick<TaskCard, "taskId" | "name">;
  chosen: OfferedEngine;
  /** The change will get no branch in its repository. */
  isKeptHere: boolean;
  onStarted: () => void;
}

/** Begins it in this way, and leads to where it is followed. */
function StartButton({ project, task, chosen, isKeptHere, onStarted }: StartButtonProps) {
  const start = useStartImplementation(project, task.taskId);
  const navigate = useNavigate();
  const follow = ({ implementationId }: Implementation) => {
    onStarted();
    void navigate({ to: href("review", { ...project, taskId: task.taskId }), search: { implementationId } });
  };
  return (
    <Button size="sm" isBusy={start.isPending} onClick={() => start.mutate(chosen, { onSuccess: follow })}>
      {chosen.engine === "own-machine"
        ? "Implement on my machine"
        : isKeptHere
          ? "Implement and keep here"
          : "Implement"}
    </Button>
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
