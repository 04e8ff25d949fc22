import type { Project } from "@cairn/contract/projects";
import { can } from "@cairn/contract/roles";
import { LockIcon } from "@phosphor-icons/react/dist/csr/Lock";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";

import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { HostedRepositoryCard } from "#web/features/projects/hosted-repository-card.tsx";
import { ProjectForm } from "#web/features/projects/project-form.tsx";
import type { RepositoryChoice } from "#web/features/projects/project-form.tsx";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { EmptyState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/projects/create */
export function ProjectCreateScreen() {
  usePageTitle("Create Product");
  const organization = useOrganization();
  const navigate = useNavigate();
  const [hosted, setHosted] = useState<Project | null>(null);
  const goOn = (project: Project, repository: RepositoryChoice) => {
    const product = { organizationId: organization, projectId: project };
    if (repository === "new") setHosted(project);
    else void navigate({ to: href("services", product), search: { create: "true" } });
  };
  if (hosted) return <Created project={hosted} />;
  return (
    <Page width="narrow">
      <PageHeader title="Create Product" description={`A product of ${organization.name}.`} />
      {can(organization.role, "project.create") ? (
        <ProjectForm organizationId={organization.slug} hasRepositoryChoice onCreated={goOn} />
      ) : (
        <EmptyState
          icon={<LockIcon className="size-5" />}
          title="Only an Owner or Admin can create products"
          text="Ask one of them, or to be given that role."
          action={<ButtonLink href={href("members", { organizationId: organization })}>Members</ButtonLink>}
        />
      )}
    </Page>
  );
}

/** Shown after creating a product with a new repository: its clone addresses. */
function Created({ project }: { project: Project }) {
  usePageTitle(`${project.name} is ready`);
  const organization = useOrganization();
  const screenRef = useRef<HTMLDivElement>(null);
  // The removed form had the focus.
  useEffect(() => screenRef.current?.querySelector<HTMLElement>("h1")?.focus(), []);
  const key = { organizationId: organization.slug, projectId: project.slug };
  return (
    <div ref={screenRef} className="contents">
      <Page width="narrow">
        <PageHeader
          title={`${project.name} is ready`}
          actions={
            <ButtonLink href={href("project", key)} variant="primary">
              Open product
            </ButtonLink>
          }
        />
        <HostedRepositoryCard project={key} />
      </Page>
    </div>
  );
}
