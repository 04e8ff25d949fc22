import { can } from "@cairn/contract/roles";
import type { Template } from "@cairn/contract/templates";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";

import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { projectsQuery } from "#web/features/projects/projects.api.ts";
import { serviceTypeLabel, serviceTypeOptions } from "#web/features/services/service-type.tsx";
import { TemplateForm } from "#web/features/templates/template-form.tsx";
import { TemplatePreview } from "#web/features/templates/template-preview.tsx";
import { describeScope } from "#web/features/templates/template-values.ts";
import {
  templateQuery,
  useChildTemplates,
  useDeleteTemplate,
  useUpdateTemplate,
} from "#web/features/templates/templates.api.ts";
import { errorMessage, isDenied } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { TypedDangerCard } from "#web/ui/confirmation/typed-danger-card.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

const UseTemplateDialog = lazy(() =>
  import("#web/features/templates/use-template-dialog.tsx").then((module) => ({ default: module.UseTemplateDialog })),
);

/** /o/:organizationId/templates/:templateId */
export function TemplateScreen() {
  const organization = useOrganization();
  const { templateId = "" } = useRouteParams();
  const template = useQuery(templateQuery(organization.organizationId, templateId));
  usePageTitle(template.data?.title ?? "Template");
  return (
    <Page width="narrow">
      {!template.data && <h1 className="sr-only">Template</h1>}
      {template.isError &&
        !template.data &&
        (isDenied(template.error) ? (
          <EmptyState
            title="Template not found"
            text="It may have been deleted."
            action={<ButtonLink href={href("templates", { organizationId: organization })}>All templates</ButtonLink>}
          />
        ) : (
          <ErrorState message={errorMessage(template.error)} onRetry={() => void template.refetch()} />
        ))}
      {template.isPending && (
        <Loading what="the template">
          <Skeleton className="h-96" />
        </Loading>
      )}
      {template.data && <TemplateParts key={templateId} template={template.data} />}
    </Page>
  );
}

function TemplateParts({ template }: { template: Template }) {
  const organization = useOrganization();
  const { organizationId } = organization;
  const canWrite = can(organization.role, "template.write");
  return (
    <>
      <PageHeader
        title={template.title}
        description={`${describeScope(template.scope, serviceTypeLabel)}${template.isBuiltIn ? " · comes with the product" : ""}`}
        actions={
          <>
            {canWrite && (
              <ButtonLink
                href={href("templateCreate", { organizationId: organization })}
                search={{ from: template.templateId }}
              >
                Make a copy
              </ButtonLink>
            )}
            {template.scope.type !== "child-template" && can(organization.role, "artifact.write") && (
              <UseTemplate template={template} />
            )}
          </>
        }
      />
      {template.isBuiltIn || !canWrite ? (
        <TemplatePreview organizationId={organizationId} template={template} />
      ) : (
        <OwnTemplate template={template} />
      )}
    </>
  );
}

function UseTemplate({ template }: { template: Template }) {
  const organization = useOrganization();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const projects = useQuery({ ...projectsQuery(organization.organizationId), enabled: isOpen });
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        Use template
      </Button>
      {isOpen && projects.data && (
        <Suspense>
          <UseTemplateDialog
            organizationId={organization.organizationId}
            template={template}
            projects={projects.data.content}
            isOpen
            onOpenChange={setIsOpen}
            onApplied={({ artifactId, project }) =>
              void navigate({
                to: href("artifact", { organizationId: organization, projectId: project, artifactId }),
              })
            }
          />
        </Suspense>
      )}
    </>
  );
}

function OwnTemplate({ template }: { template: Template }) {
  const organization = useOrganization();
  const { organizationId } = organization;
  const { templateId } = template;
  const navigate = useNavigate();
  const update = useUpdateTemplate(organizationId, templateId);
  const remove = useDeleteTemplate(organizationId, templateId);
  const childTemplates = useChildTemplates(organizationId).filter((one) => one.templateId !== templateId);
  return (
    <div className="flex flex-col gap-4">
      <SettingsCard title="Template">
        <TemplateForm
          template={template}
          serviceTypeOptions={serviceTypeOptions}
          childTemplates={childTemplates}
          submitLabel="Save"
          onSave={(input) => update.mutateAsync(input)}
        />
      </SettingsCard>
      <TypedDangerCard
        title="Delete Template"
        description="Pages that were made from it stay."
        question="Delete this template?"
        warning="Pages that were made from it stay. This cannot be undone."
        expected={template.title}
        confirmLabel="Delete Template"
        onConfirm={async () => {
          await remove.mutateAsync();
          void navigate({ to: href("templates", { organizationId: organization }) });
        }}
      />
    </div>
  );
}
