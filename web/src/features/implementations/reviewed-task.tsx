import { taskStateNames } from "@cairn/contract/task-states";
import type { Task } from "@cairn/contract/tasks";
import { CheckSquareIcon } from "@phosphor-icons/react/dist/csr/CheckSquare";
import { SquareIcon } from "@phosphor-icons/react/dist/csr/Square";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";

/** What was asked for, in short. */
export function ReviewedTask({ project, task }: { project: ProjectKey; task: Task }) {
  const { taskId, name, state, service, acceptanceCriteria } = task;
  const met = acceptanceCriteria.filter(({ done }) => done).length;
  return (
    <section aria-labelledby="task-heading" className="flex flex-col gap-3 text-sm">
      <h2 id="task-heading" className="text-sm font-medium">
        Task
      </h2>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          href={href("task", { ...project, taskId })}
          className="rounded-sm text-accent-text hover:underline pointer-coarse:py-3"
        >
          {name}
        </Link>
        <span className="flex items-center gap-1.5 text-ink-2">
          <TaskStateIcon state={state} />
          {taskStateNames[state]}
        </span>
        {service && <span className="min-w-0 wrap-anywhere text-ink-3">{service.name}</span>}
      </p>
      {acceptanceCriteria.length > 0 && (
        <div>
          <p className="mb-1.5 text-ink-2">
            {met} of {acceptanceCriteria.length} criteria met
          </p>
          <ul aria-label="Acceptance criteria" className="flex flex-col gap-1.5">
            {acceptanceCriteria.map(({ id, text, done }) => (
              <li key={id} className="flex gap-1.5 text-ink-2">
                {done ? (
                  <CheckSquareIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-success-text" />
                ) : (
                  <SquareIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
                )}
                <span className="min-w-0 wrap-anywhere">
                  <span className="sr-only">{done ? "Met: " : "Open: "}</span>
                  {text}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
