import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";

import { commitQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import { shortenCommitId } from "#web/features/code-browsing/location/commit-id.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { CopyButton } from "#web/ui/action/copy-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";

interface CommitSummaryProps {
  repository: RepositoryKey;
  oid: string;
  path: string;
  links: CodeLinks;
}

/** Message, author and parents of a commit. */
export function CommitSummary({ repository, oid, path, links }: CommitSummaryProps) {
  const query = useQuery(commitQuery(repository, oid));
  if (query.isPending) {
    return (
      <Loading what="commit">
        <Skeleton className="h-26" />
      </Loading>
    );
  }
  if (query.isError) return <ErrorState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />;
  const commit = query.data;
  const body = commit.body.trim();
  const isOwnCommitter = commit.committer.name === commit.author.name && commit.committer.email === commit.author.email;
  return (
    <section aria-label="Commit" className="rounded-lg border border-line bg-surface-2 p-3 md:p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-lg font-semibold wrap-anywhere">{commit.subject || "No message"}</h2>
        <ButtonLink href={links.hrefAt(oid, path)} size="sm">
          Browse files
        </ButtonLink>
      </div>
      {body !== "" && (
        <pre className="mt-2 overflow-x-auto font-mono text-xs/5 whitespace-pre-wrap text-ink-2 wrap-anywhere">
          {body}
        </pre>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-3">
        <span className="flex items-center gap-2">
          <Avatar name={commit.author.name} size="sm" />
          <span>
            <span className="text-ink-2">{commit.author.name}</span> wrote this{" "}
            <RelativeTime date={commit.authoredAt} />
            {!isOwnCommitter && (
              <>
                , <span className="text-ink-2">{commit.committer.name}</span> committed it{" "}
                <RelativeTime date={commit.committedAt} />
              </>
            )}
          </span>
        </span>
        <span className="ml-auto flex flex-wrap items-center gap-x-1">
          {commit.parents.length > 0 && (
            <span>
              {commit.parents.length === 1 ? "Parent" : "Parents"}{" "}
              {commit.parents.map((parent, index) => (
                <Fragment key={parent}>
                  {index > 0 && ", "}
                  <Link
                    href={links.hrefAt(parent, "")}
                    search={{ view: "changes" }}
                    className="inline-block rounded-sm py-1 font-mono text-xs text-accent-text underline underline-offset-4 pointer-coarse:py-3.5"
                  >
                    {shortenCommitId(parent)}
                  </Link>
                </Fragment>
              ))}
              {" · "}
            </span>
          )}
          <span className="font-mono text-xs">{shortenCommitId(oid)}</span>
          <CopyButton text={oid} label="Copy commit id" size="sm" />
        </span>
      </div>
    </section>
  );
}
