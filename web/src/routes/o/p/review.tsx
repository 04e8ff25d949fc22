import type { ChangedLineCoverage } from "@cairn/contract/change-overview";
import type { Implementation, ImplementationDiff } from "@cairn/contract/implementations";
import type { Task } from "@cairn/contract/tasks";
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { flushSync } from "react-dom";

import { createCodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import { AgentWork } from "#web/features/implementations/agent-work.tsx";
import { describeRun } from "#web/features/implementations/describe-run.ts";
import { ImplementButton } from "#web/features/implementations/implement-action.tsx";
import { ImplementationFacts } from "#web/features/implementations/implementation-facts.tsx";
import { ImplementationMenu } from "#web/features/implementations/implementation-menu.tsx";
import { implementationDiffQuery, implementationsQuery } from "#web/features/implementations/implementations.api.ts";
import { PausePanel } from "#web/features/implementations/pause-panel.tsx";
import { PushPanel } from "#web/features/implementations/push-panel.tsx";
import { ReviewedTask } from "#web/features/implementations/reviewed-task.tsx";
import { RunActions } from "#web/features/implementations/run-actions.tsx";
import { RunChecks, RunningCommand } from "#web/features/implementations/run-checks.tsx";
import { RunLog } from "#web/features/implementations/run-log.tsx";
import { RunSummary } from "#web/features/implementations/run-summary.tsx";
import { RunTimeline } from "#web/features/implementations/run-timeline.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { documentsQuery } from "#web/features/review-documents/documents.api.ts";
import { ReviewCommentsContext, useLoadedComments } from "#web/features/review/comments/comments-context.ts";
import { CommentsTab, OpenComments } from "#web/features/review/comments/comments-tab.tsx";
import type { CommentThread } from "#web/features/review/comments/group-threads.ts";
import { SuggestionBatch } from "#web/features/review/comments/suggestion-batch.tsx";
import { ConflictSection } from "#web/features/review/conflicts/conflict-section.tsx";
import { MergeAction } from "#web/features/review/merge/merge-action.tsx";
import { MergeResult } from "#web/features/review/merge/merge-result.tsx";
import { PullRequestNote } from "#web/features/review/merge/pull-request-note.tsx";
import { QueuedMergeNote } from "#web/features/review/merge/queued-merge.tsx";
import { OverlapsSection } from "#web/features/review/overlaps/overlaps-section.tsx";
import type { ToLines } from "#web/features/review/overview/evidence.tsx";
import { OverviewSection } from "#web/features/review/overview/overview-section.tsx";
import { overviewQuery } from "#web/features/review/overview/overview.api.ts";
import { showLines } from "#web/features/review/overview/show-lines.ts";
import { RequestRevision } from "#web/features/review/revision/request-revision.tsx";
import { RulesSection } from "#web/features/review/rules/rules-section.tsx";
import { useReviewKeys } from "#web/features/review/use-review-keys.ts";
import { taskQuery } from "#web/features/tasks/tasks.api.ts";
import { errorMessage, isDenied } from "#web/lib/api/query-client.ts";
import { useIsNarrow } from "#web/lib/browser/use-media.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams, useSearchParams } from "#web/lib/navigation/route-params.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, Skeleton, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

import { AskAboutChange } from "./review-ask.tsx";
import { ReviewChanges } from "./review-changes.tsx";
import { ReviewDocuments } from "./review-documents.tsx";

/** /o/:organizationId/p/:projectId/review/:taskId, with ?implementationId= */
export function ReviewScreen() {
  const product = useProject();
  const { organizationId = "", projectId = "", taskId = "" } = useRouteParams();
  const project = { organizationId, projectId };
  const task = useQuery(taskQuery(project, taskId));
  const implementations = useQuery(implementationsQuery(project, taskId));
  usePageTitle(task.data ? `Review ${task.data.name}` : "Review", product.name);
  const retry = () => void Promise.all([task.refetch(), implementations.refetch()]);
  const failed = [task, implementations].find(({ isError, data }) => isError && data === undefined);
  return (
    <Page width="full">
      {task.data && implementations.data ? (
        <Review key={taskId} project={project} task={task.data} implementations={implementations.data.content} />
      ) : (
        <>
          <PageHeader title="Review" />
          {failed === undefined && (
            <Loading what="the review">
              <Skeleton className="h-24" />
              <Skeleton className="mt-6 h-64" />
            </Loading>
          )}
          {failed && isDenied(failed.error) && (
            <EmptyState
              title="Task not found"
              text="It may have been deleted."
              action={<ButtonLink href={href("tasks", project)}>All tasks</ButtonLink>}
            />
          )}
          {failed && !isDenied(failed.error) && <ErrorState message={errorMessage(failed.error)} onRetry={retry} />}
        </>
      )}
    </Page>
  );
}

interface ReviewProps {
  project: ProjectKey;
  task: Task;
  /** Newest first. */
  implementations: readonly Implementation[];
}

/** The implementation of a task that the address names, or else the newest. */
function Review({ project, task, implementations }: ReviewProps) {
  const { implementationId } = useSearchParams();
  const navigate = useNavigate();
  const named = implementations.find((one) => one.implementationId === implementationId);
  const shown = named ?? implementations[0];
  const show = (id: string) =>
    void navigate({ to: ".", search: { implementationId: id }, replace: true, resetScroll: false });
  const isOtherRunning = implementations.some((one) => one.running && one !== shown);
  return (
    <>
      <PageHeader
        title={task.title}
        description={task.name}
        actions={
          shown && (
            <>
              <ImplementationMenu implementations={implementations} shown={shown} onShow={show} />
              <RunActions
                key={shown.implementationId}
                project={project}
                implementation={shown}
                isOtherRunning={isOtherRunning}
              />
              <AskAboutChange project={project} implementation={shown} />
              <RequestRevision project={project} implementation={shown} />
              <MergeAction project={project} implementation={shown} />
            </>
          )
        }
      />
      {implementationId !== undefined && named === undefined && shown && (
        <div role="alert" className="mb-4">
          <Banner tone="warning" title="This task has no such implementation">
            The newest one is shown instead.
          </Banner>
        </div>
      )}
      {shown ? (
        <ShownImplementation key={shown.implementationId} project={project} task={task} implementation={shown} />
      ) : (
        <EmptyState
          title="Nothing to review yet"
          text="An implementation writes the change on a branch of its own and shows here what it does."
          action={<ImplementButton project={project} task={task} disabledReason={explainNoStart(task)} />}
        />
      )}
    </>
  );
}

function explainNoStart({ state }: Task): string | undefined {
  return state === "todo" || state === "in-progress" ? undefined : "Only a task in Todo can be implemented";
}

type Tab = "changes" | "documents" | "comments" | "checks" | "timeline" | "log" | "task" | "implementation";

interface ShownImplementationProps {
  project: ProjectKey;
  task: Task;
  implementation: Implementation;
}

function ShownImplementation({ project, task, implementation }: ShownImplementationProps) {
  const isNarrow = useIsNarrow();
  const { head, base, events, pause } = implementation;
  const links = createCodeLinks(project, implementation.repository.slug, head ?? implementation.baseBranch);
  const [chosen, setChosen] = useState<Tab | null>(null);
  const diff = useQuery({ ...implementationDiffQuery(project, implementation), enabled: head !== null });
  const overview = useQuery({ ...overviewQuery(project, implementation), enabled: head !== null });
  const documents = useQuery({ ...documentsQuery(project, implementation), enabled: head !== null });
  // While nothing is written, what happens is all there is.
  const usual = head === null || implementation.running ? "timeline" : "changes";
  const tab = chosen === null || (!isNarrow && isOfPanel(chosen)) ? usual : chosen;
  const comments = useLoadedComments(project, implementation);
  useReviewKeys();
  const count = diff.data?.files.length;
  const documentCount = documents.data?.content.length ?? 0;
  const { total } = implementation.comments;
  const showThread = ({ threadId, file }: CommentThread) => {
    const find = () => document.querySelector<HTMLElement>(`[data-thread="${threadId}"]`);
    flushSync(() => setChosen(file === null || file.isOutdated ? "comments" : "changes"));
    // A file may be folded, and a line may be far from any change.
    if (find() === null) flushSync(() => setChosen("comments"));
    find()?.focus();
    find()?.scrollIntoView({ block: "center" });
  };
  const tabs: { value: Tab; label: string }[] = [
    { value: "changes", label: count === undefined ? "Changes" : `Changes ${count}` },
    { value: "documents", label: documentCount === 0 ? "Documents" : `Documents ${documentCount}` },
    { value: "comments", label: total === 0 ? "Comments" : `Comments ${total}` },
    { value: "checks", label: "Checks" },
    { value: "timeline", label: "Timeline" },
    { value: "log", label: "Log" },
  ];
  const panelTabs: typeof tabs = [
    { value: "task", label: "Task" },
    { value: "implementation", label: "Implementation" },
  ];
  const taskFacts = <ReviewedTask project={project} task={task} />;
  const runFacts = <ImplementationFacts project={project} implementation={implementation} />;
  const toLines: ToLines = {
    hrefOf: ({ path, side }) => links.hrefAt((side === "old" ? base : null) ?? head ?? "", path),
    onShow: (lines) => {
      flushSync(() => setChosen("changes"));
      return showLines(diff.data?.files ?? [], lines);
    },
  };
  return (
    <ReviewCommentsContext value={comments}>
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_15rem] lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <RunSummary project={project} implementation={implementation} overview={overview.data ?? null} />
          {pause !== null && <PausePanel project={project} implementation={implementation} pause={pause} />}
          <MergeResult project={project} implementation={implementation} />
          <PullRequestNote implementation={implementation} />
          <QueuedMergeNote
            project={project}
            implementation={implementation}
            renderCommand={(progress) => <RunningCommand progress={progress} />}
          />
          {head !== null && (
            <>
              <OverviewSection overview={overview} {...toLines} />
              <RulesSection project={project} implementation={implementation} {...toLines} />
            </>
          )}
          <OverlapsSection project={project} implementation={implementation} />
          <PushPanel project={project} implementation={implementation} />
          <Announcement>{describeRun(implementation).word}</Announcement>
          <SegmentedControl
            label="What is shown"
            size="sm"
            options={isNarrow ? [...tabs, ...panelTabs] : tabs}
            value={tab}
            onValueChange={setChosen}
          />
          <SuggestionBatch />
          {tab === "changes" && <ConflictSection project={project} implementation={implementation} />}
          {tab === "changes" && (
            <Changes
              project={project}
              implementation={implementation}
              diff={diff}
              coverage={overview.data?.coverage ?? null}
            />
          )}
          {tab === "documents" && (
            <ReviewDocuments project={project} implementation={implementation} documents={documents} />
          )}
          {tab === "comments" && <CommentsTab />}
          {tab === "checks" && <RunChecks project={project} implementation={implementation} />}
          {tab === "timeline" && (
            <RunTimeline
              events={events}
              comments={(comments.threads ?? []).flatMap((thread) => thread.comments)}
              isPaused={implementation.pause !== null}
            />
          )}
          {tab === "timeline" && <AgentWork project={project} implementation={implementation} />}
          {tab === "timeline" && implementation.progress && <RunningCommand progress={implementation.progress} />}
          {tab === "log" && <RunLog project={project} implementation={implementation} />}
          {tab === "task" && taskFacts}
          {tab === "implementation" && runFacts}
        </div>
        {!isNarrow && (
          <aside aria-label="Details">
            <div className="sticky top-16 flex flex-col gap-8">
              {taskFacts}
              {runFacts}
              <OpenComments threads={comments.threads ?? []} onShow={showThread} />
            </div>
          </aside>
        )}
      </div>
    </ReviewCommentsContext>
  );
}

/** Shown beside the rest where there is room. */
function isOfPanel(tab: Tab): boolean {
  return tab === "task" || tab === "implementation";
}

interface ChangesProps {
  project: ProjectKey;
  implementation: Implementation;
  diff: UseQueryResult<ImplementationDiff>;
  coverage: ChangedLineCoverage | null;
}

function Changes({ project, implementation, diff, coverage }: ChangesProps) {
  const { head, running } = implementation;
  if (head === null) {
    return <p className="text-sm text-ink-3">{running ? "Nothing is written yet." : "Nothing was written."}</p>;
  }
  if (diff.data)
    return (
      <ReviewChanges
        project={project}
        implementation={{ ...implementation, head }}
        diff={diff.data}
        coverage={coverage}
      />
    );
  if (diff.isError) return <ErrorState message={errorMessage(diff.error)} onRetry={() => void diff.refetch()} />;
  return (
    <Loading what="changes">
      <SkeletonRows count={3} className="h-40" />
    </Loading>
  );
}
