import type { Repository } from "@cairn/contract/repositories";
import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { IconLink } from "#web/ui/action/icon-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { Badge } from "#web/ui/display/badge.tsx";

import { repositoryName } from "./repositories.api.ts";

interface RepositoryListProps {
  project: ProjectKey;
  repositories: readonly Repository[];
  /** Renders the index state of a repository. */
  renderState: (repository: Repository) => ReactNode;
}

/** Repositories with the state of their index, errors and files that failed. */
export function RepositoryList({ project, repositories, renderState }: RepositoryListProps) {
  return (
    <ul aria-label="Repositories" className="divide-y divide-line-subtle rounded-lg border border-line bg-surface-2">
      {repositories.map((repository) => (
        <li key={repository.repositoryId} className="flex items-start gap-2 py-3 pr-2 pl-3 md:pl-4">
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <Link
                href={href("repositoryFile", {
                  ...project,
                  repositorySlug: repository.slug,
                  branchName: repository.mainBranch,
                  _splat: "",
                })}
                className="min-w-0 truncate rounded-sm text-base font-medium hover:underline"
              >
                {repositoryName(repository)}
              </Link>
              {repository.isReadOnly && <Badge>Read-only</Badge>}
              <span className="tabular-nums md:ml-auto">{renderState(repository)}</span>
            </div>
            <p className="mt-1 flex min-w-0 items-center gap-1.5 text-sm text-ink-3">
              <GitBranchIcon aria-hidden className="size-3.5 shrink-0" />
              <span className="max-w-60 truncate">{repository.mainBranch}</span>
              {repository.url && <span className="min-w-0 truncate">· {repository.url}</span>}
            </p>
            {repository.indexing.error && (
              <p className="mt-2 text-sm break-words text-danger-text">{repository.indexing.error}</p>
            )}
            <FailedFiles {...repository.indexing} />
          </div>
          <IconLink
            href={href("repositorySettings", { ...project, repositorySlug: repository.slug })}
            label={`Settings of ${repository.repo}`}
            tooltipText="Settings"
            icon={<GearSixIcon aria-hidden className="size-4" />}
          />
        </li>
      ))}
    </ul>
  );
}

function FailedFiles({ failedFileCount, failedFiles }: Repository["indexing"]) {
  if (failedFileCount === 0) return null;
  const unnamed = failedFileCount - failedFiles.length;
  return (
    <details className="mt-2 text-sm">
      <summary className="w-fit rounded-sm text-warning-text">
        {failedFileCount === 1
          ? "1 file could not be read in full"
          : `${failedFileCount} files could not be read in full`}
      </summary>
      <ul className="mt-1.5 flex max-h-60 flex-col gap-1 overflow-y-auto pl-3.5">
        {failedFiles.map((file) => (
          <li key={file.path} className="break-words text-ink-3">
            <span className="font-mono text-xs text-ink-2">{file.path}</span> {file.reason}
          </li>
        ))}
        {unnamed > 0 && <li className="text-ink-3">and {unnamed} more</li>}
      </ul>
    </details>
  );
}
