import { displayName } from "@cairn/contract/auth";
import type { Topic } from "@cairn/contract/external-context";
import { ArrowsClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowsClockwise";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";

import {
  isFetching,
  topicQuery,
  useDeleteTopic,
  useRefreshTopic,
  useUpdateTopic,
} from "#web/features/external-context/external-context.api.ts";
import { TopicForm } from "#web/features/external-context/topic-form.tsx";
import { TopicState } from "#web/features/external-context/topic-state.tsx";
import { TopicText } from "#web/features/external-context/topic-text.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage, isDenied } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { formatDateInSentence } from "#web/lib/text/dates.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { TypedDangerCard } from "#web/ui/confirmation/typed-danger-card.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";

/** /o/:organizationId/p/:projectId/external-context/:topicId */
export function TopicScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "", topicId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  const topic = useQuery(topicQuery(key, topicId));
  usePageTitle(topic.data?.title ?? "Topic", project.name);
  return (
    <Page>
      {topic.data ? (
        <TopicView key={topicId} project={key} topic={topic.data} />
      ) : (
        <>
          <PageHeader title="Topic" />
          {topic.isPending && (
            <Loading what="the topic">
              <Skeleton className="h-96" />
            </Loading>
          )}
          {topic.isError &&
            (isDenied(topic.error) ? (
              <EmptyState
                title="Topic not found"
                text="It may have been deleted."
                action={<ButtonLink href={href("externalContext", key)}>All topics</ButtonLink>}
              />
            ) : (
              <ErrorState message={errorMessage(topic.error)} onRetry={() => void topic.refetch()} />
            ))}
        </>
      )}
    </Page>
  );
}

function TopicView({ project, topic }: { project: ProjectKey; topic: Topic }) {
  const [isEditing, setIsEditing] = useState(false);
  const editRef = useRef<HTMLButtonElement>(null);
  const endEditing = () => {
    setIsEditing(false);
    editRef.current?.focus();
  };
  const refresh = useRefreshTopic(project, topic.topicId);
  const update = useUpdateTopic(project, topic.topicId);
  const remove = useDeleteTopic(project, topic.topicId);
  const navigate = useNavigate();
  const isOnItsWay = isFetching(topic);
  return (
    <>
      <PageHeader
        title={topic.title}
        description={<TopicOrigin topic={topic} />}
        actions={
          <>
            <TopicState topic={topic} />
            {topic.crawl && (
              <Button
                icon={<ArrowsClockwiseIcon className="size-4" />}
                isBusy={refresh.isPending}
                disabledReason={isOnItsWay ? "It is being fetched" : undefined}
                onClick={() => refresh.mutate()}
              >
                Fetch again
              </Button>
            )}
            <Button
              icon={<PencilSimpleIcon className="size-4" />}
              ref={editRef}
              disabledReason={isEditing ? "It is being edited" : undefined}
              onClick={() => setIsEditing(true)}
            >
              Edit
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {topic.crawl?.error && (
          <Banner
            tone="danger"
            icon={<WarningCircleIcon aria-hidden className="size-4 text-danger-text" />}
            title={topic.crawl.fetchedAt === null ? "The page could not be fetched" : "The last fetch failed"}
          >
            {topic.crawl.error}
            {topic.crawl.fetchedAt !== null &&
              ` Below is what was there ${formatDateInSentence(topic.crawl.fetchedAt)}.`}
          </Banner>
        )}
        {isEditing && (
          <SettingsCard title="Edit Topic">
            <TopicForm
              topic={topic}
              submitLabel="Save"
              onCancel={endEditing}
              onSave={async (input) => {
                // The mode of a topic cannot change.
                const { mode: _mode, ...change } = input;
                await update.mutateAsync(change);
                endEditing();
              }}
            />
          </SettingsCard>
        )}
        {topic.content === "" && isOnItsWay && <Skeleton className="h-96" />}
        {topic.content !== "" && <TopicText topic={topic} />}
        <TypedDangerCard
          title="Delete Topic"
          description="Search, answers and agents no longer know it."
          question={`Delete ${topic.title}?`}
          warning="Its text is deleted. This cannot be undone."
          expected={topic.title}
          confirmLabel={`Delete ${topic.title}`}
          onConfirm={async () => {
            await remove.mutateAsync();
            void navigate({ to: href("externalContext", { ...project }) });
          }}
        />
      </div>
      <Announcement>{isOnItsWay ? "The page is being fetched" : topic.crawl?.error}</Announcement>
    </>
  );
}

function TopicOrigin({ topic: { crawl, creator, updatedAt } }: { topic: Topic }) {
  const author = creator === null ? "" : ` by ${displayName(creator)}`;
  if (crawl === null) {
    return (
      <>
        Written{author} · changed {formatDateInSentence(updatedAt)}
      </>
    );
  }
  return (
    <>
      <a
        href={crawl.url}
        title={crawl.url}
        target="_blank"
        rel="noreferrer noopener nofollow"
        className="inline-block max-w-full truncate align-bottom underline hover:text-ink"
      >
        {crawl.url}
      </a>
      {crawl.fetchedAt !== null && ` · fetched ${formatDateInSentence(crawl.fetchedAt)}`}
      {author && ` · added${author}`}
    </>
  );
}
