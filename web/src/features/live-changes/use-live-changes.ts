import type { Organization } from "@cairn/contract/organizations";
import type { Project } from "@cairn/contract/projects";
import { useEffect } from "react";

import type { ChangedTasks } from "#web/features/tasks/changed-tasks.api.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { setFollowed } from "#web/lib/live/followed-projects.ts";
import { followOwnPresence, setToldPresence } from "#web/lib/live/presence.ts";
import { openSocket } from "#web/lib/live/socket.ts";
import { noteDeleted } from "#web/lib/live/who-deleted.ts";

import type { Stale } from "./change-state.ts";
import { followChanges } from "./follow-changes.ts";
import type { ProductNames } from "./stale-queries.ts";

/** Where each product of this tab was left. */
const lastNumbers = new Map<string, number>();

/** Loaded with the first news: most pages show no task. News come in order, also while it is loaded. */
async function applyLater(news: ChangedTasks, productNames: readonly string[]): Promise<void> {
  try {
    const { applyChangedTasks } = await import("#web/features/tasks/changed-tasks.api.ts");
    applyChangedTasks(news, productNames);
  } catch {
    // A tab that is older than the server finds its parts no more. What it shows is then asked for again.
    await queryClient.invalidateQueries();
  }
}

/** Loaded with the first news too: it knows the calls of every page. */
async function refreshLater(stale: Stale, names: ProductNames): Promise<void> {
  const changes = stale.kind === "changes" ? stale.changes : [];
  for (const { id, operation, by } of changes) if (operation === "deleted" && by) noteDeleted(id, by);
  const { isStale } = await import("./stale-queries.ts").catch(() => ({ isStale: () => true }));
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey, stale, names) });
}

/** While a product is shown, what is shown of it follows its changes. */
export function useLiveChanges(
  organization: Organization,
  project: Pick<Project, "projectId" | "slug"> | undefined,
): void {
  const { organizationId, slug: organizationSlug } = organization;
  const { projectId, slug: projectSlug } = project ?? {};
  useEffect(() => {
    if (!projectId || !projectSlug) return;
    const names = { organization: [organizationId, organizationSlug], project: [projectId, projectSlug] };
    setFollowed(names.project, true);
    const following = followChanges({
      projectId,
      after: lastNumbers.get(projectId) ?? null,
      open: openSocket,
      onTasks: (news) => void applyLater(news, names.project),
      onPresence: setToldPresence,
      refresh: (stale) => refreshLater(stale, names),
    });
    const stopShowing = followOwnPresence(following.show);
    window.addEventListener("online", following.wake);
    document.addEventListener("visibilitychange", following.wake);
    return () => {
      window.removeEventListener("online", following.wake);
      document.removeEventListener("visibilitychange", following.wake);
      setFollowed(names.project, false);
      stopShowing();
      setToldPresence(null);
      const last = following.stop();
      if (last !== null) lastNumbers.set(projectId, last);
    };
  }, [organizationId, organizationSlug, projectId, projectSlug]);
}
