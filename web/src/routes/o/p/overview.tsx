import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { RecentArtifacts } from "#web/features/artifacts/recent-artifacts.tsx";
import { IndexingBanner } from "#web/features/projects/indexing-banner.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import { ProjectStatistics } from "#web/features/projects/project-statistics.tsx";
import { initialSetupQuery, useFinishSetup } from "#web/features/projects/projects.api.ts";
import { SetupCard } from "#web/features/projects/setup-card.tsx";
import { CreateServiceDialog } from "#web/features/services/create-service-dialog.tsx";
import { ServiceList } from "#web/features/services/service-list.tsx";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { errorMessage } from "#web/lib/query-client.ts";
import { useRouteParams } from "#web/lib/route-params.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** /o/:organizationId/p/:projectId: is the product indexed, and what changed. */
export function OverviewScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  usePageTitle("Overview", project.name);
  const setup = useQuery(initialSetupQuery(key));
  const finish = useFinishSetup(key);
  const [isConnecting, setIsConnecting] = useState(false);

  return (
    <Page>
      <PageHeader
        title={project.name}
        description={project.description}
        actions={
          project.setupComplete && (
            <ButtonLink href={href("chat", key)} variant="primary" icon={<ChatCircleTextIcon className="size-4" />}>
              Ask about this product
            </ButtonLink>
          )
        }
      />
      <div className="flex flex-col gap-6">
        {setup.isError && !setup.data && (
          <ErrorState message={errorMessage(setup.error)} onRetry={() => void setup.refetch()} />
        )}
        {setup.isPending && (
          <Loading what="the state of the index">
            <Skeleton className="h-23" />
          </Loading>
        )}
        {setup.data && <IndexingBanner setup={setup.data} />}
        {setup.data && !project.setupComplete && (
          <SetupCard
            productName={project.name}
            setup={setup.data}
            settingsHref={href("projectSettings", key)}
            isFinishing={finish.isPending}
            onConnect={() => setIsConnecting(true)}
            onFinish={() => finish.mutate()}
          />
        )}
        {project.setupComplete && (
          <>
            <ProjectStatistics project={key} />
            <div className="grid items-start gap-6 lg:grid-cols-2">
              <RecentArtifacts organizationId={organizationId} projectSlug={projectId} projectId={project.projectId} />
              <section aria-labelledby="services-heading">
                <div className="mb-3 flex h-8 items-center justify-between">
                  <h2 id="services-heading" className="text-base font-semibold">
                    Services
                  </h2>
                  <ButtonLink href={href("services", key)} variant="ghost" size="sm">
                    All services
                  </ButtonLink>
                </div>
                <ServiceList project={key} services={project.services} />
              </section>
            </div>
          </>
        )}
      </div>
      <CreateServiceDialog project={key} isOpen={isConnecting} onOpenChange={setIsConnecting} />
    </Page>
  );
}
