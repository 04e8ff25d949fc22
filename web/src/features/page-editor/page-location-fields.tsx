import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";

import { usePages } from "#web/features/pages/api/artifacts.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { servicesQuery } from "#web/features/services/services.api.ts";
import { Field, controlClass } from "#web/ui/form/field.tsx";

const Select = lazy(() => import("#web/ui/form/select.tsx").then((module) => ({ default: module.Select })));
const SearchSelect = lazy(() =>
  import("#web/ui/form/search-select.tsx").then((module) => ({ default: module.SearchSelect })),
);

/** Where a new page is created, by ids; null for what it does not belong to. */
export interface NewPageLocation {
  projectId: string | null;
  serviceId: string | null;
  parentArtifactId: string | null;
}

interface PageLocationFieldsProps {
  project: ProjectKey;
  organizationName: string;
  product: { projectId: string; name: string };
  location: NewPageLocation;
  onLocationChange: (location: NewPageLocation) => void;
}

const organizationKey = "organization";
const productKey = "product";
/** At the top level, without a parent page. */
const topKey = "top";

/** The owner of a new page (the organization, the product or one of its services) and its parent page. */
export function PageLocationFields({
  project,
  organizationName,
  product,
  location,
  onLocationChange,
}: PageLocationFieldsProps) {
  const services = useQuery(servicesQuery(project)).data?.content ?? [];
  const { pages } = usePages(project.organizationId);
  const siblings = pages.filter(
    ({ projectId, serviceId }) => projectId === location.projectId && serviceId === location.serviceId,
  );
  const owner = location.serviceId ?? (location.projectId === null ? organizationKey : productKey);
  const chooseOwner = (key: string) => {
    if (key === owner) return;
    const projectId = key === organizationKey ? null : product.projectId;
    const serviceId = key === organizationKey || key === productKey ? null : key;
    onLocationChange({ projectId, serviceId, parentArtifactId: null });
  };
  return (
    <fieldset className="mt-4 grid grid-cols-1 gap-4 sm:grid-cols-2">
      <legend className="sr-only">Place of the page</legend>
      <Suspense fallback={<Placeholder label="Belongs to" />}>
        <Select
          label="Belongs to"
          options={[
            { value: organizationKey, label: organizationName },
            { value: productKey, label: product.name },
            ...services.map(({ serviceId, name }) => ({ value: serviceId, label: `Service ${name}` })),
          ]}
          value={owner}
          onValueChange={chooseOwner}
        />
      </Suspense>
      <Suspense fallback={<Placeholder label="Below" />}>
        <SearchSelect
          label="Below"
          items={[
            { key: topKey, label: "At the top" },
            ...siblings.map(({ artifactId, title }) => ({ key: artifactId, label: title })),
          ]}
          value={location.parentArtifactId ?? topKey}
          onValueChange={(key) => onLocationChange({ ...location, parentArtifactId: key === topKey ? null : key })}
          searchPlaceholder="Find a page…"
          emptyText="No page of this name"
        />
      </Suspense>
    </fieldset>
  );
}

function Placeholder({ label }: { label: string }) {
  return <Field label={label}>{({ id }) => <div id={id} className={`${controlClass} control`} />}</Field>;
}
