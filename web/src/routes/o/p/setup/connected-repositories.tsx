import type { Repository } from "@cairn/contract/repositories";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { branchesQuery, repositoryName } from "#web/features/repositories/repositories.api.ts";
import { useUpdateMainBranch } from "#web/features/repository-settings/repository-settings.api.ts";
import { IndexState } from "#web/features/services/index-state.tsx";
import { SearchSelect } from "#web/ui/form/search-select.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";

interface ConnectedRepositoriesProps {
  project: ProjectKey;
  repositories: readonly Repository[];
}

/** Each repository with its main branch, to be corrected, and how far it is. */
export function ConnectedRepositories({ project, repositories }: ConnectedRepositoriesProps) {
  return (
    <List label="Repositories">
      {repositories.map((repository) => (
        <ListRow
          key={repository.repositoryId}
          icon={<GitBranchIcon className="size-4" />}
          title={repositoryName(repository)}
          description={
            <span className="wrap-anywhere whitespace-normal">
              <span className="font-mono">{repository.mainBranch}</span>
              {repository.indexing.error && <span className="text-danger-text"> · {repository.indexing.error}</span>}
            </span>
          }
          meta={<IndexState indexing={repository.indexing} />}
          isMetaLong
          actions={repository.indexing.state === "ready" && <MainBranch project={project} repository={repository} />}
        />
      ))}
    </List>
  );
}

/** Another branch of the repository as the one that is read; nothing to choose where there is one alone. */
function MainBranch({ project, repository }: { project: ProjectKey; repository: Repository }) {
  const key = { ...project, repositoryId: repository.repositoryId };
  const branches = useQuery(branchesQuery(key)).data ?? [];
  const update = useUpdateMainBranch(key);
  if (branches.length < 2) return null;
  return (
    <div className="w-36">
      <SearchSelect
        label={`Main branch of ${repositoryName(repository)}`}
        isLabelHidden
        isMono
        searchPlaceholder="Find a branch"
        emptyText="No branches"
        items={branches.map(({ name }) => ({ key: name, label: name }))}
        value={update.isPending ? update.variables : repository.mainBranch}
        onValueChange={(name) => name !== repository.mainBranch && update.mutate(name)}
      />
    </div>
  );
}
