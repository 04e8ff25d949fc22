import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { StateIcon } from "#web/ui/feedback/state-icon.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { describeRun, kindOfRun } from "./describe-run.ts";
import { implementationsQuery } from "./implementations.api.ts";

/** Every implementation of a task, whatever became of it, as a way to its review. Nothing where there is none. */
export function TaskImplementations({ project, taskId }: { project: ProjectKey; taskId: string }) {
  const { data, isError, error, refetch } = useQuery(implementationsQuery(project, taskId));
  if (data?.content.length === 0 || (data === undefined && !isError)) return null;
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 text-sm font-medium text-ink">Implementations</h3>
      {data === undefined ? (
        <InlineError message={errorMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <ul aria-label="Implementations" className="flex flex-col gap-1">
          {data.content.map((one) => (
            <li key={one.implementationId} className="flex flex-wrap items-center gap-x-2 text-sm">
              <Link
                href={href("review", { ...project, taskId })}
                search={{ implementationId: one.implementationId }}
                className="flex min-h-6 items-center gap-2 rounded-sm hover:underline pointer-coarse:min-h-11"
              >
                <span className="text-accent-text tabular-nums">#{one.projectImplementationId}</span>
                <StateIcon kind={kindOfRun(one)} label={describeRun(one).word} />
              </Link>
              <RelativeTime date={one.endedAt ?? one.createdAt} className="text-xs text-ink-3" />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
