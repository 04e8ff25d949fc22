import { can } from "@cairn/contract/roles";
import { productDescriptionSchema } from "@cairn/contract/projects";
import { nameLimits, nameSchema, slugSchema } from "@cairn/contract/slugs";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { useProject } from "#web/features/projects/project-context.ts";
import {
  useDeleteProject,
  useUpdateProjectDescription,
  useUpdateProjectName,
  useUpdateProjectSlug,
} from "#web/features/projects/projects.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { useRouteParams } from "#web/lib/route-params.ts";
import { Button } from "#web/ui/button.tsx";
import { DangerCard } from "#web/ui/card.tsx";
import { OneFieldCard, ReadOnlyCard } from "#web/ui/one-field-card.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { TypedConfirmDialog } from "#web/ui/typed-confirm-dialog.tsx";

/** /o/:organizationId/p/:projectId/settings */
export function ProjectSettingsScreen() {
  const project = useProject();
  const { role } = useOrganization();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  usePageTitle("Product Settings", project.name);
  const navigate = useNavigate();
  const updateName = useUpdateProjectName(key);
  const updateSlug = useUpdateProjectSlug(key);
  const updateDescription = useUpdateProjectDescription(key);
  const blockedReason = can(role, "project.update") ? undefined : "Only an Owner or Admin can change this";
  return (
    <Page width="narrow">
      <PageHeader title="Product Settings" />
      <div className="flex flex-col gap-4">
        <OneFieldCard
          title="Product Name"
          note={`Please use ${nameLimits.softMax} characters at maximum`}
          value={project.name}
          schema={nameSchema}
          maxCount={nameLimits.max}
          softMaxCount={nameLimits.softMax}
          blockedReason={blockedReason}
          onSave={(name) => updateName.mutateAsync({ name })}
        />
        <OneFieldCard
          title="Product Description"
          description="Who uses it and what for. Answers and documents build on it."
          value={project.description ?? ""}
          schema={productDescriptionSchema}
          isMultiline
          maxCount={5000}
          note="100 to 5000 characters"
          onSave={(description) => updateDescription.mutateAsync({ description })}
        />
        <OneFieldCard
          title="Product Slug"
          description="Part of every address of this product. Links with the old slug stop working."
          value={project.slug}
          schema={slugSchema}
          isMono
          blockedReason={blockedReason}
          onSave={async (slug) => {
            const updated = await updateSlug.mutateAsync({ slug });
            await navigate({ to: href("projectSettings", { organizationId, projectId: updated }), replace: true });
          }}
        />
        <ReadOnlyCard title="Product ID" description="Support may ask for it." value={project.projectId} />
        <ReadOnlyCard
          title="Organization ID"
          description="Support may ask for it."
          value={project.organization.organizationId}
        />
        {can(role, "project.delete") && <DeleteProductCard project={key} name={project.name} />}
      </div>
    </Page>
  );
}

function DeleteProductCard({ project, name }: { project: ProjectKey; name: string }) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteProject(project);
  const leave = () => void navigate({ to: href("projects", { organizationId: project.organizationId }) });
  return (
    <>
      <DangerCard
        title="Delete Product"
        description="Deletes its services, documents, chats and repositories. This cannot be undone."
        action={
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            Delete Product
          </Button>
        }
      />
      <TypedConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Delete ${name}?`}
        description="Its services, documents, chats and repositories are deleted for everybody. This cannot be undone."
        expected={name}
        confirmLabel={`Delete ${name}`}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: leave })}
      />
    </>
  );
}
