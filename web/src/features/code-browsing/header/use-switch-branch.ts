import { useNavigate } from "@tanstack/react-router";

import { folderQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLocation } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { isDenied, queryClient } from "#web/lib/api/query-client.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";

import { findNearestPath } from "./nearest-path.ts";

/** Switches the branch and keeps the path if it exists there; otherwise opens the nearest folder and shows a toast. */
export function useSwitchBranch(
  repository: RepositoryKey,
  codeLocation: CodeLocation,
  { links, search }: { links: CodeLinks; search: Record<string, string> },
): (branchName: string) => Promise<void> {
  const navigate = useNavigate();
  return async (branchName) => {
    const path = await findNearestPath(codeLocation.path, async (folder) => {
      try {
        const listed = await queryClient.fetchQuery(folderQuery(repository, { branchName, path: folder }));
        return (listed.children ?? []).map((item) => item.path);
      } catch (error) {
        // Other errors are shown by the view of the path.
        return isDenied(error) ? null : [codeLocation.path];
      }
    });
    if (path !== codeLocation.path) {
      showToast({
        kind: "success",
        title: `Not on ${branchName}: ${codeLocation.path}`,
        description: `${path || "The top folder"} is shown instead.`,
      });
    }
    await navigate({ to: links.hrefAt(branchName, path), search: path === codeLocation.path ? search : {} });
  };
}
