import type { Repository } from "@cairn/contract/repositories";
import type { Service } from "@cairn/contract/services";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { useOrganization } from "#web/features/organizations/organization-context.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { branchesQuery, repositoryName } from "#web/features/repositories/repositories.api.ts";
import { canChangeMainBranch, MainBranchCard } from "#web/features/repository-settings/main-branch-card.tsx";
import { IndexState } from "#web/features/services/index-state.tsx";
import { useReindexService } from "#web/features/services/services.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { List } from "#web/ui/list/list.tsx";

interface ConnectedRepositoriesProps {
  project: ProjectKey;
  repositories: readonly Repository[];
  /** Of the product: a repository is read again for one of its own. */
  services: readonly Service[];
}

/** Each repository with its main branch, to be corrected, and how far it is. */
export function ConnectedRepositories({ project, repositories, services }: ConnectedRepositoriesProps) {
  return (
    <List label="Repositories">
      {repositories.map((repository) => (
        <li key={repository.repositoryId} className="flex gap-3 px-3 py-3 md:px-4">
          <GitBranchIcon aria-hidden className="mt-1 size-4 shrink-0 text-ink-3" />
          <div className="min-w-0 flex-1">
            <p className="text-base font-medium wrap-anywhere text-ink">{repositoryName(repository)}</p>
            {repository.indexing.error && (
              <p className="text-sm wrap-anywhere text-danger-text">{repository.indexing.error}</p>
            )}
            <div className="mt-1 flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-3">
              <IndexState indexing={repository.indexing} hasPercent={repositories.length > 1} />
              <MainBranch project={project} repository={repository} />
              {repository.indexing.state === "failed" && (
                <ReadAgain project={project} repository={repository} services={services} />
              )}
            </div>
          </div>
        </li>
      ))}
    </List>
  );
}

/** For what failed: whoever has mended it, as by a first commit, goes on from here. */
function ReadAgain({
  project,
  repository,
  services,
}: { repository: Repository } & Omit<ConnectedRepositoriesProps, "repositories">) {
  const reindex = useReindexService(project);
  const service = services.find((one) => one.repository?.repositoryId === repository.repositoryId);
  if (!service) return null;
  return (
    <Button
      size="sm"
      aria-label={`Index again: ${repositoryName(repository)}`}
      isBusy={reindex.isPending}
      onClick={() => reindex.mutate(service.serviceId)}
    >
      Index again
    </Button>
  );
}

/** The branch that is read; another one can be chosen where the repository has several, as in its settings. */
function MainBranch({ project, repository }: { project: ProjectKey; repository: Repository }) {
  const { mainBranch, indexing, connection } = repository;
  const { role } = useOrganization();
  const [isOpen, setIsOpen] = useState(false);
  const key = { ...project, repositoryId: repository.repositoryId };
  const canChange = canChangeMainBranch(role, repository);
  const isRead = indexing.lastIndexedAt !== null;
  const branches = useQuery({ ...branchesQuery(key), enabled: canChange && indexing.state === "ready" }).data ?? [];
  return (
    <>
      {/* Of a repository of this server the first push tells it, and that is known once it is read. */}
      {(isRead || connection.type !== "internal") && <span className="font-mono wrap-anywhere">{mainBranch}</span>}
      {canChange && branches.length > 1 && (
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          aria-label={`Change the main branch of ${repositoryName(repository)}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          Change
        </Button>
      )}
      {canChange && isOpen && (
        <div className="w-full">
          <MainBranchCard repositoryKey={key} repository={repository} onSaved={() => setIsOpen(false)} />
        </div>
      )}
    </>
  );
}
