import { useLocation, useNavigate } from "@tanstack/react-router";

import { errorMessage, queryClient } from "#web/lib/query-client.ts";
import { useSearchParams } from "#web/lib/route-params.ts";
import { useSingleKey } from "#web/ui/shortcuts.ts";
import { showToast } from "#web/ui/toast-manager.ts";

import { isCommit } from "./branch-name.ts";
import type { CodeLinks } from "./code-links.ts";
import { branchesQuery, fileQuery } from "./repositories.api.ts";
import type { CodePlace, RepositoryKey } from "./repositories.api.ts";

/** Y puts the commit in the place of the branch, so that the address shows the same for ever, and copies it. */
export function usePermalink(repository: RepositoryKey, place: CodePlace, links: CodeLinks): void {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const search = useSearchParams();
  const copy = async () => {
    const commit = await commitOf(repository, place);
    if (!commit) return;
    const to = links.hrefAt(commit, place.path);
    const query = new URLSearchParams(search as Record<string, string>).toString();
    const address = location.origin + to + (query && `?${query}`) + (hash && `#${hash}`);
    await navigate({ to, search, hash, replace: true, resetScroll: false, hashScrollIntoView: false });
    await navigator.clipboard.writeText(address);
    showToast({ kind: "success", title: "Permalink copied" });
  };
  useSingleKey("y", () => {
    copy().catch((error: unknown) =>
      showToast({ kind: "error", title: "Could not copy the permalink", description: errorMessage(error) }),
    );
  });
}

/** The commit that is on the screen: of a file the one it was read at, as its branch may have moved on since. */
async function commitOf(repository: RepositoryKey, place: CodePlace): Promise<string | null> {
  if (isCommit(place.branchName)) return place.branchName;
  const file = queryClient.getQueryData(fileQuery(repository, place).queryKey);
  if (file) return file.commit;
  const branches = await queryClient.fetchQuery(branchesQuery(repository));
  return branches.find((branch) => branch.name === place.branchName)?.oid ?? null;
}
