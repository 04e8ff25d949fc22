import type { getArchitectureAt } from "@cairn/contract/architecture-history";
import type { ResultOf } from "@cairn/contract/endpoint";
import type { UseQueryResult } from "@tanstack/react-query";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

interface StateOfCommitProps {
  commit: string;
  loading: UseQueryResult<ResultOf<typeof getArchitectureAt>>;
}

/** Why the architecture of a commit is not shown, where it is not. */
export function StateOfCommit({ commit, loading }: StateOfCommitProps) {
  const short = commit.slice(0, 7);
  const { data, error, isError, isPending, refetch } = loading;
  if (isError && !data) {
    return (
      <InlineError
        message={`Commit ${short} could not be read: ${errorMessage(error)}`}
        onRetry={() => void refetch()}
      />
    );
  }
  if (isPending) {
    return (
      <Loading what={`architecture at ${short}`}>
        <SkeletonRows count={3} className="h-9" />
      </Loading>
    );
  }
  if (data?.state === "reading") {
    return (
      <output className="rounded-md border border-info-line bg-info-subtle px-3 py-2 text-sm text-ink">
        Commit {short} is being read for the first time. It shows here by itself once that is done.
      </output>
    );
  }
  if (data?.state === "unknown") {
    return (
      <output className="rounded-md border border-warning-line bg-warning-subtle px-3 py-2 text-sm text-ink">
        What the code connected at {short} is not known. {data.reason}
      </output>
    );
  }
  return null;
}
