import { changeFlagNames } from "@cairn/contract/change-flags";
import type { ChangedLineCoverage } from "@cairn/contract/change-overview";
import { type Implementation, type ImplementationDiff, type ReviewedFile } from "@cairn/contract/implementations";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";

import { DiffCounts } from "#web/features/code-browsing/changes/diff-counts.tsx";
import { DiffFile } from "#web/features/code-browsing/changes/diff-file.tsx";
import { useDiffLayout } from "#web/features/code-browsing/changes/diff-layout.ts";
import { createCodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import { changedFileQuery } from "#web/features/implementations/implementations.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useReviewComments } from "#web/features/review/comments/comments-context.ts";
import { countOpenThreads } from "#web/features/review/comments/group-threads.ts";
import { createLineNotes } from "#web/features/review/comments/line-notes.tsx";
import { FoldAll } from "#web/features/review/files/fold-all.tsx";
import { ChangesSinceLastLook } from "#web/features/review/marks/changes-since-look.tsx";
import { marksQuery, useNoteLook, useSetViewed } from "#web/features/review/marks/marks.api.ts";
import { ViewedProgress } from "#web/features/review/marks/viewed-progress.tsx";
import { ViewedToggle } from "#web/features/review/marks/viewed-toggle.tsx";
import { useIsNarrow, useMedia } from "#web/lib/browser/use-media.ts";
import { cx } from "#web/ui/cx.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";

import { ReviewFiles } from "./review-files.tsx";

interface ReviewChangesProps {
  project: ProjectKey;
  implementation: Implementation & { head: string };
  diff: ImplementationDiff;
  /** Null where it is not known which lines tests ran. */
  coverage: ChangedLineCoverage | null;
}

/** Files after this many, and files with more changed lines, start folded; so does what programs write. */
const maxOpenFiles = 30;
const maxOpenLines = 800;
/** Unchanged lines after a change; the default of the call. */
const contextAfter = 2;
const layoutOptions = [
  { value: "unified", label: "Unified" },
  { value: "split", label: "Split" },
] as const;
type Scope = "all" | "since";
const scopeOptions = [
  { value: "all", label: "All changes" },
  { value: "since", label: "Since you last looked" },
] as const;

/** Every file that an implementation changes, what the reader has viewed of it, and what changed since they looked last. */
export function ReviewChanges({ project, implementation, diff, coverage }: ReviewChangesProps) {
  const { head } = implementation;
  const { data: marks } = useQuery(marksQuery(project, implementation));
  const { mutate: noteLook } = useNoteLook(project, implementation);
  const [scope, setScope] = useState<Scope>("all");
  const lastLook = marks?.lastLook ?? null;
  const viewed = new Map(marks?.viewed.map(({ path, version }) => [path, version]));
  useEffect(() => noteLook(head), [noteLook, head]);
  return (
    <section aria-label="Changes" className="flex flex-col gap-4">
      {lastLook !== null && (
        <SegmentedControl
          size="sm"
          label="Which changes are shown"
          options={scopeOptions}
          value={scope}
          onValueChange={setScope}
        />
      )}
      {lastLook !== null && scope === "since" ? (
        <ChangesSinceLastLook project={project} implementation={implementation} lastLook={lastLook}>
          {({ files, base, isTruncated }) => (
            <ChangedFiles
              key={base}
              project={project}
              implementation={implementation}
              diff={{ files, base, head, isTruncated }}
              coverage={coverage}
              isPartial
            />
          )}
        </ChangesSinceLastLook>
      ) : (
        <ChangedFiles
          project={project}
          implementation={implementation}
          diff={{ ...diff, head }}
          coverage={coverage}
          viewed={marks && viewed}
        />
      )}
    </section>
  );
}

interface ChangedFilesProps {
  project: ProjectKey;
  implementation: Implementation;
  diff: ImplementationDiff & { head: string };
  coverage: ChangedLineCoverage | null;
  /** Versions that the reader has viewed, by path; absent where nothing is marked. */
  viewed?: ReadonlyMap<string, string> | undefined;
  /** It begins at another commit than the implementation, so nobody comments on what was there. */
  isPartial?: boolean;
}

function ChangedFiles(props: ChangedFilesProps) {
  const { project, implementation, diff, coverage, viewed, isPartial = false } = props;
  const { repository } = implementation;
  const [layout, setLayout] = useDiffLayout();
  const comments = useReviewComments();
  const setViewed = useSetViewed(project, implementation);
  /** What the reader opened or folded themselves, by file and version. */
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isNarrow = useIsNarrow();
  const isWide = useMedia("(min-width: 1280px)");
  const isRoomy = useMedia("(min-width: 1440px)");
  /** Null until the reader opened or closed the tree themselves. */
  const [chosenTree, setChosenTree] = useState<boolean | null>(null);
  const missed = useMemo(() => listMissedLines(coverage), [coverage]);
  const links = createCodeLinks(project, repository.slug, diff.head);
  const { files, isTruncated } = diff;
  const sum = (count: (file: ReviewedFile) => number) => files.reduce((total, file) => total + count(file), 0);
  const isTreeOpen = chosenTree ?? isRoomy;
  const isBeside = isWide && isTreeOpen && files.length > 1;
  const isViewed = ({ path, version }: ReviewedFile) => viewed?.get(path) === version;
  const fold = (file: ReviewedFile, isOpen: boolean) => setFolds((known) => new Map(known).set(keyOf(file), isOpen));
  const foldAll = (isOpen: boolean) => setFolds(new Map(files.map((file) => [keyOf(file), isOpen])));
  const opened = files.map(
    (file, at) => folds.get(keyOf(file)) ?? (at < maxOpenFiles && isShort(file) && !isViewed(file)),
  );
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="flex flex-wrap items-center gap-x-3 text-sm font-medium text-ink-2">
          {files.length === 1 ? "1 file changed" : `${files.length} files changed`}
          <DiffCounts additions={sum((file) => file.additions)} deletions={sum((file) => file.deletions)} />
        </h2>
        {viewed && files.length > 0 && <ViewedProgress viewed={files.filter(isViewed).length} total={files.length} />}
        {files.length > 1 && <FoldAll isOpen={!opened.includes(false)} onChange={foldAll} />}
        {!isNarrow && (
          <SegmentedControl
            size="sm"
            label="Layout of the changes"
            options={layoutOptions}
            value={layout}
            onValueChange={setLayout}
          />
        )}
      </div>
      <div className={cx("flex flex-col gap-4", isBeside && "grid grid-cols-[15rem_minmax(0,1fr)] items-start")}>
        {files.length > 1 && (
          <ReviewFiles
            repositoryId={repository.repositoryId}
            files={files}
            isOpen={isTreeOpen}
            onOpenChange={setChosenTree}
            isBeside={isBeside}
            isViewed={isViewed}
            countComments={(file) => countOpenThreads(comments.threads ?? [], file)}
          />
        )}
        <div className="flex min-w-0 flex-col gap-4">
          {files.map((file, at) => {
            const isOpen = opened[at] ?? false;
            return (
              <DiffFile
                key={file.path}
                repository={{ ...project, repositoryId: repository.repositoryId }}
                diff={diff}
                file={file}
                links={links}
                contextAfter={contextAfter}
                lineNotes={createLineNotes(comments, diff, file, { isNewSideOnly: isPartial })}
                isSplit={!isNarrow && layout === "split"}
                isInitiallyOpen={isOpen}
                missedLines={missed.get(file.path)}
                whole={isPartial ? undefined : changedFileQuery(project, implementation, file)}
                fold={{ isOpen, onChange: (next) => fold(file, next) }}
                marks={
                  <>
                    {file.flags.map((flag) => (
                      <Badge key={flag} tone="warning">
                        {changeFlagNames[flag]}
                      </Badge>
                    ))}
                    {viewed?.has(file.path) && !isViewed(file) && (
                      <Badge tone="info">Changed since you viewed it</Badge>
                    )}
                  </>
                }
                actions={
                  viewed && (
                    <ViewedToggle
                      path={file.path}
                      isViewed={isViewed(file)}
                      onViewed={(next) => {
                        fold(file, !next);
                        setViewed.mutate({ path: file.path, version: file.version, isViewed: next });
                      }}
                    />
                  )
                }
              />
            );
          })}
        </div>
      </div>
      {isTruncated && <p className="text-center text-sm text-ink-3">There are more changes than can be shown here.</p>}
    </>
  );
}

function listMissedLines(coverage: ChangedLineCoverage | null): ReadonlyMap<string, ReadonlySet<number>> {
  const byPath = Map.groupBy(coverage?.missed ?? [], ({ path }) => path);
  const linesOf = ({ startLine, endLine }: { startLine: number; endLine: number }) =>
    Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at);
  return new Map([...byPath].map(([path, ranges]) => [path, new Set(ranges.flatMap(linesOf))]));
}

function keyOf({ path, version }: ReviewedFile): string {
  return `${path}\0${version}`;
}

function isShort({ additions, deletions, flags }: ReviewedFile): boolean {
  return additions + deletions <= maxOpenLines && !flags.includes("lockfile") && !flags.includes("generated");
}
