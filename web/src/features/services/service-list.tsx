import type { Service } from "@cairn/contract/services";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/paths.ts";
import { List, ListRow } from "#web/ui/list.tsx";

import { IndexState } from "./index-state.tsx";
import { ServiceTypeIcon, serviceTypeLabel } from "./service-type.tsx";

/** Services as rows: type, repository, state of the index. */
export function ServiceList({ project, services }: { project: ProjectKey; services: readonly Service[] }) {
  return (
    <List label="Services">
      {services.map((service) => (
        <ListRow
          key={service.serviceId}
          href={href("service", { ...project, serviceId: service.serviceId })}
          icon={<ServiceTypeIcon type={service.type} />}
          title={service.name}
          description={describeService(service)}
          isMetaLong
          meta={service.repository && <IndexState indexing={service.repository.indexing} />}
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
