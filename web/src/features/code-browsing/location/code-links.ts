import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";

/** Views of a path; the view is in the query of the address, so that it can be linked to. */
const codeViews = ["code", "preview", "blame", "history", "changes"] as const;
export type CodeView = (typeof codeViews)[number];

/** Parses the view from the query; null when it names none. */
export function parseView(text: string | undefined): CodeView | null {
  return codeViews.find((view) => view === text) ?? null;
}

/** Addresses within one repository. */
export interface CodeLinks {
  /** Address of a path at the current branch or commit; "" is the root. */
  hrefOf: (path: string) => string;
  /** Address of a path at another branch or commit. */
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
