import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { useProject } from "#web/features/projects/project-context.ts";
import { repositoriesQuery } from "#web/features/repositories/repositories.api.ts";
import { RepositoryList } from "#web/features/repositories/repository-list.tsx";
import { CreateServiceDialog } from "#web/features/services/create-service-dialog.tsx";
import { IndexState } from "#web/features/services/index-state.tsx";
import { toNamedService } from "#web/features/services/taken-names.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { usePageNumber, useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";

/** /o/:organizationId/p/:projectId/repositories */
export function RepositoriesScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  usePageTitle("Repositories", project.name);
  const repositories = useQuery(repositoriesQuery(key, usePageNumber()));
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Page>
      <PageHeader title="Repositories" description="The code behind this product, as it was last indexed." />
      {repositories.isError && !repositories.data && (
        <ErrorState message={errorMessage(repositories.error)} onRetry={() => void repositories.refetch()} />
      )}
      {repositories.isPending && (
        <Loading what="repositories">
          <SkeletonRows count={3} className="h-18" />
        </Loading>
      )}
      {repositories.data?.total === 0 && (
        <EmptyState
          icon={<GitBranchIcon className="size-5" />}
          title="No Repositories yet"
          text="Create a service with a repository to enable AI task completion"
          action={
            <Button variant="primary" onClick={() => setIsCreating(true)}>
              Create Service
            </Button>
          }
        />
      )}
      {repositories.data && repositories.data.total > 0 && (
        <>
          <RepositoryList
            project={key}
            repositories={repositories.data.content}
            renderState={(repository) => <IndexState indexing={repository.indexing} />}
          />
          <Pagination {...repositories.data} href={href("repositories", key)} />
        </>
      )}
      <CreateServiceDialog
        project={key}
        others={project.services.map(toNamedService)}
        isOpen={isCreating}
        onOpenChange={setIsCreating}
      />
    </Page>
  );
}
