import type { Diff } from "@cairn/contract/code-history";
import { parentRevision } from "@cairn/contract/code-history";
import { GitDiffIcon } from "@phosphor-icons/react/dist/csr/GitDiff";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { diffQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLocation } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import { isCommitId } from "#web/features/code-browsing/location/commit-id.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { useMedia } from "#web/lib/browser/use-media.ts";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";

import { CommitSummary } from "./commit-summary.tsx";
import { CompareBar } from "./compare-bar.tsx";
import { DiffCounts } from "./diff-counts.tsx";
import { DiffFile } from "./diff-file.tsx";
import { useDiffLayout } from "./diff-layout.ts";

interface ChangesViewProps {
  repository: RepositoryKey;
  codeLocation: CodeLocation;
  links: CodeLinks;
  mainBranch: string;
  /** The branch or commit to compare with, from the address. */
  compare: string | undefined;
}

/** Files after this many, and files with more changed lines, start collapsed. */
const maxOpenFiles = 30;
const maxOpenLines = 800;
const layoutOptions = [
  { value: "unified", label: "Unified" },
  { value: "split", label: "Split" },
] as const;

/** The changes of a commit, or the difference between two branches. */
export function ChangesView({ repository, codeLocation, links, mainBranch, compare }: ChangesViewProps) {
  const { branchName, path } = codeLocation;
  const isOneCommit = isCommitId(branchName) && compare === undefined;
  const compareTo = isOneCommit ? parentRevision : (compare ?? mainBranch);
  const isSame = compareTo === branchName;
  const diff = useQuery({ ...diffQuery(repository, branchName, compareTo), ...(isSame ? { enabled: false } : {}) });
  return (
    <div className="flex flex-col gap-4">
      {isOneCommit ? (
        <CommitSummary repository={repository} oid={branchName} path={path} links={links} />
      ) : (
        <CompareBar repository={repository} codeLocation={codeLocation} compareTo={compareTo} links={links} />
      )}
      {isSame && <EmptyState title="Nothing to compare" text="Choose another branch to compare this one with." />}
      {!isSame && diff.isPending && (
        <Loading what="changes">
          <SkeletonRows count={3} className="h-40" />
        </Loading>
      )}
      {!isSame && diff.isError && !diff.data && (
        <ErrorState message={errorMessage(diff.error)} onRetry={() => void diff.refetch()} />
      )}
      {!isSame && diff.data && (
        <FileChanges
          key={`${diff.data.base}:${diff.data.head}`}
          repository={repository}
          diff={diff.data}
          path={path}
          links={links}
        />
      )}
    </div>
  );
}

interface FileChangesProps {
  repository: RepositoryKey;
  diff: Diff;
  path: string;
  links: CodeLinks;
}

function FileChanges({ repository, diff, path, links }: FileChangesProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useDiffLayout();
  const isWide = useMedia("(min-width: 1280px)");
  const isInDiff = diff.files.some((file) => file.path === path);
  useEffect(() => {
    if (!isInDiff) return;
    const file = listRef.current?.querySelector(`[data-diff-path="${CSS.escape(path)}"]`);
    file?.scrollIntoView({ block: "start" });
  }, [path, isInDiff]);
  if (diff.files.length === 0) {
    return <EmptyState icon={<GitDiffIcon className="size-5" />} title="No changes" text="Both sides are the same." />;
  }
  const sum = (count: (file: Diff["files"][number]) => number) =>
    diff.files.reduce((total, file) => total + count(file), 0);
  return (
    <div ref={listRef} className="flex flex-col gap-4">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="flex flex-wrap items-center gap-x-3 text-sm font-medium text-ink-2">
          {diff.files.length === 1 ? "1 file changed" : `${diff.files.length} files changed`}
          <DiffCounts additions={sum((file) => file.additions)} deletions={sum((file) => file.deletions)} />
        </h2>
        {isWide && (
          <SegmentedControl
            size="sm"
            label="Layout of the changes"
            options={layoutOptions}
            value={layout}
            onValueChange={setLayout}
          />
        )}
      </div>
      {diff.files.map((file, index) => (
        <DiffFile
          key={file.path}
          repository={repository}
          diff={diff}
          file={file}
          links={links}
          isSplit={isWide && layout === "split"}
          isInitiallyOpen={
            file.path === path || (index < maxOpenFiles && file.additions + file.deletions <= maxOpenLines)
          }
        />
      ))}
      {diff.isTruncated && (
        <p className="text-center text-sm text-ink-3">There are more files than can be shown here.</p>
      )}
    </div>
  );
}
