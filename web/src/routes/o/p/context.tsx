import { FileTextIcon } from "@phosphor-icons/react/dist/csr/FileText";
import { useQuery } from "@tanstack/react-query";

import { ArtifactIndex, groupArtifacts } from "#web/features/artifacts/artifact-index.tsx";
import { artifactsQuery } from "#web/features/artifacts/artifacts.api.ts";
import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { useProject } from "#web/features/projects/project-context.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { errorMessage } from "#web/lib/query-client.ts";
import { useRouteParams } from "#web/lib/route-params.ts";
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { Loading, SkeletonRows } from "#web/ui/skeleton.tsx";

/** /o/:organizationId/p/:projectId/context: every document of a product. */
export function ContextScreen() {
  const organization = useOrganization();
  const project = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  usePageTitle("All documents", project.name);
  const artifacts = useQuery(artifactsQuery(organizationId, { projectId: project.projectId }));
  const ofOrganization = useQuery(artifactsQuery(organizationId)).data?.content.filter(isOfNoProject) ?? [];
  const groups = groupArtifacts([...ofOrganization, ...(artifacts.data?.content ?? [])], {
    organization: organization.name,
    product: project.name,
    services: project.services,
  });
  return (
    <Page>
      <PageHeader title="All documents" description="Written from your code, with the lines each statement rests on." />
      {artifacts.isPending && (
        <Loading what="documents">
          <SkeletonRows className="h-14" />
        </Loading>
      )}
      {artifacts.isError && !artifacts.data && (
        <ErrorState message={errorMessage(artifacts.error)} onRetry={() => void artifacts.refetch()} />
      )}
      {artifacts.data && groups.length === 0 && (
        <EmptyState
          icon={<FileTextIcon className="size-5" />}
          title="No documents yet"
          text="They are written from your code as soon as it is indexed."
        />
      )}
      {groups.length > 0 && <ArtifactIndex project={{ organizationId, projectId }} groups={groups} />}
    </Page>
  );
}

function isOfNoProject(page: { projectId: string | null }): boolean {
  return page.projectId === null;
}
