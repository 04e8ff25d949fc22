import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";

/** What is shown of a path; each has its place in the query, so that every one of them can be linked to. */
const codeViews = ["code", "preview", "blame", "history", "changes"] as const;
export type CodeView = (typeof codeViews)[number];

/** The view that a query asks for; null where it names none. */
export function parseView(text: string | undefined): CodeView | null {
  return codeViews.find((view) => view === text) ?? null;
}

/** Addresses within one repository. */
export interface CodeLinks {
  /** A path at the branch or commit that is read now; "" is the top. */
  hrefOf: (path: string) => string;
  /** A path at another branch or commit. */
  hrefAt: (branchName: string, path: string) => string;
}

export function createCodeLinks(
  { organizationId, projectId }: ProjectKey,
  repositorySlug: string,
  branchName: string,
): CodeLinks {
  const hrefAt = (branch: string, path: string) =>
    href("repositoryFile", { organizationId, projectId, repositorySlug, branchName: branch, _splat: path });
  return { hrefAt, hrefOf: (path) => hrefAt(branchName, path) };
}
