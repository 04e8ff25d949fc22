import type { DocumentChange } from "@cairn/contract/document-changes";
import { useQuery } from "@tanstack/react-query";

import { documentChangesQuery } from "#web/features/pages/api/document-changes.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";

const shownCount = 4;
const shownPages = 4;

/** Which commits changed the documents: what they are called, who made them, and which sections were written anew. */
export function DocumentChanges({ project }: { project: ProjectKey }) {
  const changes = useQuery(documentChangesQuery(project));
  const shown = changes.data?.content.slice(0, shownCount);
  return (
    <section aria-labelledby="changes-heading">
      <h2 id="changes-heading" className="mb-3 flex h-8 items-center text-base font-semibold">
        What pushes changed
      </h2>
      {changes.isError && !shown && (
        <ErrorState message={errorMessage(changes.error)} onRetry={() => void changes.refetch()} />
      )}
      {changes.isPending && (
        <Loading what="changes">
          <SkeletonRows count={3} className="h-14" />
        </Loading>
      )}
      {shown?.length === 0 && (
        <p className="rounded-lg border border-line-subtle p-4 text-sm text-ink-3">
          No push has changed a document yet. When code that a section rests on changes, the section is written anew and
          stands here.
        </p>
      )}
      {shown && shown.length > 0 && (
        <ol className="divide-y divide-line-subtle rounded-lg border border-line bg-surface-2">
          {shown.map((change) => (
            <li key={`${change.repositoryId} ${change.commit}`} className="flex flex-col gap-1 p-3 text-sm md:px-4">
              <Change project={project} change={change} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Change({ project, change }: { project: ProjectKey; change: DocumentChange }) {
  const { commit, subject, author, repositorySlug, writtenAt, pages } = change;
  const writers = [...new Set(pages.flatMap(({ writtenBy }) => writtenBy ?? []))];
  return (
    <>
      <p className="wrap-anywhere text-ink">
        {subject ?? "A commit that is gone"}{" "}
        <code className="font-mono text-xs whitespace-nowrap text-ink-3">{commit.slice(0, 7)}</code>
      </p>
      <p className="wrap-anywhere text-ink-3">
        {author && `${author} · `}
        {repositorySlug} · <RelativeTime date={writtenAt} />
      </p>
      <ul className="flex flex-col gap-0.5">
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
