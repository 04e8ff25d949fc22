import { can } from "@cairn/contract/roles";
import { nameLimits, nameSchema, slugSchema } from "@cairn/contract/slugs";
import { validation } from "@cairn/contract/texts";
import { useNavigate } from "@tanstack/react-router";

import { WebhooksCard } from "#web/features/event-hooks/webhooks-card.tsx";
import { DefaultEngineCard } from "#web/features/implementations/default-engine-card.tsx";
import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { MergingCard } from "#web/features/projects/merging-card.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import {
  useDeleteProject,
  useResetProject,
  useUpdateProjectName,
  useUpdateProjectSlug,
} from "#web/features/projects/projects.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { stripMarkdown } from "#web/lib/text/strip-markdown.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { TypedDangerCard } from "#web/ui/confirmation/typed-danger-card.tsx";
import { SingleFieldCard, ReadOnlyCard } from "#web/ui/form/single-field-card.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/settings */
export function ProjectSettingsScreen() {
  const project = useProject();
  const { role } = useOrganization();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  usePageTitle("Product Settings", project.name);
  const navigate = useNavigate();
  const updateName = useUpdateProjectName(key);
  const updateSlug = useUpdateProjectSlug(key, (updated) =>
    navigate({ to: href("projectSettings", { organizationId, projectId: updated }), replace: true }),
  );
  const blockedReason = can(role, "project.update") ? undefined : "Only an Owner or Admin can change this";
  return (
    <Page width="narrow">
      <PageHeader title="Product Settings" />
      <div className="flex flex-col gap-4">
        <SingleFieldCard
          title="Product Name"
          note={validation.nameSoftLimit}
          value={project.name}
          schema={nameSchema}
          maxCount={nameLimits.max}
          softMaxCount={nameLimits.softMax}
          blockedReason={blockedReason}
          onSave={(name) => updateName.mutateAsync({ name })}
        />
        <SettingsCard
          title="Product Description"
          description="Who uses it and what for. Answers and documents build on it."
          action={<ButtonLink href={href("description", key)}>Open Product Description</ButtonLink>}
        >
          <p className="line-clamp-3 text-sm text-ink-2">{stripMarkdown(project.description ?? "") || "None yet."}</p>
        </SettingsCard>
        <SingleFieldCard
          title="Product Slug"
          description="Part of every address of this product. Links with the old slug stop working."
          value={project.slug}
          schema={slugSchema}
          isMono
          blockedReason={blockedReason}
          onSave={(slug) => updateSlug.mutateAsync({ slug })}
        />
        <DefaultEngineCard project={key} blockedReason={blockedReason} />
        <MergingCard
          project={key}
          method={project.mergeMethod}
          through={project.mergePath}
          blockedReason={blockedReason}
        />
        {can(role, "project.update") && <WebhooksCard project={key} />}
        {project.sshKey !== null && (
          <ReadOnlyCard
            title="SSH key"
            description="Public half of this product's key. Add it at a code host as a deploy key to connect repositories by SSH."
            value={project.sshKey}
          />
        )}
        <ReadOnlyCard title="Product ID" description="Support may ask for it." value={project.projectId} />
        <ReadOnlyCard
          title="Organization ID"
          description="Support may ask for it."
          value={project.organization.organizationId}
        />
        {can(role, "project.reset") && <ResetContextCard project={key} name={project.name} />}
        {can(role, "project.delete") && <DeleteProductCard project={key} name={project.name} />}
      </div>
    </Page>
  );
}

function ResetContextCard({ project, name }: { project: ProjectKey; name: string }) {
  const reset = useResetProject(project);
  return (
    <TypedDangerCard
      title="Reset Project Context"
      description="Deletes every document and index of this product and builds them again from the code."
      question={`Reset the context of ${name}?`}
      warning="Its documents are deleted for everybody, with what was written by hand. Code, chats and settings stay."
      expected="reset"
      confirmLabel="Reset Project Context"
      onConfirm={() => reset.mutateAsync()}
    />
  );
}

function DeleteProductCard({ project, name }: { project: ProjectKey; name: string }) {
  const navigate = useNavigate();
  const remove = useDeleteProject(project, () =>
    navigate({ to: href("projects", { organizationId: project.organizationId }) }),
  );
  return (
    <TypedDangerCard
      title="Delete Product"
      description="Deletes its services, documents, chats and repositories. This cannot be undone."
      question={`Delete ${name}?`}
      warning="Its services, documents, chats and repositories are deleted for everybody. This cannot be undone."
      expected={name}
      confirmLabel={`Delete ${name}`}
      onConfirm={() => remove.mutateAsync()}
    />
  );
}
