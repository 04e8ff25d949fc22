import { BooksIcon } from "@phosphor-icons/react/dist/csr/Books";
import { GlobeIcon } from "@phosphor-icons/react/dist/csr/Globe";
import { NotePencilIcon } from "@phosphor-icons/react/dist/csr/NotePencil";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useQuery } from "@tanstack/react-query";

import { topicsQuery } from "#web/features/external-context/external-context.api.ts";
import { TopicState } from "#web/features/external-context/topic-state.tsx";
import { useProject } from "#web/features/projects/project-context.ts";
import { fullDate, humanDate } from "#web/lib/dates.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { href } from "#web/lib/paths.ts";
import { errorMessage } from "#web/lib/query-client.ts";
import { usePageNumber, useRouteParams } from "#web/lib/route-params.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx";
import { List, ListRow } from "#web/ui/list.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Loading, SkeletonRows } from "#web/ui/skeleton.tsx";

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
                    <time dateTime={topic.updatedAt} title={fullDate(topic.updatedAt)}>
                      {humanDate(topic.updatedAt)}
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
