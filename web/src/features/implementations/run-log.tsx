import { phaseNames, type Implementation } from "@cairn/contract/implementations";
import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { formatFullDate } from "#web/lib/text/dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { implementationLogQuery, useSaveLog } from "./implementations.api.ts";
import { LoggedCall } from "./logged-call.tsx";

/** Lines that are drawn at most; a build may write a hundred thousand. */
const maxDrawn = 1_000;

/** What happened during a run, line by line, the newest last. */
export function RunLog({ project, implementation }: { project: ProjectKey; implementation: Implementation }) {
  const log = useQuery(implementationLogQuery(project, implementation));
  const save = useSaveLog(project, implementation);
  const entries = (log.data ?? []).slice(-maxDrawn);
  const before = (entries[0]?.sequence ?? 1) - 1;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-ink-3">{before > 0 && `${before} earlier lines are in the download.`}</p>
        <Button
          size="sm"
          icon={<DownloadSimpleIcon aria-hidden className="size-4" />}
          isBusy={save.isPending}
          onClick={() => save.mutate()}
        >
          Download log
        </Button>
      </div>
      {log.isPending && (
        <Loading what="the log">
          <SkeletonRows count={4} className="h-5" />
        </Loading>
      )}
      {log.isError && <InlineError message={errorMessage(log.error)} onRetry={() => void log.refetch()} />}
      {log.data?.length === 0 && <p className="text-sm text-ink-3">Nothing has happened yet.</p>}
      {entries.length > 0 && (
        <ol aria-label="Log" className="flex flex-col gap-1 font-mono text-xs">
          {entries.map(({ sequence, step, kind, text, createdAt }) => (
            <li
              key={sequence}
              className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 sm:grid-cols-[4rem_9rem_minmax(0,1fr)]"
            >
              <time dateTime={createdAt} title={formatFullDate(createdAt)} className="shrink-0 text-ink-3 tabular-nums">
                {new Date(createdAt).toLocaleTimeString("en-GB")}
              </time>
              <span className="min-w-0 text-ink-3">{phaseNames[step]}</span>
              <span
                className={cx(
                  "min-w-0 whitespace-pre-wrap wrap-anywhere max-sm:col-span-2",
                  kind === "problem" ? "text-danger-text" : "text-ink-2",
                )}
              >
                {kind === "problem" && <span className="sr-only">Problem: </span>}
                {kind === "call" ? <LoggedCall text={text} /> : text}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
