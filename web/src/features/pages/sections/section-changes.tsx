import type { Section } from "@cairn/contract/page-sections";
import type { SectionChanges } from "@cairn/contract/page-writing";
import { ArrowRightIcon } from "@phosphor-icons/react/dist/csr/ArrowRight";
import { FileXIcon } from "@phosphor-icons/react/dist/csr/FileX";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useContext, useMemo } from "react";

import { sectionChangesQuery, useRegenerate } from "#web/features/pages/regeneration/regeneration.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoriesQuery } from "#web/features/repositories/repositories.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { formatFullDate, formatRelativeDate } from "#web/lib/text/dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { lineHash } from "#web/ui/code/line-range.ts";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { CodeDiffContext, shiftLines } from "./code-diff-context.ts";

interface SectionChangesDialogProps {
  project: ProjectKey;
  artifactId: string;
  section: Section;
  onEdit: () => void;
  onClose: () => void;
}

/** What changed in the code since a section was written, and what to do about it. */
export function SectionChangesDialog({ project, artifactId, section, onEdit, onClose }: SectionChangesDialogProps) {
  const { organizationId } = project;
  const changes = useQuery(sectionChangesQuery(organizationId, artifactId, section.sectionId));
  const regenerate = useRegenerate(organizationId, artifactId);
  const { sources = [], lists = [] } = changes.data ?? {};
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      width="lg"
      title={`What changed for “${section.title}”`}
      description={changes.data && describeChanges(changes.data)}
      footer={
        <>
          <Button onClick={onEdit}>Open in editor</Button>
          {section.kind === "auto" && (
            <Button
              variant="primary"
              isBusy={regenerate.isPending}
              onClick={() => regenerate.mutate([section.sectionId], { onSuccess: onClose })}
            >
              Update this section
            </Button>
          )}
        </>
      }
    >
      {changes.isPending && (
        <Loading what="changes">
          <SkeletonRows count={2} className="h-40" />
        </Loading>
      )}
      {changes.isError && !changes.data && (
        <ErrorState message={errorMessage(changes.error)} onRetry={() => void changes.refetch()} />
      )}
      {lists.length > 0 && (
        <ul aria-label="Lists" className="mb-4 flex flex-col gap-2">
          {lists.map((list) => (
            <ChangedList key={`${list.repositoryId} ${list.kind} ${list.folder}`} project={project} list={list} />
          ))}
        </ul>
      )}
      <ol className="flex flex-col gap-4">
        {sources.map((change) => (
          <ChangedSource key={change.number} project={project} change={change} />
        ))}
      </ol>
    </Dialog>
  );
}

function describeChanges({ sources, lists }: SectionChanges): string {
  if (sources.length === 0 && lists.length > 0) return "What this section lists has changed since it was written.";
  return sources.length === 1
    ? "1 place that this section cites has changed since the section was written."
    : `${sources.length} places that this section cites have changed since it was written.`;
}

type ListChange = SectionChanges["lists"][number];

/** Facts that the section lists or counts and that came, went or changed, wherever they are declared. */
function ChangedList({ project, list }: { project: ProjectKey; list: ListChange }) {
  const { kind, repositoryId, folder, commit } = list;
  const address = useCodeAddress(project, repositoryId)(commit, folder);
  const where = folder === "" ? "" : ` in ${folder}`;
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 rounded-lg border border-line bg-surface-1 px-3 py-2 text-sm">
      <span className="text-ink-2">{`The ${kind}${where} are not the ones that this section was written from.`}</span>
      {address !== null && commit !== "" && (
        <Link
          href={address}
          search={{ view: "changes" }}
          className="rounded-sm text-xs text-ink-3 hover:text-ink hover:underline"
        >
          First seen in {commit.slice(0, 7)}
        </Link>
      )}
    </li>
  );
}

type SourceChange = SectionChanges["sources"][number];

