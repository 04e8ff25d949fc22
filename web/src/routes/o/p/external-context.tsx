import { BooksIcon } from "@phosphor-icons/react/dist/csr/Books";
import { GlobeIcon } from "@phosphor-icons/react/dist/csr/Globe";
import { NotePencilIcon } from "@phosphor-icons/react/dist/csr/NotePencil";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";

import { topicsQuery } from "#web/features/external-context/external-context.api.ts";
import { TopicState } from "#web/features/external-context/topic-state.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { usePageNumber, useRouteParams } from "#web/lib/navigation/route-params.ts";
import { formatFullDate, formatDate } from "#web/lib/text/dates.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";

/** /o/:organizationId/p/:projectId/external-context */
export function ExternalContextScreen() {
  const project = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const key = { organizationId, projectId };
  usePageTitle("External Context", project.name);
  const topics = useQuery(topicsQuery(key, usePageNumber()));
  const create = (
    <ButtonLink href={href("topicCreate", key)} variant="primary" icon={<PlusIcon className="size-4" />}>
      Add Topic
    </ButtonLink>
  );
  return (
    <Page>
      <PageHeader
        title="External Context"
        description="What search, answers and agents should know beside the code."
        actions={topics.data && topics.data.total > 0 && create}
      />
      {topics.isError && !topics.data && (
        <ErrorState message={errorMessage(topics.error)} onRetry={() => void topics.refetch()} />
      )}
      {topics.isPending && (
        <Loading what="topics">
          <SkeletonRows className="h-14" />
        </Loading>
      )}
      {topics.data?.total === 0 && (
        <EmptyState
          icon={<BooksIcon className="size-5" />}
          title="No External Context yet"
          text="Add a page of the web, or write down what the code does not say"
          action={create}
        />
      )}
      {topics.data && topics.data.total > 0 && (
        <>
          <List label="Topics">
            {topics.data.content.map((topic) => (
              <ListRow
                key={topic.topicId}
                href={href("topic", { ...key, topicId: topic.topicId })}
                icon={topic.crawl ? <GlobeIcon className="size-4" /> : <NotePencilIcon className="size-4" />}
                title={topic.title}
                description={topic.crawl?.url ?? "Written by hand"}
                isMetaLong
                meta={
                  <>
                    <TopicState topic={topic} />
                    <time dateTime={topic.updatedAt} title={formatFullDate(topic.updatedAt)}>
                      {formatDate(topic.updatedAt)}
                    </time>
                  </>
                }
              />
            ))}
          </List>
          <Pagination {...topics.data} href={href("externalContext", key)} />
        </>
      )}
    </Page>
  );
}
