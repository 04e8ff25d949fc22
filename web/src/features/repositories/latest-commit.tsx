import { ClockCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ClockCounterClockwise";
import { GitDiffIcon } from "@phosphor-icons/react/dist/csr/GitDiff";
import { useInfiniteQuery } from "@tanstack/react-query";

import { Avatar } from "#web/ui/avatar.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";

import { isCommit, shortCommit } from "./branch-name.ts";
import type { CodeLinks } from "./code-links.ts";
import { historyQuery } from "./repositories.api.ts";
import type { CodePlace, RepositoryKey } from "./repositories.api.ts";
import { When } from "./when.tsx";

interface LatestCommitProps {
  repository: RepositoryKey;
  place: CodePlace;
  links: CodeLinks;
}

/** The commit that last changed a folder, and the way to all before it. Its place is kept while it loads. */
export function LatestCommit({ repository, place, links }: LatestCommitProps) {
  const history = useInfiniteQuery(historyQuery(repository, place));
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
          <span className="shrink-0 font-mono text-xs max-sm:hidden">{shortCommit(commit.oid)}</span>
          <When date={commit.committedAt} className="shrink-0 max-sm:hidden" />
        </>
      )}
      <div className="ml-auto flex shrink-0">
        {place.path === "" && !isCommit(place.branchName) && (
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
          href={links.hrefOf(place.path)}
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
