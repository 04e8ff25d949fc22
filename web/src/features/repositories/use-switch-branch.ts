import { useNavigate } from "@tanstack/react-router";

import { isDenied, queryClient } from "#web/lib/query-client.ts";
import { showToast } from "#web/ui/toast-manager.ts";

import type { CodeLinks } from "./code-links.ts";
import { findNearestPath } from "./nearest-path.ts";
import { folderQuery } from "./repositories.api.ts";
import type { CodePlace, RepositoryKey } from "./repositories.api.ts";

/** Goes to another branch and stays at the path if it exists there; else goes to its nearest folder and says so. */
export function useSwitchBranch(
  repository: RepositoryKey,
  place: CodePlace,
  { links, search }: { links: CodeLinks; search: Record<string, string> },
): (branchName: string) => Promise<void> {
  const navigate = useNavigate();
  return async (branchName) => {
    const path = await findNearestPath(place.path, async (folder) => {
      try {
        const listed = await queryClient.fetchQuery(folderQuery(repository, { branchName, path: folder }));
        return (listed.children ?? []).map((item) => item.path);
      } catch (error) {
        // What goes wrong otherwise is shown where the path would be.
        return isDenied(error) ? null : [place.path];
      }
    });
    if (path !== place.path) {
      showToast({
        kind: "success",
        title: `Not on ${branchName}: ${place.path}`,
        description: `${path || "The top folder"} is shown instead.`,
      });
    }
    await navigate({ to: links.hrefAt(branchName, path), search: path === place.path ? search : {} });
  };
}
