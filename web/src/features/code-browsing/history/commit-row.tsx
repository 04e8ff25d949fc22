import type { Commit } from "@cairn/contract/code-history";
import { CodeIcon } from "@phosphor-icons/react/dist/csr/Code";
import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";
import { useState } from "react";

import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import { shortenCommitId } from "#web/features/code-browsing/location/commit-id.ts";
import { CopyButton } from "#web/ui/action/copy-button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

interface CommitRowProps {
  commit: Commit;
  /** The path at this commit, which may differ after a rename. */
  path: string;
  /** The current path. */
  currentPath: string;
  links: CodeLinks;
}

/** One commit of a history, with links to its changes and to the files at that commit. */
export function CommitRow({ commit, path, currentPath, links }: CommitRowProps) {
  const [isBodyShown, setIsBodyShown] = useState(false);
  const short = shortenCommitId(commit.oid);
  const body = commit.body.trim();
  return (
    <li data-row className="flex items-start gap-3 px-3 py-2.5 hover:bg-surface-3 md:px-4">
      <Avatar name={commit.author.name} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1.5">
          <Link
            href={links.hrefAt(commit.oid, path)}
            search={{ view: "changes" }}
            className="min-w-0 truncate rounded-sm py-0.5 text-base font-medium text-ink hover:underline pointer-coarse:-my-2.5 pointer-coarse:py-3"
          >
            {commit.subject || "No message"}
          </Link>
          {body !== "" && (
            <IconButton
              size="sm"
              label={`${isBodyShown ? "Hide" : "Show"} the message of ${short}`}
              aria-expanded={isBodyShown}
              icon={<DotsThreeIcon className="size-4" />}
              onClick={() => setIsBodyShown(!isBodyShown)}
              className="-my-0.5 h-6! pointer-coarse:-my-3 pointer-coarse:h-11!"
            />
          )}
        </div>
        <p className="mt-0.5 text-sm text-ink-3">
          {commit.author.name} · <RelativeTime date={commit.authoredAt} />
          {path !== currentPath && (
            <>
              {" · as "}
              <span className="font-mono text-xs wrap-anywhere">{path}</span>
            </>
          )}
        </p>
        {isBodyShown && (
          <pre className="mt-2 overflow-x-auto font-mono text-xs whitespace-pre-wrap text-ink-2 wrap-anywhere">
            {body}
          </pre>
        )}
      </div>
      <div className="flex shrink-0 items-center">
        <span className="font-mono text-xs text-ink-3 max-sm:hidden">{short}</span>
        <span className="max-sm:hidden">
          <CopyButton text={commit.oid} label={`Copy the id of ${short}`} />
        </span>
        <Link
          href={links.hrefAt(commit.oid, path)}
          aria-label={`Browse at ${short}`}
          {...tooltip("Browse at this commit")}
          className="grid size-8 place-items-center rounded-md text-ink-3 hover:bg-surface-4 hover:text-ink pointer-coarse:size-11"
        >
          <CodeIcon aria-hidden className="size-4" />
        </Link>
      </div>
    </li>
  );
}
