import { derivedEdgeTexts, driftTexts } from "@cairn/contract/architecture";
import type { ArchitectureChange } from "@cairn/contract/architecture-changes";
import { useQuery } from "@tanstack/react-query";

import { documentChangesQuery } from "#web/features/pages/api/document-changes.api.ts";
import { joinPushed } from "#web/features/pages/tree/join-pushed.ts";
import type { PushedCommit } from "#web/features/pages/tree/join-pushed.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { architectureChangesQuery } from "#web/features/services/architecture/architecture.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";

const shownCount = 4;
const shownPages = 4;
const shownConnections = 4;

/**
 * What commits changed: which sections were written anew from them, and which connections of the architecture they brought or
 * took away, the forbidden ones first; with what they are called and who made them.
 */
export function DocumentChanges({ project }: { project: ProjectKey }) {
  const changes = useQuery(documentChangesQuery(project));
  const connections = useQuery(architectureChangesQuery(project));
  const shown =
    changes.data && !connections.isPending
      ? joinPushed(changes.data.content, connections.data?.content ?? []).slice(0, shownCount)
      : undefined;
  return (
    <section aria-labelledby="changes-heading">
      <h2 id="changes-heading" className="mb-3 flex h-8 items-center text-base font-semibold">
        What pushes changed
      </h2>
      {changes.isError && !shown && (
        <ErrorState message={errorMessage(changes.error)} onRetry={() => void changes.refetch()} />
      )}
      {!shown && !changes.isError && (
        <Loading what="changes">
          <SkeletonRows count={3} className="h-14" />
        </Loading>
      )}
      {shown?.length === 0 && (
        <p className="rounded-lg border border-line-subtle p-4 text-sm text-ink-3">
          No push has changed a document yet. When code that a section rests on changes, the section is written anew and
          stands here, and so do connections of services that a push brings.
        </p>
      )}
      {shown && shown.length > 0 && (
        <ol className="divide-y divide-line-subtle rounded-lg border border-line bg-surface-2">
          {shown.map((change) => (
            <li key={`${change.repositoryId} ${change.commit}`} className="flex flex-col gap-1 p-3 text-sm md:px-4">
              <Pushed project={project} pushed={change} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Pushed({ project, pushed }: { project: ProjectKey; pushed: PushedCommit }) {
  const { commit, subject, author, repositorySlug, at, pages, connections } = pushed;
  const writers = [...new Set(pages.flatMap(({ writtenBy }) => writtenBy ?? []))];
  return (
    <>
      <p className="wrap-anywhere text-ink">
        {subject} <code className="font-mono text-xs whitespace-nowrap text-ink-3">{commit.slice(0, 7)}</code>
      </p>
      <p className="wrap-anywhere text-ink-3">
        {author && `${author} · `}
        {repositorySlug} · <RelativeTime date={at} />
      </p>
      {connections.length > 0 && (
        <ul aria-label="Connections" className="flex flex-col gap-0.5">
          {connections.slice(0, shownConnections).map((change) => (
            <li key={change.changeId} className="wrap-anywhere text-ink-2">
              <Connection project={project} change={change} />
            </li>
          ))}
          {connections.length > shownConnections && (
            <li className="text-ink-3">and {connections.length - shownConnections} more</li>
          )}
        </ul>
      )}
      <ul className="flex flex-col gap-0.5 empty:hidden">
        {pages.slice(0, shownPages).map(({ artifactId, title, sections }) => (
          <li key={artifactId} className="wrap-anywhere text-ink-2">
            <Link
              href={href("artifact", { ...project, artifactId })}
              className="rounded-sm text-accent-text underline pointer-coarse:py-2"
            >
              {title}
            </Link>
            : {sections.join(", ")}
          </li>
        ))}
        {pages.length > shownPages && <li className="text-ink-3">and {pages.length - shownPages} more</li>}
      </ul>
      {writers.length > 0 && <p className="wrap-anywhere text-ink-3">Written by {writers.join(" and ")}</p>}
    </>
  );
}

const changeWords = { appeared: "New: ", grew: "More: ", vanished: "Gone: " } as const;

function Connection({ project, change }: { project: ProjectKey; change: ArchitectureChange }) {
  const { sourceName, targetName, kinds, drift, evidence } = change;
  const [first] = evidence;
  return (
    <>
      {changeWords[change.change]}
      <Link
        href={href("setupArchitecture", { ...project })}
        className="rounded-sm text-accent-text underline pointer-coarse:py-2"
      >
        {sourceName} {kinds.map((kind) => derivedEdgeTexts[kind]).join(", ")} {targetName}
      </Link>
      {first && (
        <code className="font-mono text-xs text-ink-3">
          {" "}
          {first.path}:{first.startLine}
        </code>
      )}
      {(drift === "forbidden" || drift === "undeclared") && (
        <span className={drift === "forbidden" ? "text-danger-text" : "text-warning-text"}> {driftTexts[drift]}</span>
      )}
    </>
  );
}
