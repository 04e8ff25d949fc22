import type { MergeConflict } from "@cairn/contract/implementation-merging";
import type { Implementation } from "@cairn/contract/implementations";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { mergePreviewQuery } from "./merge.api.ts";

interface MergeConflictsProps {
  project: ProjectKey;
  implementation: Implementation;
}

/** Each file and each place where the change and its base branch do not go together; nothing where they do. */
export function MergeConflicts({ project, implementation }: MergeConflictsProps) {
  const { mergeObstacles, baseBranch } = implementation;
  const isConflicted = mergeObstacles.some(({ kind }) => kind === "conflict");
  const preview = useQuery({ ...mergePreviewQuery(project, implementation), enabled: isConflicted });
  if (!isConflicted) return null;
  return (
    <section aria-labelledby="conflicts-heading" className="flex flex-col gap-3">
      <h2 id="conflicts-heading" className="text-sm font-medium">
        Conflicts with {baseBranch}
      </h2>
      <p className="text-sm text-ink-2">
        Both changed the same lines since this began. Bring {baseBranch} into the branch, solve it there and push, or
        ask for a revision.
      </p>
      {preview.data?.conflicts.map((conflict) => (
        <ConflictedFile key={conflict.path} conflict={conflict} baseBranch={baseBranch} />
      ))}
      {!preview.data && preview.isError && (
        <InlineError message={errorMessage(preview.error)} onRetry={() => void preview.refetch()} />
      )}
      {!preview.data && !preview.isError && (
        <Loading what="conflicts">
          <Skeleton className="h-24" />
        </Loading>
      )}
    </section>
  );
}

function ConflictedFile({ conflict, baseBranch }: { conflict: MergeConflict; baseBranch: string }) {
  const { path, reason, hunks } = conflict;
  return (
    <article aria-label={`Conflicts in ${path}`} className="overflow-clip rounded-lg border border-line">
      <h3 className="bg-surface-2 px-3 py-2 font-mono text-xs wrap-anywhere">{path}</h3>
      {hunks.length === 0 && <p className="px-3 py-2 text-sm text-ink-2 wrap-anywhere">{reason}</p>}
      {hunks.map(({ line, base, change, former }) => (
        <div key={line} className="border-t border-line-subtle px-3 py-2">
          <div className="grid gap-3 lg:grid-cols-2">
            <ConflictSide title={baseBranch} lines={base} path={path} />
            <ConflictSide title="This change" lines={change} path={path} />
          </div>
          <details className="mt-2 text-sm text-ink-3">
            <summary className="min-h-6 cursor-default rounded-sm pointer-coarse:min-h-11">
              What both began with
            </summary>
            <ConflictSide title="Before" lines={former} path={path} />
          </details>
        </div>
      ))}
    </article>
  );
}

function ConflictSide({ title, lines, path }: { title: string; lines: readonly string[]; path: string }) {
  return (
    <div className="min-w-0">
      <p className="mb-1 text-xs text-ink-3">{title}</p>
      {lines.length === 0 ? (
        <p className="text-sm text-ink-3">No lines</p>
      ) : (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled sideways by keys as well
          tabIndex={0}
          aria-label={`${title}, ${path}`}
          className="overflow-x-auto rounded-md bg-surface-1 p-2 font-mono text-xs/5"
        >
          {lines.join("\n")}
        </pre>
      )}
    </div>
  );
}
