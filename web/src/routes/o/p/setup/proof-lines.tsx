import type { ServiceProposal } from "@cairn/contract/architecture";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { lineHash } from "#web/ui/code/line-range.ts";

interface ProofLinesProps {
  project: ProjectKey;
  proposal: ServiceProposal;
}

/** The lines that prove a service, each by its file's name alone; the whole path is its tooltip and its name. */
export function ProofLines({ project, proposal: { name, repositorySlug, evidence } }: ProofLinesProps) {
  return (
    <ul aria-label={`Lines that prove ${name}`} className="flex flex-wrap gap-1 empty:hidden">
      {evidence.map(({ commit, path, startLine, endLine }, at) => (
        <li key={`${path} ${startLine}`} className="flex min-w-0">
          <Link
            href={href("repositoryFile", { ...project, repositorySlug, branchName: commit, _splat: path })}
            hash={lineHash({ start: startLine, end: endLine })}
            aria-label={`${path}:${startLine}`}
            title={path}
            className="inline-flex min-h-5 min-w-0 items-center rounded-sm border border-line bg-surface-3 px-1.5 font-mono text-xs text-accent-text hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center"
          >
            <span className="truncate">
              {evidence[at - 1]?.path === path ? "" : path.slice(path.lastIndexOf("/") + 1)}
            </span>
            {`:${startLine}`}
          </Link>
        </li>
      ))}
    </ul>
  );
}
