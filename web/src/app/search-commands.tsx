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

/** What a search found as commands: pages open, code opens at its lines. A page appears once for each section. */
export function searchCommands({ organizationId, projectId, pages, code }: Found): Command[] {
  const pageCommands = pages.map(({ artifact, sectionTitle }) => ({
    key: `page-${artifact.artifactId}-${sectionTitle ?? ""}`,
    group: "Search Results" as const,
    label: artifact.title,
    detail: sectionTitle ?? undefined,
    icon: <FileTextIcon className="size-4" />,
    href: href("artifact", { organizationId, projectId, artifactId: artifact.artifactId }),
  }));
  const codeCommands = code.map((hit) => {
    const name = hit.path.slice(hit.path.lastIndexOf("/") + 1);
    const { repositorySlug, branch, startLine, endLine } = hit;
    return {
      key: `code-${hit.repositoryId}-${hit.path}-${startLine}`,
      group: "Search Results" as const,
      label: hit.symbol ? hit.symbol.name : name,
      detail: `${hit.path}:${startLine}`,
      icon: <CodeIcon className="size-4" />,
      href: href("repositoryFile", { organizationId, projectId, repositorySlug, branchName: branch, _splat: hit.path }),
      hash: startLine === endLine ? `L${startLine}` : `L${startLine}-L${endLine}`,
    };
  });
  return [...new Map([...pageCommands, ...codeCommands].map((command) => [command.key, command])).values()];
}
