import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { StackIcon } from "@phosphor-icons/react/dist/csr/Stack";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";

import { useProject } from "#web/features/projects/project-context.ts";
import { ServiceList } from "#web/features/services/service-list.tsx";
import { servicesQuery } from "#web/features/services/services.api.ts";
import { toNamedService } from "#web/features/services/taken-names.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { usePageNumber, useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";

/** The form is loaded when it is opened. */
const CreateServiceDialog = lazy(() =>
  import("#web/features/services/create-service-dialog.tsx").then((module) => ({
    default: module.CreateServiceDialog,
  })),
);

/** /o/:organizationId/p/:projectId/services */
export function ServicesScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  usePageTitle("Services", project.name);
  const services = useQuery(servicesQuery(key, usePageNumber()));
  // After creating a product for existing code, the user is sent here to connect it.
  const isSentToCreate = useSearchParams().create !== undefined;
  const [isCreating, setIsCreating] = useState(isSentToCreate);
  const navigate = useNavigate();
  const address = href("services", key);
  // Removes the parameter, so that a reload shows the list.
  useEffect(() => {
    if (isSentToCreate) void navigate({ to: address, replace: true });
  }, [isSentToCreate, navigate, address]);
  const create = (
    <Button variant="primary" icon={<PlusIcon className="size-4" />} onClick={() => setIsCreating(true)}>
      Create Service
    </Button>
  );
  return (
    <Page>
      <PageHeader
        title="Services"
        description="The parts of this product, and the code behind each."
        actions={services.data && services.data.total > 0 && create}
      />
      {services.isError && (
        <ErrorState message={errorMessage(services.error)} onRetry={() => void services.refetch()} />
      )}
      {services.isPending && (
        <Loading what="services">
          <SkeletonRows className="h-14" />
        </Loading>
      )}
      {services.data?.total === 0 && (
        <EmptyState
          icon={<StackIcon className="size-5" />}
          title="No Services yet"
          text="Add the first part of your product, with its repository."
          action={create}
        />
      )}
      {services.data && services.data.total > 0 && (
        <>
          <ServiceList project={key} services={services.data.content} isReindexable />
          <Pagination {...services.data} href={address} />
        </>
      )}
      {isCreating && (
        <Suspense>
          <CreateServiceDialog
            project={key}
            others={project.services.map(toNamedService)}
            isOpen
            onOpenChange={setIsCreating}
          />
        </Suspense>
      )}
    </Page>
  );
}
