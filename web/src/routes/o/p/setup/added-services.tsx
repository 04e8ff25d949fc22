import { isProvisional } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { serviceTypeLabel, ServiceTypeIcon } from "#web/features/services/service-type.tsx";
import { placeOf } from "#web/features/services/taken-names.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { BrokenPath } from "#web/ui/display/broken-path.tsx";

interface AddedServicesProps {
  project: ProjectKey;
  services: readonly Service[];
}

/** Services that the product has, without what only stands for a repository until its code is read. */
export function AddedServices({ project, services }: AddedServicesProps) {
  const added = services.filter(({ description }) => !isProvisional(description));
  if (added.length === 0) return null;
  return (
    <section aria-labelledby="added-heading" className="mt-6">
      <h2 id="added-heading" className="mb-2 text-base font-semibold">
        {added.length === 1 ? "1 service added" : `${added.length} services added`}
      </h2>
      <ul
        aria-labelledby="added-heading"
        className="divide-y divide-line-subtle rounded-lg border border-line bg-surface-2"
      >
        {added.map(({ serviceId, name, type, repository, workingPath }) => (
          <li
            key={serviceId}
            className="grid items-center gap-x-3 gap-y-0.5 px-3 py-2 text-sm sm:grid-cols-[minmax(0,1fr)_6rem_minmax(0,1fr)] md:px-4"
          >
            <Link
              href={href("service", { ...project, serviceId })}
              dir="auto"
              className="justify-self-start rounded-sm text-base font-medium wrap-anywhere text-ink hover:underline pointer-coarse:py-2"
            >
              {name}
            </Link>
            <span className="flex items-center gap-1.5 text-ink-2">
              <ServiceTypeIcon type={type} />
              {serviceTypeLabel(type)}
            </span>
            {repository && (
              <span className="font-mono text-xs wrap-anywhere text-ink-3">
                <BrokenPath path={placeOf(repository.slug, workingPath)} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
