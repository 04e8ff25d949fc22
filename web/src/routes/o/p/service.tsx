import type { Service } from "@cairn/contract/services";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { ServiceCode } from "#web/features/code-graph/service-code.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { CommandsCard } from "#web/features/service-commands/commands-card.tsx";
import { RepositoryCard } from "#web/features/services/repository-card.tsx";
import { ServiceFields } from "#web/features/services/service-fields.tsx";
import { useDeleteService } from "#web/features/services/services.api.ts";
import { toNamedService } from "#web/features/services/taken-names.ts";
import { useServiceForm } from "#web/features/services/use-service-form.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { TypedConfirmDialog } from "#web/ui/confirmation/typed-confirm-dialog.tsx";
import { ReadOnlyCard } from "#web/ui/form/single-field-card.tsx";
import { DangerCard, SettingsCard } from "#web/ui/layout/card.tsx";
import { EmptyState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/services/:serviceId */
export function ServiceScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "", serviceId } = useRouteParams();
  const key = { organizationId, projectId };
  const service = project.services.find((candidate) => candidate.serviceId === serviceId);
  usePageTitle(service?.name ?? "Service", project.name);
  return (
    <Page width="narrow">
      <PageHeader title={service?.name ?? "Service"} description={service?.description} />
      {service ? (
        <div className="flex flex-col gap-4">
          {service.repository && <RepositoryCard project={key} service={service} repository={service.repository} />}
          <ServiceDetails key={service.serviceId} project={key} service={service} />
          {service.repository && (
            <CommandsCard key={`commands-${service.serviceId}`} service={{ ...key, serviceId: service.serviceId }} />
          )}
          {service.repository && (
            <ServiceCode key={`code-${service.serviceId}`} project={key} serviceId={service.serviceId} />
          )}
          <ReadOnlyCard title="Service ID" description="Support may ask for it." value={service.serviceId} />
          <DeleteServiceCard project={key} service={service} />
        </div>
      ) : (
        <EmptyState
          title="Service not found"
          text="It may have been deleted."
          action={<ButtonLink href={href("services", key)}>All services</ButtonLink>}
        />
      )}
    </Page>
  );
}

function ServiceDetails({ project, service }: { project: ProjectKey; service: Service }) {
  const form = useServiceForm(project, service);
  const others = useProject().services.filter(({ serviceId }) => serviceId !== service.serviceId);
  return (
    <SettingsCard title="Details">
      <ServiceFields
        form={form}
        project={project}
        others={others.map(toNamedService)}
        isRepositoryRequired={false}
        submitLabel="Save"
        isDirtyOnly
      />
    </SettingsCard>
  );
}

function DeleteServiceCard({ project, service }: { project: ProjectKey; service: Service }) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteService(project);
  return (
    <>
      <DangerCard
        title="Delete Service"
        description="Deletes the service and its documents. A repository no other service uses goes with it."
        action={
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            Delete Service
          </Button>
        }
      />
      <TypedConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Delete ${service.name}?`}
        description="Its documents are deleted too. This cannot be undone."
        expected={service.name}
        confirmLabel={`Delete ${service.name}`}
        isBusy={remove.isPending}
        onConfirm={() =>
          remove.mutate(service.serviceId, { onSuccess: () => void navigate({ to: href("services", { ...project }) }) })
        }
      />
    </>
  );
}
