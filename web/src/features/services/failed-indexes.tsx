import type { Service } from "@cairn/contract/services";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";

/** Banners for failed indexes, one per repository, with a link to a service that uses it. */
export function FailedIndexes({ project, services }: { project: ProjectKey; services: readonly Service[] }) {
  const failed = new Map(
    services.flatMap((service) =>
      service.repository?.indexing.state === "failed" ? [[service.repository.repositoryId, service]] : [],
    ),
  );
  return [...failed].map(([repositoryId, service]) => (
    <div key={repositoryId} role="alert">
      <Banner
        tone="danger"
        title={`The code of ${service.name} could not be indexed`}
        action={
          <ButtonLink size="sm" href={href("service", { ...project, serviceId: service.serviceId })}>
            Open service
          </ButtonLink>
        }
      >
        {service.repository?.indexing.error}
        {service.repository?.indexing.commit && " Documents and answers stay as they were when it was read last."}
      </Banner>
    </div>
  ));
}
