import type { ServiceCommands } from "@cairn/contract/service-commands";
import type { Source } from "@cairn/contract/sources";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { lineHash } from "#web/ui/code/line-range.ts";

interface SourceLinkProps {
  project: ProjectKey;
  repository: ServiceCommands["repository"];
  source: Source;
}

/** The lines that something rests on, at the commit that they were read at. */
export function SourceLink({ project, repository, source }: SourceLinkProps) {
  const { path, startLine, endLine, commit } = source;
  const text = `${path}:${startLine}`;
  const { organizationId, projectId } = project;
  const repositorySlug = repository?.slug ?? "";
  return (
    <Link
      href={href("repositoryFile", { organizationId, projectId, repositorySlug, branchName: commit, _splat: path })}
      hash={lineHash({ start: startLine, end: endLine })}
      title={text}
      className="max-w-full min-w-0 py-0.5 font-mono text-xs wrap-anywhere text-accent-text hover:underline pointer-coarse:py-3"
    >
      {text}
    </Link>
  );
}
