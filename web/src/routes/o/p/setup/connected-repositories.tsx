import type { Repository } from "@cairn/contract/repositories";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";

import { repositoryName } from "#web/features/repositories/repositories.api.ts";
import { IndexState } from "#web/features/services/index-state.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";

/** Each repository with its main branch and how far it is. */
export function ConnectedRepositories({ repositories }: { repositories: readonly Repository[] }) {
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
        />
      ))}
    </List>
  );
}
