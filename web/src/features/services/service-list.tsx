import type { Service } from "@cairn/contract/services";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/paths.ts";
import { List, ListRow } from "#web/ui/list.tsx";

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
          description={<span className="wrap-anywhere whitespace-normal">{describeService(service)}</span>}
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

function describeService({ type, repository, workingPath }: Service): string {
  const parts = [serviceTypeLabel(type)];
  if (repository) parts.push(repository.owner ? `${repository.owner}/${repository.repo}` : repository.repo);
  if (repository && workingPath !== "/") parts.push(workingPath);
  return parts.join(" · ");
}
