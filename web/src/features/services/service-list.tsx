import type { Service } from "@cairn/contract/services";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { List, ListRow } from "#web/ui/list/list.tsx";

import { IndexState } from "./index-state.tsx";
import { ReindexButton } from "./reindex-button.tsx";
import { ServiceTypeIcon, serviceTypeLabel } from "./service-type.tsx";

interface ServiceListProps {
  project: ProjectKey;
  services: readonly Service[];
  /** Shows Reindex in each row. */
  isReindexable?: boolean;
}

/** Services as rows: type, repository, working path, state of the index. */
export function ServiceList({ project, services, isReindexable = false }: ServiceListProps) {
  return (
    <List label="Services">
      {services.map((service) => (
        <ListRow
          key={service.serviceId}
          href={href("service", { ...project, serviceId: service.serviceId })}
          icon={<ServiceTypeIcon type={service.type} />}
          title={service.name}
          description={<ServiceLine service={service} />}
          isMetaLong
          meta={service.repository && <IndexState indexing={service.repository.indexing} />}
          actions={
            isReindexable &&
            service.repository && (
              <ReindexButton project={project} service={service} indexing={service.repository.indexing} isInRow />
            )
          }
        />
      ))}
    </List>
  );
}

/** One line when there is space beside the state; the repository is truncated first, because most rows share it. */
function ServiceLine({ service: { type, repository, workingPath } }: { service: Service }) {
  const repositoryName = repository && [repository.owner, repository.repo].filter(Boolean).join("/");
  return (
    <span className="max-sm:wrap-anywhere max-sm:whitespace-normal sm:flex sm:gap-1">
      <span className="shrink-0">{serviceTypeLabel(type)}</span>{" "}
      {repositoryName && <span className="min-w-0 truncate max-sm:contents">· {repositoryName}</span>}{" "}
      {repository && workingPath !== "/" && (
        <span className="max-w-3/4 shrink-0 truncate max-sm:contents">· {workingPath}</span>
      )}
    </span>
  );
}
