import { changeFlagNames, type Implementation, type ImplementationDiff } from "@cairn/contract/implementations";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { DiffFile } from "#web/features/code-browsing/changes/diff-file.tsx";
import { createCodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import { implementationDiffQuery, implementationsQuery } from "#web/features/implementations/implementations.api.ts";
import { PhaseList } from "#web/features/implementations/phase-list.tsx";
import { RunFacts } from "#web/features/implementations/run-facts.tsx";
import { RunLog } from "#web/features/implementations/run-log.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { taskQuery } from "#web/features/tasks/tasks.api.ts";
import { errorMessage, isDenied } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/review/:taskId */
export function ReviewScreen() {
  const product = useProject();
  const { organizationId = "", projectId = "", taskId = "" } = useRouteParams();
  const project = { organizationId, projectId };
  const task = useQuery(taskQuery(project, taskId));
  const implementations = useQuery(implementationsQuery(project, taskId));
  usePageTitle(task.data ? `Review ${task.data.name}` : "Review", product.name);
  const failed = task.isError ? task : implementations;
  return (
    <Page>
      <PageHeader
        title={task.data?.title ?? "Review"}
        actions={
          <ButtonLink size="sm" href={href("task", { ...project, taskId })}>
            {task.data?.name ?? "Task"}
          </ButtonLink>
        }
      />
      {(task.isPending || implementations.isPending) && (
        <Loading what="the implementation">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="mt-8 h-32" />
        </Loading>
      )}
      {failed.isError &&
        (isDenied(failed.error) ? (
          <EmptyState title="Task not found" text="It may have been deleted." />
        ) : (
          <ErrorState message={errorMessage(failed.error)} onRetry={() => void failed.refetch()} />
        ))}
      {task.data && implementations.data && (
        <Implementations project={project} implementations={implementations.data.content} />
      )}
    </Page>
  );
}

interface ImplementationsProps {
  project: ProjectKey;
  /** Newest first. */
  implementations: readonly Implementation[];
}

/** One of the implementations of a task; which, is in the address. */
function Implementations({ project, implementations }: ImplementationsProps) {
  const { implementationId } = useSearchParams();
  const navigate = useNavigate();
  const [newest] = implementations;
  const shown = implementations.find((one) => one.implementationId === implementationId) ?? newest;
  if (shown === undefined) {
    return <EmptyState title="No implementation yet" text="Press Implement on the task to begin one." />;
  }
  const options = implementations.map((one) => ({
    value: one.implementationId,
    label: String(one.projectImplementationId),
  }));
  const onSelect = (id: string) =>
    void navigate({ to: ".", search: { implementationId: id } as never, replace: true, resetScroll: false });
  return (
    <div className="flex flex-col gap-8">
      {options.length > 1 && (
        <SegmentedControl
          size="sm"
          label="Implementation"
          options={options}
          value={shown.implementationId}
          onValueChange={onSelect}
        />
      )}
      <RunFacts project={project} implementation={shown} />
      {shown.events.length > 0 && <PhaseList events={shown.events} />}
      <ImplementationChanges key={shown.head} project={project} implementation={shown} />
      <details>
        <summary className="cursor-pointer text-sm font-medium text-ink-2">Log</summary>
        <div className="mt-3">
          <RunLog project={project} implementation={shown} />
        </div>
      </details>
    </div>
  );
}

function ImplementationChanges({ project, implementation }: { project: ProjectKey; implementation: Implementation }) {
  const { head, repository } = implementation;
  const diff = useQuery({ ...implementationDiffQuery(project, implementation), enabled: head !== null });
  if (head === null) return null;
  if (diff.isError) return <ErrorState message={errorMessage(diff.error)} onRetry={() => void diff.refetch()} />;
  if (!diff.data) return <Skeleton className="h-40" />;
  const links = createCodeLinks(project, repository.slug, head);
  const { files } = diff.data;
  return (
    <section aria-label="Changes" className="flex flex-col gap-4">
      <h2 className="text-base font-semibold">
        {files.length === 1 ? "1 file changed" : `${files.length} files changed`}
      </h2>
      <ChangeFlags files={files} />
      {files.map((file, at) => (
        <DiffFile
          key={file.path}
          repository={{ ...project, repositoryId: repository.repositoryId }}
          diff={{ ...diff.data, head }}
          file={file}
          links={links}
          isSplit={false}
          isInitiallyOpen={at < maxOpenFiles}
        />
      ))}
    </section>
  );
}

/** Files after these start folded. */
const maxOpenFiles = 20;

/** What a reviewer should look at twice. */
function ChangeFlags({ files }: { files: ImplementationDiff["files"] }) {
  const flagged = files.filter(({ flags }) => flags.length > 0);
  if (flagged.length === 0) return null;
  return (
    <ul aria-label="Look at these twice" className="flex flex-col gap-1 text-sm">
      {flagged.map(({ path, flags }) => (
        <li key={path} className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs wrap-anywhere">{path}</span>
          {flags.map((flag) => (
            <Badge key={flag} tone="warning">
              {changeFlagNames[flag]}
            </Badge>
          ))}
        </li>
      ))}
    </ul>
  );
}
