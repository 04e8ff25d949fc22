import { changeFlagNames, type Implementation, type ImplementationDiff } from "@cairn/contract/implementations";

import { DiffCounts } from "#web/features/code-browsing/changes/diff-counts.tsx";
import { DiffFile } from "#web/features/code-browsing/changes/diff-file.tsx";
import { useDiffLayout } from "#web/features/code-browsing/changes/diff-layout.ts";
import { createCodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useReviewComments } from "#web/features/review/comments/comments-context.ts";
import { createLineNotes } from "#web/features/review/comments/line-notes.tsx";
import { useMedia } from "#web/lib/browser/use-media.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";

interface ReviewChangesProps {
  project: ProjectKey;
  implementation: Implementation & { head: string };
  diff: ImplementationDiff;
}

/** Files after this many, and files with more changed lines, start folded; so do lockfiles, which nobody writes. */
const maxOpenFiles = 30;
const maxOpenLines = 800;
/** Unchanged lines after a change; the default of the call. */
const contextAfter = 2;
const layoutOptions = [
  { value: "unified", label: "Unified" },
  { value: "split", label: "Split" },
] as const;

type ReviewedFile = ImplementationDiff["files"][number];

/** Every file that an implementation changes, with what to look at twice beside its name. */
export function ReviewChanges({ project, implementation, diff }: ReviewChangesProps) {
  const { repository, head } = implementation;
  const [layout, setLayout] = useDiffLayout();
  const comments = useReviewComments();
  const isWide = useMedia("(min-width: 1280px)");
  const links = createCodeLinks(project, repository.slug, head);
  const { files, isTruncated } = diff;
  const sum = (count: (file: ReviewedFile) => number) => files.reduce((total, file) => total + count(file), 0);
  return (
    <section aria-label="Changes" className="flex flex-col gap-4">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="flex flex-wrap items-center gap-x-3 text-sm font-medium text-ink-2">
          {files.length === 1 ? "1 file changed" : `${files.length} files changed`}
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
      {files.map((file, at) => (
        <DiffFile
          key={file.path}
          repository={{ ...project, repositoryId: repository.repositoryId }}
          diff={{ ...diff, head }}
          file={file}
          links={links}
          contextAfter={contextAfter}
          lineNotes={createLineNotes(comments, { ...diff, head }, file)}
          isSplit={isWide && layout === "split"}
          isInitiallyOpen={at < maxOpenFiles && isShort(file)}
          marks={file.flags.map((flag) => (
            <Badge key={flag} tone="warning">
              {changeFlagNames[flag]}
            </Badge>
          ))}
        />
      ))}
      {isTruncated && <p className="text-center text-sm text-ink-3">There are more changes than can be shown here.</p>}
    </section>
  );
}

function isShort({ additions, deletions, flags }: ReviewedFile): boolean {
  return additions + deletions <= maxOpenLines && !flags.includes("lockfile");
}
