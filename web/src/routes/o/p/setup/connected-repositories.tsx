import type { Repository } from "@cairn/contract/repositories";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { branchesQuery, repositoryName } from "#web/features/repositories/repositories.api.ts";
import { useUpdateMainBranch } from "#web/features/repository-settings/repository-settings.api.ts";
import { IndexState } from "#web/features/services/index-state.tsx";
import { SearchSelect } from "#web/ui/form/search-select.tsx";
import { List } from "#web/ui/list/list.tsx";

interface ConnectedRepositoriesProps {
  project: ProjectKey;
  repositories: readonly Repository[];
}

/** Each repository with its main branch, to be corrected, and how far it is. */
export function ConnectedRepositories({ project, repositories }: ConnectedRepositoriesProps) {
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
            <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-3">
              <IndexState indexing={repository.indexing} />
              <MainBranch project={project} repository={repository} />
            </div>
          </div>
        </li>
      ))}
    </List>
  );
}

/** The branch that is read; another one can be chosen where the repository has several. */
function MainBranch({ project, repository }: { project: ProjectKey; repository: Repository }) {
  const { mainBranch, indexing } = repository;
  const key = { ...project, repositoryId: repository.repositoryId };
  const branches = useQuery({ ...branchesQuery(key), enabled: indexing.state === "ready" }).data ?? [];
  const update = useUpdateMainBranch(key);
  if (branches.length < 2) return <span className="font-mono wrap-anywhere">{mainBranch}</span>;
  return (
    <div className="w-40 max-w-full">
      <SearchSelect
        label={`Main branch of ${repositoryName(repository)}`}
        isLabelHidden
        isMono
        searchPlaceholder="Find a branch"
        emptyText="No branches"
        items={branches.map(({ name }) => ({ key: name, label: name }))}
        value={update.isPending ? update.variables : mainBranch}
        onValueChange={(name) => name !== mainBranch && update.mutate(name)}
      />
    </div>
  );
}
