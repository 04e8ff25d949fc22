import type { Service } from "@cairn/contract/services";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { EmptyState } from "#web/ui/layout/empty-state.tsx";

import { ServiceList } from "./service-list.tsx";

const shownCount = 6;

/** The first services of a product, with the way to all of them. */
export function ServiceSummary({ project, services }: { project: ProjectKey; services: readonly Service[] }) {
  return (
    <section aria-labelledby="services-heading">
      <div className="mb-3 flex h-8 items-center justify-between">
        <h2 id="services-heading" className="text-base font-semibold">
          Services
        </h2>
        <ButtonLink href={href("services", { ...project })} variant="ghost" size="sm">
          {services.length > shownCount ? `All ${services.length} services` : "All services"}
        </ButtonLink>
      </div>
      {services.length > 0 ? (
        <ServiceList project={project} services={services.slice(0, shownCount)} />
      ) : (
        <EmptyState title="No Services yet" />
      )}
    </section>
  );
}