function ChangedSource({ project, change }: { project: ProjectKey; change: SourceChange }) {
  const CodeDiff = useContext(CodeDiffContext);
  const { number, source, path, commit, hunks, commits } = change;
  const hrefAt = useCodeAddress(project, source.repositoryId);
  const now = shiftLines(source, hunks);
  return (
    <li className="overflow-hidden rounded-lg border border-line bg-surface-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line-subtle px-3 py-2 text-xs">
        <span className="text-ink-3 tabular-nums">[{number}]</span>
        <SourceCodeLink
          href={hrefAt(source.commit, source.path)}
          lines={{ start: source.startLine, end: source.endLine }}
          label={locationText(source.path, source.startLine, source.endLine)}
        />
        {path === null ? (
          <span className="flex items-center gap-1 text-danger-text">
            <FileXIcon aria-hidden className="size-3.5" />
            The file is gone
          </span>
        ) : (
          <>
            <ArrowRightIcon aria-label="now" className="size-3 shrink-0 text-ink-3" />
            <SourceCodeLink
              href={hrefAt(commit, path)}
              lines={now}
              label={
                path === source.path ? `Now ${linesText(now.start, now.end)}` : locationText(path, now.start, now.end)
              }
            />
          </>
        )}
        {path !== null && path !== source.path && <span className="text-ink-3">renamed</span>}
      </div>
      {hunks.map((hunk) => (
        <Suspense key={`${hunk.oldStart}:${hunk.newStart}`} fallback={<div className="h-24" />}>
          {CodeDiff && <CodeDiff path={path ?? source.path} hunk={hunk} />}
        </Suspense>
      ))}
      {hunks.length === 0 && path !== null && (
        <p className="px-3 py-2 text-sm text-ink-3">Its lines cannot be compared here: it is not text, or too long.</p>
      )}
      {commits.length > 0 && (
        <ul aria-label="Commits" className="border-t border-line-subtle px-3 py-1.5 text-xs">
          {commits.map(({ oid, subject, author, authoredAt }) => {
            const address = hrefAt(oid, path ?? source.path);
            return (
              <li key={oid} className="flex min-w-0 items-baseline gap-2 py-0.5">
                {address ? (
                  <Link
                    href={address}
                    search={{ view: "changes" }}
                    className="min-w-0 truncate text-ink-2 hover:text-ink hover:underline"
                  >
                    {subject || "No message"}
                  </Link>
                ) : (
                  <span className="min-w-0 truncate text-ink-2">{subject || "No message"}</span>
                )}
                <span className="ml-auto shrink-0 text-ink-3">
                  {author.name} ·{" "}
                  <time dateTime={authoredAt} title={formatFullDate(authoredAt)}>
                    {formatRelativeDate(authoredAt)}
                  </time>
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}

function SourceCodeLink({
  href: address,
  lines,
  label,
}: {
  href: string | null;
  lines: { start: number; end: number };
  label: string;
}) {
  const linkClass = "min-w-0 font-mono break-all text-ink-2";
  if (address === null) return <span className={linkClass}>{label}</span>;
  return (
    <Link href={address} hash={lineHash(lines)} className={`${linkClass} rounded-sm hover:text-ink hover:underline`}>
      {label}
    </Link>
  );
}

/** A function for the address of a file at a commit; null where its repository is not part of the product. */
function useCodeAddress(project: ProjectKey, repositoryId: string): (commit: string, path: string) => string | null {
  const repositories = useQuery(repositoriesQuery(project)).data?.content;
  return useMemo(() => {
    const slug = repositories?.find((one) => one.repositoryId === repositoryId)?.slug;
    return (commit, path) =>
      slug === undefined
        ? null
        : href("repositoryFile", { ...project, repositorySlug: slug, branchName: commit, _splat: path });
  }, [project, repositories, repositoryId]);
}

function locationText(path: string, start: number, end: number): string {
  return `${path}:${start === end ? start : `${start}-${end}`}`;
}

function linesText(start: number, end: number): string {
  return start === end ? `line ${start}` : `lines ${start}–${end}`;
}
