import type { searchContext } from "@cairn/contract/artifacts";
import type { OutputOf } from "@cairn/contract/endpoint";
import type { CodeHit } from "@cairn/contract/search";
import { CodeIcon } from "@phosphor-icons/react/dist/csr/Code";
import { FileTextIcon } from "@phosphor-icons/react/dist/csr/FileText";

import { href } from "#web/lib/paths.ts";

import type { Command } from "./command-groups.ts";

type PageHit = OutputOf<typeof searchContext>["content"][number];

interface Found {
  organizationId: string | undefined;
  projectId: string | undefined;
  pages: readonly PageHit[];
  code: readonly CodeHit[];
}

const maxPages = 4;
const maxCode = 6;

/** What a search found as commands: pages open, code opens at its lines. A page appears once, with its best section. */
export function searchCommands({ organizationId, projectId, pages, code }: Found): Command[] {
  const pageCommands = distinct(pages, ({ artifact }) => artifact.artifactId, maxPages).map(
    ({ artifact, sectionTitle }) => ({
      key: `page-${artifact.artifactId}`,
      group: "Search Results" as const,
      label: artifact.title,
      detail: sectionTitle ?? undefined,
      icon: <FileTextIcon className="size-4" />,
      href: href("artifact", { organizationId, projectId, artifactId: artifact.artifactId }),
    }),
  );
  const codeCommands = distinct(code, (hit) => `${hit.repositoryId}:${hit.path}:${hit.startLine}`, maxCode).map(
    (hit) => {
      const name = hit.path.slice(hit.path.lastIndexOf("/") + 1);
      const { repositorySlug, branch, startLine, endLine } = hit;
      return {
        key: `code-${hit.repositoryId}-${hit.path}-${startLine}`,
        group: "Search Results" as const,
        label: hit.symbol ? hit.symbol.name : name,
        detail: `${hit.path}:${startLine}`,
        icon: <CodeIcon className="size-4" />,
        href: href("repositoryFile", {
          organizationId,
          projectId,
          repositorySlug,
          branchName: branch,
          _splat: hit.path,
        }),
        hash: startLine === endLine ? `L${startLine}` : `L${startLine}-L${endLine}`,
      };
    },
  );
  return [...pageCommands, ...codeCommands];
}

/** The first of each kind, in the order they came. */
function distinct<T>(hits: readonly T[], keyOf: (hit: T) => string, count: number): T[] {
  return hits.filter((hit, index) => hits.findIndex((other) => keyOf(other) === keyOf(hit)) === index).slice(0, count);
}
