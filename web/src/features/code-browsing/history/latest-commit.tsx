import { ClockCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ClockCounterClockwise";
import { GitDiffIcon } from "@phosphor-icons/react/dist/csr/GitDiff";
import { useInfiniteQuery } from "@tanstack/react-query";

import { historyQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLocation } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import { isCommitId, shortenCommitId } from "#web/features/code-browsing/location/commit-id.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";

interface LatestCommitProps {
  repository: RepositoryKey;
  codeLocation: CodeLocation;
  links: CodeLinks;
}

/** The last commit of a folder, with a link to the history. Its space is reserved while it loads. */
export function LatestCommit({ repository, codeLocation, links }: LatestCommitProps) {
  const history = useInfiniteQuery(historyQuery(repository, codeLocation));
  const commit = history.data?.pages[0]?.content[0];
  return (
    <div className="flex min-h-11 items-center gap-2 rounded-lg border border-line-subtle bg-surface-2 py-1 pr-1.5 pl-3 text-sm text-ink-3">
      {commit && (
        <>
          <Avatar name={commit.author.name} size="sm" />
          <span className="shrink-0 text-ink-2 max-md:sr-only">{commit.author.name}</span>
          <Link
            href={links.hrefAt(commit.oid, "")}
            search={{ view: "changes" }}
            className="min-w-0 truncate rounded-sm py-0.5 text-ink-2 pointer-coarse:-my-1 pointer-coarse:py-3 hover:text-ink hover:underline"
          >
            {commit.subject || "No message"}
          </Link>
          <span className="shrink-0 font-mono text-xs max-sm:hidden">{shortenCommitId(commit.oid)}</span>
          <RelativeTime date={commit.committedAt} className="shrink-0 max-sm:hidden" />
        </>
      )}
      <div className="ml-auto flex shrink-0">
        {codeLocation.path === "" && !isCommitId(codeLocation.branchName) && (
          <ButtonLink
            href={links.hrefOf("")}
            search={{ view: "changes" }}
            variant="ghost"
            size="sm"
            icon={<GitDiffIcon aria-hidden className="size-4" />}
          >
            Compare
          </ButtonLink>
        )}
        <ButtonLink
          href={links.hrefOf(codeLocation.path)}
          search={{ view: "history" }}
          variant="ghost"
          size="sm"
          icon={<ClockCounterClockwiseIcon aria-hidden className="size-4" />}
        >
          History
        </ButtonLink>
      </div>
    </div>
  );
}
