import { displayName } from "@cairn/contract/auth";
import type { User } from "@cairn/contract/auth";
import type { Organization } from "@cairn/contract/organizations";
import { BuildingsIcon } from "@phosphor-icons/react/dist/csr/Buildings";
import { useQueries, useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { useCallback, useState } from "react";

import { AttentionItemsPanel } from "#web/features/attention-items/attention-items-panel.tsx";
import { attentionItemsQuery } from "#web/features/attention-items/attention-items.api.ts";
import { ExploreDemo } from "#web/features/demo/explore-demo.tsx";
import { ThrowAwayCopy } from "#web/features/demo/throw-away-copy.tsx";
import { organizationsQuery } from "#web/features/organizations/organizations.api.ts";
import { ContinueCard } from "#web/features/projects/continue-card.tsx";
import { ProductCardsPlaceholder, ProductGrid } from "#web/features/projects/product-grid.tsx";
import { projectQuery, projectsQuery } from "#web/features/projects/projects.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { TasksButton } from "#web/features/tasks/summary/tasks-button.tsx";
import { arrangeOrganizations } from "#web/features/users/arrange-organizations.ts";
import { userQuery } from "#web/features/users/users.api.ts";
import { errorMessage, retryFailedQueries } from "#web/lib/api/query-client.ts";
import { loadLastProject, saveLastProject } from "#web/lib/browser/storage.ts";
import type { LastProject } from "#web/lib/browser/storage.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { greetingAt } from "#web/lib/text/dates.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";

/** Products with a column of attention items; on narrow windows the column is above them. */
const columns =
  "grid grid-cols-1 items-start gap-x-6 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]";

/** /: continue work, and see attention items. */
export function HomeScreen() {
  usePageTitle("Home");
  const user = useQuery(userQuery);
  const organizations = useQuery(organizationsQuery());
  const failed = [user, organizations].find(({ isError, data }) => isError && !data);
  const firstName = user.data && (user.data.firstName ?? displayName(user.data));
  return (
    <Page>
      <h1 tabIndex={-1} className="mb-6 text-2xl font-semibold wrap-anywhere">
        {greetingAt()}
        {firstName && `, ${firstName}`}
      </h1>
      {failed ? (
        <ErrorState message={errorMessage(failed.error)} onRetry={retryFailedQueries} />
      ) : user.data && organizations.data ? (
        <Home user={user.data} organizations={organizations.data.content} total={organizations.data.total} />
      ) : (
        <HomePlaceholder />
      )}
    </Page>
  );
}

interface HomeProps {
  user: User;
  /** The first page of them. */
  organizations: readonly Organization[];
  /** On all pages. */
  total: number;
}

function Home({ user: { userId }, organizations, total }: HomeProps) {
  const [lastProject, setLastProject] = useState(() => loadLastProject(userId));
  const forgetLastProject = useCallback(() => {
    saveLastProject(userId, undefined);
    setLastProject(undefined);
  }, [userId]);
  const { open, listed } = arrangeOrganizations(organizations, lastProject?.organization);
  const needs = useQuery(attentionItemsQuery);
  const products = useQueries({ queries: open.map((one) => projectsQuery(one.slug || one.organizationId)) });
  const last = useQueries({
    queries: (lastProject ? [lastProject] : []).map((one) => projectQuery(keyOf(one))),
  });
  // Waits for all parts, so that they do not shift each other. Once shown, each part has its own retry.
  const [isShown, setIsShown] = useState(false);
  if (!isShown && [needs, ...products, ...last].every(hasAnswered)) setIsShown(true);
  if (!isShown) return <HomePlaceholder />;

  if (open.length === 0) {
    return (
      <div className="flex flex-col gap-6">
        <EmptyState
          icon={<BuildingsIcon className="size-5" />}
          title="No Organizations yet"
          text="An organization holds your team's products. Name it and a product, then paste the address of your code."
          action={
            <ButtonLink href={href("onboarding")} variant="primary">
              Begin with your own code
            </ButtonLink>
          }
        />
        <ExploreDemo />
      </div>
    );
  }
  return (
    <div className={columns}>
      {lastProject && (
        <div className="empty:hidden">
          <ContinueCard
            lastProject={lastProject}
            onGone={forgetLastProject}
            more={<TasksButton project={keyOf(lastProject)} />}
          />
        </div>
      )}
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <AttentionItemsPanel />
      </div>
      <div className="flex min-w-0 flex-col gap-8 lg:col-start-1">
        {open.map((organization, index) => (
          <ProductGrid
            key={organization.organizationId}
            organization={organization}
            isNumbered={index === 0}
            more={<ThrowAwayCopy organization={organization} />}
          />
        ))}
        {listed.length > 0 && (
          <OtherOrganizations organizations={listed} hasMore={total > open.length + listed.length} />
        )}
        {total === 1 && !organizations.some(({ isDemo }) => isDemo) && <ExploreDemo />}
      </div>
    </div>
  );
}

function keyOf({ organization, project }: LastProject): ProjectKey {
  return { organizationId: organization, projectId: project };
}

/** Waits for the first attempt only, so that a failing part does not delay the rest. */
function hasAnswered({ isPending, failureCount }: Pick<UseQueryResult, "isPending" | "failureCount">): boolean {
  return !isPending || failureCount > 0;
}

function OtherOrganizations({ organizations, hasMore }: { organizations: readonly Organization[]; hasMore: boolean }) {
  return (
    <section aria-labelledby="other-organizations">
      <div className="mb-3 flex min-h-8 items-center justify-between gap-4">
        <h2 id="other-organizations" className="text-base font-semibold">
          Other organizations
        </h2>
        {hasMore && (
          <Link
            href={href("organizations")}
            className="text-sm font-medium text-accent-text hover:underline pointer-coarse:py-3"
          >
            All organizations
          </Link>
        )}
      </div>
      <List label="Other organizations">
        {organizations.map((organization) => (
          <ListRow
            key={organization.organizationId}
            href={href("projects", { organizationId: organization })}
            icon={<Avatar name={organization.name} shape="square" />}
            title={organization.name}
            meta={organization.isDemo && <Badge>Demo</Badge>}
          />
        ))}
      </List>
    </section>
  );
}

function HomePlaceholder() {
  return (
    <Loading what="your products">
      <div className={columns}>
        <Skeleton className="h-19 rounded-lg" />
        <Skeleton className="h-30 rounded-lg lg:col-start-2 lg:row-span-2 lg:row-start-1" />
        <div className="lg:col-start-1">
          <Skeleton className="mb-3 h-8 w-40" />
          <ProductCardsPlaceholder />
        </div>
      </div>
    </Loading>
  );
}
