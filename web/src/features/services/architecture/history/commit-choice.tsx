import type { Commit } from "@cairn/contract/code-history";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { formatDate } from "#web/lib/text/dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { SearchSelect } from "#web/ui/form/search-select.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import type { useHistory } from "./use-history.ts";

const nothing = "nothing";

/** Which commit is shown, and which one it is compared with. */
export function CommitChoice({ history: given }: { history: ReturnType<typeof useHistory> }) {
  const { history, commits, changed, at, from, chooseAt, chooseFrom } = given;
  if (history.isPending) {
    return (
      <Loading what="commits">
        <SkeletonRows count={2} className="h-9" />
      </Loading>
    );
  }
  if (history.isError && commits.length === 0) {
    return <InlineError message={errorMessage(history.error)} onRetry={() => void history.refetch()} />;
  }
  const items = commits.map((commit) => ({ key: commit.oid, label: nameCommit(commit, changed.get(commit.oid) ?? 0) }));
  const texts = { searchPlaceholder: "Find a commit", emptyText: "No such commit among those listed" };
  return (
    <div className="flex flex-col gap-3">
      <SearchSelect {...texts} label="Architecture at" items={items} value={at} onValueChange={chooseAt} />
      <SearchSelect
        {...texts}
        label="Compared with"
        items={[{ key: nothing, label: "Nothing: only this commit" }, ...items]}
        value={from ?? nothing}
        onValueChange={(oid) => chooseFrom(oid === nothing ? null : oid)}
      />
      {history.hasNextPage && (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          isBusy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          List older commits
        </Button>
      )}
    </div>
  );
}

function nameCommit({ oid, subject, committedAt }: Commit, changedCount: number): string {
  const change =
    changedCount === 0 ? "" : ` · changed ${changedCount === 1 ? "1 connection" : `${changedCount} connections`}`;
  return `${oid.slice(0, 7)} ${subject || "No message"} · ${formatDate(committedAt)}${change}`;
}
