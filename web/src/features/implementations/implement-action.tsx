import type { ImplementationOptions } from "@cairn/contract/implementations";
import { taskStateNames } from "@cairn/contract/task-states";
import type { TaskCard } from "@cairn/contract/tasks";
import { PlayIcon } from "@phosphor-icons/react/dist/csr/Play";
import { lazy, Suspense, useRef, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import type { ButtonProps } from "#web/ui/action/button.tsx";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";

import { useImplement } from "./implementations.api.ts";

const ImplementDialog = lazy(() =>
  import("./implement-dialog.tsx").then((module) => ({ default: module.ImplementDialog })),
);

interface ImplementActionProps {
  project: ProjectKey;
  task: Pick<TaskCard, "taskId" | "name" | "state">;
}

/** Begins an implementation of a task in Todo, by pointer or by I; of one that is further on it leads to the review. */
export function ImplementAction({ project, task }: ImplementActionProps) {
  if (hasReview(task)) return <ReviewLink project={project} task={task} />;
  const refusal = `Only a task in Todo can be implemented; this one is in ${taskStateNames[task.state]}`;
  return <ImplementButton project={project} task={task} disabledReason={task.state === "todo" ? undefined : refusal} />;
}

/** The action of a card on a board, which has one stop for Tab for all that is in it. */
export function CardAction({ project, task }: ImplementActionProps) {
  const own = { tabIndex: -1, "data-card-action": true, className: "h-6! px-2! text-xs! pointer-coarse:h-11!" };
  if (hasReview(task)) return <ReviewLink project={project} task={task} {...own} />;
  return task.state === "todo" ? <ImplementStarter project={project} task={task} {...own} /> : null;
}

/** A task that was begun has something to review, or a page that says why not. */
function hasReview({ state }: ImplementActionProps["task"]): boolean {
  return state === "in-progress" || state === "in-review";
}

function ReviewLink({ project, task, ...own }: ImplementActionProps & { className?: string; tabIndex?: number }) {
  return (
    <ButtonLink size="sm" href={href("review", { ...project, taskId: task.taskId })} {...own}>
      Review
    </ButtonLink>
  );
}

/** Begins an implementation, by pointer or by I. */
export function ImplementButton(props: ImplementActionProps & { disabledReason?: string }) {
  const ref = useRef<HTMLButtonElement>(null);
  useSingleKey("i", () => ref.current?.click());
  return <ImplementStarter ref={ref} variant="primary" {...props} />;
}

function ImplementStarter({ project, task, ...button }: ImplementActionProps & ButtonProps) {
  const [options, setOptions] = useState<ImplementationOptions | null>(null);
  const implement = useImplement(project);
  return (
    <>
      <Button
        size="sm"
        icon={<PlayIcon aria-hidden />}
        {...button}
        isBusy={implement.isPending}
        onClick={() => implement.mutate(task.taskId, { onSuccess: setOptions })}
      >
        Implement
      </Button>
      {options && (
        <Suspense>
          <ImplementDialog project={project} task={task} options={options} onClose={() => setOptions(null)} />
        </Suspense>
      )}
    </>
  );
}
