import { phaseNames, type Implementation } from "@cairn/contract/implementations";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { cx } from "#web/ui/cx.ts";

import { implementationLogQuery } from "./implementations.api.ts";

/** What happened during a run, line by line. */
export function RunLog({ project, implementation }: { project: ProjectKey; implementation: Implementation }) {
  const log = useQuery(implementationLogQuery(project, implementation));
  const entries = log.data?.entries ?? [];
  if (log.isError) return <p role="alert">{errorMessage(log.error)}</p>;
  if (entries.length === 0) return <p className="text-sm text-ink-3">Nothing has happened yet.</p>;
  return (
    <ol aria-label="Log" className="flex flex-col gap-1 font-mono text-xs">
      {entries.map(({ sequence, step, kind, text }) => (
        <li key={sequence} className="flex flex-wrap gap-x-3">
          <span className="text-ink-3">{phaseNames[step]}</span>
          <span className={cx("min-w-0 wrap-anywhere", kind === "problem" ? "text-danger-text" : "text-ink-2")}>
            {text}
          </span>
        </li>
      ))}
    </ol>
  );
}
