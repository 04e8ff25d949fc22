import { GitPullRequestIcon } from "@phosphor-icons/react/dist/csr/GitPullRequest";
import { useQuery } from "@tanstack/react-query";

import { useProject } from "#web/features/projects/project-context.ts";
import { ReviewBranchAction } from "#web/features/review/branches/review-branch-action.tsx";
import { ReviewList } from "#web/features/review/review-list.tsx";
import { reviewOverlapsQuery, reviewsQuery } from "#web/features/review/reviews.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { usePageNumber, useRouteParams } from "#web/lib/navigation/route-params.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";
import { Page, PageHeader } from "#web/ui/layout/page.tsx";
import { Pagination } from "#web/ui/list/pagination.tsx";

/** /o/:organizationId/p/:projectId/review */
export function ReviewsScreen() {
  const product = useProject();
  const { organizationId = "", projectId = "" } = useRouteParams();
  const project = { organizationId, projectId };
  usePageTitle("Review", product.name);
  const reviews = useQuery(reviewsQuery(project, usePageNumber()));
  const isComparable = (reviews.data?.total ?? 0) > 1;
  const overlaps = useQuery({ ...reviewOverlapsQuery(project), enabled: isComparable });
  return (
    <Page>
      <PageHeader
        title="Review"
        description="Changes that wait for somebody to decide, and runs that are paused."
        actions={<ReviewBranchAction project={project} />}
      />
      {reviews.isPending && (
        <Loading what="reviews">
          <SkeletonRows count={4} className="h-14" />
        </Loading>
      )}
      {reviews.isError && !reviews.data && (
        <ErrorState message={errorMessage(reviews.error)} onRetry={() => void reviews.refetch()} />
      )}
      {reviews.data?.total === 0 && (
        <EmptyState
          icon={<GitPullRequestIcon className="size-5" />}
          title="Nothing waits for review"
          text="Changes stand here once a run of a task has completed, and runs while they are paused."
          action={<ButtonLink href={href("tasks", project)}>Open board</ButtonLink>}
        />
      )}
      {reviews.data && reviews.data.total > 0 && (
        <>
          <ReviewList
            project={project}
            implementations={reviews.data.content}
            overlaps={overlaps.data?.content ?? []}
          />
          <Pagination {...reviews.data} href={href("reviews", project)} />
        </>
      )}
    </Page>
  );
}
