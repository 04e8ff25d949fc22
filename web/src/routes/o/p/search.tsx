import { BranchPopover } from "#web/features/code-browsing/header/branch-popover.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import { SearchView } from "#web/features/search/search-view.tsx";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/search: code search by meaning or exact text. */
export function SearchScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  usePageTitle("Search", project.name);
  return (
    <Page>
      <PageHeader title="Search" />
      <SearchView
        project={key}
        productId={project.projectId}
        productName={project.name}
        services={project.services}
        renderBranch={({ repositorySlug, branchName, onBranch }) => (
          <BranchPopover
            repository={{ ...key, repositoryId: repositorySlug }}
            branchName={branchName}
            onBranch={onBranch}
            title="Branch to search"
          />
        )}
      />
    </Page>
  );
}
