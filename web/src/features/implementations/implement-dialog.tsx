import type {
  Implementation,
  ImplementationEngine,
  ImplementationOptions,
  Obstacle,
} from "@cairn/contract/implementations";
import type { TaskCard } from "@cairn/contract/tasks";
import { useNavigate } from "@tanstack/react-router";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { useStartImplementation } from "./implementations.api.ts";

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
  agent: {
    title: "The agent of this server",
    text: "The language model that is set here reads the code, writes the change and mends what fails. You see what it does while it works.",
  },
  "own-machine": {
    title: "On your machine",
    text: "You or your agent write it where you are, and push it to a branch of its own. This server then builds and tests it. Agents that are connected over MCP begin it by themselves.",
  },
};

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
            <li key={one.engine} className="flex flex-col gap-2 rounded-lg border border-line p-3 text-sm">
              <h3 className="font-medium">{ways[one.engine].title}</h3>
              <p className="text-ink-2">{ways[one.engine].text}</p>
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
                    engine={one.engine}
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
  engine: ImplementationEngine;
  /** The change will get no branch in its repository. */
  isKeptHere: boolean;
  onStarted: () => void;
}

/** Begins it in this way, and leads to where it is followed. */
function StartButton({ project, task, engine, isKeptHere, onStarted }: StartButtonProps) {
  const start = useStartImplementation(project, task.taskId);
  const navigate = useNavigate();
  const follow = ({ implementationId }: Implementation) => {
    onStarted();
    void navigate({ to: href("review", { ...project, taskId: task.taskId }), search: { implementationId } });
  };
  return (
    <Button size="sm" isBusy={start.isPending} onClick={() => start.mutate(engine, { onSuccess: follow })}>
      {engine === "own-machine" ? "Implement on my machine" : isKeptHere ? "Implement and keep here" : "Implement"}
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
