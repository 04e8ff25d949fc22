import type { Repository } from "@cairn/contract/repositories";
import type { Service } from "@cairn/contract/services";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoryName } from "#web/features/repositories/repositories.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";

interface FailedIndexesProps {
  project: ProjectKey;
  services: readonly Service[];
  /** What still rests on the former index, as its sentence begins. */
  kept?: string;
}

/** Banners for failed indexes, one per repository, with its address and how many services it is the code of. */
export function FailedIndexes({ project, services, kept = "Documents and answers stay" }: FailedIndexesProps) {
  const failed = Map.groupBy(
    services.flatMap(({ name, repository }) => (repository?.indexing.state === "failed" ? [{ name, repository }] : [])),
    ({ repository }) => repository.repositoryId,
  );
  return [...failed].map(([repositoryId, users]) => {
    const [first] = users;
    return (
      first && (
        <FailedIndex
          key={repositoryId}
          project={project}
          repository={first.repository}
          names={users.map(({ name }) => name)}
          kept={kept}
        />
      )
    );
  });
}

interface FailedIndexProps {
  project: ProjectKey;
  repository: Repository;
  /** Of the services whose code it has. */
  names: readonly string[];
  kept: string;
}

function FailedIndex({ project, repository, names, kept }: FailedIndexProps) {
  const { indexing, url } = repository;
  const [only, ...others] = names;
  const users = others.length === 0 ? `The service ${only} has its code` : `${names.length} services have their code`;
  return (
    <div role="alert">
      <Banner
        tone="danger"
        title={`The code of ${repositoryName(repository)} could not be indexed`}
        action={
          <ButtonLink size="sm" href={href("repositories", { ...project })}>
            Repositories
          </ButtonLink>
        }
      >
        {indexing.error} {users} there{url !== null && <span className="wrap-anywhere"> ({url})</span>}.
        {indexing.commit && ` ${kept} as they were when it was read last.`}
      </Banner>
    </div>
  );
}
