import type { RepositoryFile } from "@cairn/contract/code-browsing";
import type { Blame } from "@cairn/contract/code-history";
import { ClockCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ClockCounterClockwise";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";

import { blameQuery, commitQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import { shortenCommitId } from "#web/features/code-browsing/location/commit-id.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage, queryClient } from "#web/lib/api/query-client.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { CodeLines } from "#web/ui/code/code-lines.tsx";
import { fileLanguageKey } from "#web/ui/code/languages.ts";
import type { LineRange } from "#web/ui/code/line-range.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

import { splitBlameRuns } from "./blame-parts.ts";
import { computeBlameShade, blameShades } from "./blame-shade.ts";

interface BlameViewProps {
  repository: RepositoryKey;
  file: RepositoryFile;
  links: CodeLinks;
  selection: LineRange | null;
  onSelectionChange: (selection: LineRange | null) => void;
}

/** The lines of a file with the last commit of each run; a bar shows how recent it is. */
export function BlameView({ repository, file, links, selection, onSelectionChange }: BlameViewProps) {
  const blame = useQuery(blameQuery(repository, { branchName: file.commit, path: file.path }));
  const parts = useMemo(
    () => (blame.data ? buildBlameParts({ repository, blame: blame.data, links }) : null),
    // `links` differs only by branch, and the runs link to commits only.
    // oxlint-disable-next-line react/exhaustive-deps
    [blame.data],
  );
  if (blame.isError) return <ErrorState message={errorMessage(blame.error)} onRetry={() => void blame.refetch()} />;
  if (!parts) {
    return (
      <Loading what="blame">
        <Skeleton className="m-3 h-100" />
      </Loading>
    );
  }
  return (
    <CodeLines
      label={`Blame of ${file.path}`}
      code={file.content}
      language={fileLanguageKey(file.path, file.language)}
      selection={selection}
      onSelectionChange={onSelectionChange}
      parts={parts}
    />
  );
}

type BlameCommit = Blame["commits"][number];

function buildBlameParts({ repository, blame, links }: { repository: RepositoryKey; blame: Blame; links: CodeLinks }) {
  const commits = new Map(blame.commits.map((commit) => [commit.oid, commit]));
  const dates = blame.commits.map((commit) => Date.parse(commit.authoredAt));
  const span = {
    oldestMs: dates.reduce((least, date) => Math.min(least, date), Infinity),
    newestMs: dates.reduce((most, date) => Math.max(most, date), -Infinity),
  };
  return splitBlameRuns(blame.runs).map(({ from, lineCount, oid, isFirst }) => {
    const commit = commits.get(oid);
    const shade = commit ? computeBlameShade(Date.parse(commit.authoredAt), span) : 0;
    return {
      from,
      lineCount,
      aside: (
        <BlameRun
          commit={isFirst ? commit : undefined}
          shade={shade}
          path={blame.path}
          repository={repository}
          links={links}
        />
      ),
    };
  });
}

interface BlameRunProps {
  /** Undefined when a run continues. */
  commit: BlameCommit | undefined;
  shade: number;
  path: string;
  repository: RepositoryKey;
  links: CodeLinks;
}

function BlameRun({ commit, shade, path, repository, links }: BlameRunProps) {
  return (
    <div className="flex h-6 items-center gap-2 pr-1.5 pl-3 text-xs text-ink-3 max-lg:pl-2.5">
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-0 w-0.75 bg-accent-text"
        style={{ opacity: 0.15 + (0.85 * shade) / (blameShades - 1) }}
      />
      {commit && (
        <>
          <span aria-hidden="true" className="absolute inset-x-0 top-0 h-px bg-line-subtle" />
          <Link
            href={links.hrefAt(commit.oid, path)}
            search={{ view: "changes" }}
            {...tooltip(`${commit.subject} · ${commit.author.name}`, { side: "bottom" })}
            className="flex h-6 min-w-6 items-center gap-2 rounded-sm text-ink-2 hover:text-ink hover:underline lg:flex-1"
          >
            <Avatar name={commit.author.name} size="sm" />
            <span className="sr-only">{commit.author.name}:</span>
            <span className="truncate max-lg:sr-only">{commit.subject || "No message"}</span>
          </Link>
          <span className="shrink-0 max-lg:hidden">
            <RelativeTime date={commit.authoredAt} />
          </span>
          <span className="max-lg:hidden">
            <BlameParentButton repository={repository} oid={commit.oid} path={path} links={links} />
          </span>
        </>
      )}
    </div>
  );
}

interface BlameParentButtonProps {
  repository: RepositoryKey;
  oid: string;
  path: string;
  links: CodeLinks;
}

/** Opens the blame of the parent commit, which is fetched on press. */
function BlameParentButton({ repository, oid, path, links }: BlameParentButtonProps) {
  const navigate = useNavigate();
  const go = async () => {
    const commit = await queryClient.fetchQuery(commitQuery(repository, oid));
    const parent = commit.parents[0];
    if (parent) await navigate({ to: links.hrefAt(parent, path), search: { view: "blame" } });
    else showToast({ kind: "success", title: "This is the first commit" });
  };
  const onClick = () => {
    go().catch((error: unknown) => showToast({ kind: "error", title: errorMessage(error) }));
  };
  return (
    <IconButton
      size="sm"
      label={`Blame before ${shortenCommitId(oid)}`}
      icon={<ClockCounterClockwiseIcon className="size-3.5" />}
      onClick={onClick}
    />
  );
}
