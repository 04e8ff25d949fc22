import type { Project } from "@cairn/contract/projects";
import { can } from "@cairn/contract/roles";
import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { UserPlusIcon } from "@phosphor-icons/react/dist/csr/UserPlus";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef } from "react";

import { DemoCopyNote } from "#web/features/demo/throw-away-copy.tsx";
import { useOrganization } from "#web/features/organizations/organization-context.ts";
import { artifactsQuery, refreshArtifacts } from "#web/features/pages/api/artifacts.api.ts";
import { DocumentChanges } from "#web/features/pages/tree/document-changes.tsx";
import { RecentArtifacts } from "#web/features/pages/tree/recent-artifacts.tsx";
import { IndexingBanner } from "#web/features/projects/indexing-banner.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import { ProjectStatistics } from "#web/features/projects/project-statistics.tsx";
import { indexingStatsQuery, initialSetupQuery, refreshProjects } from "#web/features/projects/projects.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { architectureQuery } from "#web/features/services/architecture/architecture.api.ts";
import { pictureRoom } from "#web/features/services/architecture/model/picture-room.ts";
import { FailedIndexes } from "#web/features/services/failed-indexes.tsx";
import { ReindexProduct } from "#web/features/services/reindex-product.tsx";
import { ServiceSummary } from "#web/features/services/service-summary.tsx";
import { SetupCard } from "#web/features/setup/setup-card.tsx";
import { TaskSummary } from "#web/features/tasks/summary/task-summary.tsx";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { stripMarkdown } from "#web/lib/text/strip-markdown.ts";
import { FirstResults } from "#web/routes/o/p/setup/first-results.tsx";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

import { ExampleQuestions } from "./example-questions.tsx";

const loadPicture = () => import("#web/features/services/architecture/architecture-picture.tsx");
const ArchitecturePicture = lazy(() => loadPicture().then((module) => ({ default: module.ArchitecturePicture })));

/** /o/:organizationId/p/:projectId: is the product indexed, and what changed. */
export function OverviewScreen() {
  const project = useProject();
  const organization = useOrganization();
  const { role } = organization;
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  usePageTitle("Overview", project.name);
  return (
    <Page>
      <PageHeader
        title={project.name}
        // Before the set-up is over the first results below say the same, with their lines.
        description={project.setupComplete && project.description !== null ? stripMarkdown(project.description) : null}
        actions={
          <>
            {can(role, "member.manage") && (
              <ButtonLink href={href("invite", key)} icon={<UserPlusIcon className="size-4" />}>
                Invite Team
              </ButtonLink>
            )}
            {project.setupComplete && (
              <ButtonLink href={href("chat", key)} variant="primary" icon={<ChatCircleTextIcon className="size-4" />}>
                Ask about this product
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="mb-6 empty:hidden">
        <DemoCopyNote organization={organization} />
      </div>
      <Overview project={key} />
    </Page>
  );
}

function Overview({ project: key }: { project: ProjectKey }) {
  const project = useProject();
  const setup = useQuery(initialSetupQuery(key));
  // Prefetched, so that the panels below do not wait for the banner, nor one thing of theirs for another.
  useQuery({ ...indexingStatsQuery(key), enabled: project.setupComplete });
  useQuery({ ...artifactsQuery(key.organizationId, { projectId: project.projectId }), enabled: project.setupComplete });
  useQuery({ ...architectureQuery(key), enabled: project.setupComplete });
  useEffect(() => {
    if (project.setupComplete) void loadPicture().catch(() => {});
  }, [project.setupComplete]);
  useRefreshWhenIndexed(setup.data?.progress);

  if (setup.isError && !setup.data) {
    return <ErrorState message={errorMessage(setup.error)} onRetry={() => void setup.refetch()} />;
  }
  if (!setup.data) return <OverviewPlaceholder />;
  return (
    <div className="flex flex-col gap-6">
      <IndexingBanner setup={setup.data} />
      <FailedIndexes project={key} services={project.services} />
      {project.setupComplete ? (
        <>
          <ExampleQuestions project={key} productId={project.projectId} />
          <ProjectStatistics project={key}>
            <ReindexProduct project={key} services={project.services} />
          </ProjectStatistics>
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
            <Suspense fallback={<Skeleton className={cx("mt-11", pictureRoom(project.services.length))} />}>
              <ArchitecturePicture project={key} services={project.services} />
            </Suspense>
            <RecentArtifacts
              {...key}
              productId={project.projectId}
              state={documentState(project, setup.data.progress)}
            />
            <DocumentChanges project={key} />
            <TaskSummary project={key} />
            <ServiceSummary project={key} services={project.services} />
          </div>
        </>
      ) : (
        <>
          <SetupCard productName={project.name} setup={setup.data} continueHref={href("setup", { ...key })} />
          <FirstResults project={key} productId={project.projectId} setup={setup.data} />
        </>
      )}
    </div>
  );
}

/** "Indexed" and "no documents yet" are never said side by side. */
function documentState({ services }: Project, progress: number): "waiting" | "writing" | "written" {
  if (progress < 100) return "writing";
  return services.some(({ repository }) => repository?.indexing.commit) ? "written" : "waiting";
}

/** Refreshes statistics, documents and the product when the index is complete. */
function useRefreshWhenIndexed(progress: number | undefined): void {
  const wasRunning = useRef(false);
  useEffect(() => {
    if (progress === undefined) return;
    const isRunning = progress < 100;
    if (wasRunning.current && !isRunning) void Promise.all([refreshProjects(), refreshArtifacts()]);
    wasRunning.current = isRunning;
  }, [progress]);
}

function OverviewPlaceholder() {
  return (
    <Loading what="the overview">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {Array.from({ length: 4 }, (_unused, tile) => (
          <Skeleton key={tile} className="h-24" />
        ))}
      </div>
      <div className="mt-13 grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-60" />
        <Skeleton className="h-60" />
      </div>
    </Loading>
  );
}
