import { useLocation, useNavigate } from "@tanstack/react-router";

import { fileQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLocation } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import { isCommitId } from "#web/features/code-browsing/location/commit-id.ts";
import { branchesQuery } from "#web/features/repositories/repositories.api.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage, queryClient } from "#web/lib/api/query-client.ts";
import { useSearchParams } from "#web/lib/navigation/route-params.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";
import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";

/** Y replaces the branch in the address by the current commit, so that the link is permanent, and copies the link. */
export function usePermalink(repository: RepositoryKey, codeLocation: CodeLocation, links: CodeLinks): void {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const search = useSearchParams();
  const copy = async () => {
    const commit = await commitOf(repository, codeLocation);
    if (!commit) return;
    const to = links.hrefAt(commit, codeLocation.path);
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

/** The displayed commit. For a file it is the commit it was loaded at, because the branch may have moved since. */
async function commitOf(repository: RepositoryKey, codeLocation: CodeLocation): Promise<string | null> {
  if (isCommitId(codeLocation.branchName)) return codeLocation.branchName;
  const file = queryClient.getQueryData(fileQuery(repository, codeLocation).queryKey);
  if (file) return file.commit;
  const branches = await queryClient.fetchQuery(branchesQuery(repository));
  return branches.find((branch) => branch.name === codeLocation.branchName)?.oid ?? null;
}
