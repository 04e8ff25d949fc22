import type { Diff, FileDiff } from "@cairn/contract/code-history";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { skipToken, useQuery } from "@tanstack/react-query";
import type { UseQueryOptions } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ReactNode } from "react";

import { fileQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import { pictureType } from "#web/features/code-browsing/file/picture-type.ts";
import type { CodeLinks } from "#web/features/code-browsing/location/code-links.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { splitCodeLines } from "#web/ui/code/code-lines.tsx";
import { fileLanguageKey } from "#web/ui/code/languages.ts";
import { cx } from "#web/ui/cx.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import type { Tone } from "#web/ui/display/badge.tsx";
import { TruncatedName } from "#web/ui/display/truncated-name.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { DiffCounts } from "./diff-counts.tsx";
import type { DiffNotes, ShowGap } from "./diff-line.tsx";
import { listDiffRows, type ShownLines } from "./diff-rows.ts";
import { DiffTable } from "./diff-table.tsx";
import { FoldedText } from "./folded-text.tsx";
import { PictureDiff } from "./picture-diff.tsx";
import { SplitDiffTable } from "./split-diff-table.tsx";

interface DiffFileProps {
  repository: RepositoryKey;
  diff: Diff;
  file: FileDiff;
  isInitiallyOpen: boolean;
  /** Side-by-side layout. */
  isSplit: boolean;
  links: CodeLinks;
  /** Unchanged lines after each change, as they were asked for; the default of `getDiff` when absent. */
  contextAfter?: number;
  /** Beside the name of the file. */
  marks?: ReactNode;
  /** At the end of the line with its name. */
  actions?: ReactNode;
  /** Loads more of its lines than were sent with the others; absent where all are sent that can be. */
  whole?: UseQueryOptions<FileDiff> | undefined;
  /** Whether it is open, where somebody else says so. */
  fold?: { isOpen: boolean; onChange: (isOpen: boolean) => void };
  /** Absent where nobody comments on its lines. */
  lineNotes?: DiffNotes;
  /** Lines of the newer side that no test runs; absent where that is not known. */
  missedLines?: ReadonlySet<number> | undefined;
}

const linesPerPress = 20;
const defaultContext = 3;

const statuses: Record<FileDiff["status"], { word: string; tone: Tone }> = {
  added: { word: "Added", tone: "success" },
  deleted: { word: "Deleted", tone: "danger" },
  modified: { word: "Modified", tone: "neutral" },
  renamed: { word: "Renamed", tone: "info" },
  copied: { word: "Copied", tone: "info" },
  "type-changed": { word: "Kind changed", tone: "warning" },
};

/** The changes of one file; collapsible. */
export function DiffFile(props: DiffFileProps) {
  const { diff, file, isInitiallyOpen, links, marks, actions, fold } = props;
  const [isOpenItself, setIsOpenItself] = useState(isInitiallyOpen);
  const isOpen = fold?.isOpen ?? isOpenItself;
  const setIsOpen = fold?.onChange ?? setIsOpenItself;
  const { word, tone } = statuses[file.status];
  const lastSeen = file.status === "deleted" ? diff.base : diff.head;
  return (
    <section
      aria-label={file.path}
      data-diff-path={file.path}
      className="scroll-mt-16 overflow-clip rounded-lg border border-line"
    >
      <div
        className={cx(
          "flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 bg-surface-2 py-1 pr-3 pl-1.5",
          isOpen && "border-b border-line-subtle",
        )}
      >
        {/* A long name is cut rather than put below its button. */}
        <span className="flex max-w-full min-w-0 items-center gap-x-2">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Fold" : "Show"} ${file.path}`}
            onClick={() => setIsOpen(!isOpen)}
            className="grid size-7 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-surface-4 hover:text-ink pointer-coarse:size-11"
          >
            <CaretRightIcon aria-hidden className={cx("size-3.5", isOpen && "rotate-90")} />
          </button>
          <h3 className="flex min-w-0 font-mono text-xs text-ink">
            {lastSeen ? (
              <Link
                href={links.hrefAt(lastSeen, file.path)}
                className="flex min-w-0 rounded-sm py-1 hover:underline pointer-coarse:py-3.5"
              >
                <TruncatedName name={file.path} />
              </Link>
            ) : (
              <TruncatedName name={file.path} />
            )}
          </h3>
        </span>
        {file.status !== "modified" && <Badge tone={tone}>{word}</Badge>}
        {marks}
        <span className="ml-auto flex items-center gap-x-2">
          <DiffCounts additions={file.additions} deletions={file.deletions} />
          {actions}
        </span>
      </div>
      {isOpen ? <DiffBody {...props} /> : <FoldedText file={file} onFound={() => setIsOpen(true)} />}
    </section>
  );
}

function DiffBody(props: DiffFileProps) {
  const { repository, diff, isSplit, contextAfter = defaultContext, lineNotes, missedLines } = props;
  const whole = useWholeFile(props);
  const { file } = whole;
  const [shownLines, setShownLines] = useState<ReadonlyMap<number, ShownLines>>(new Map());
  const full = useQuery({
    ...fileQuery(repository, { branchName: diff.head, path: file.path }),
    enabled: shownLines.size > 0,
  });
  const content = full.data?.content;
  const newLines = useMemo(() => (content === undefined ? null : splitCodeLines(content)), [content]);
  const hasEnd =
    file.status !== "added" &&
    file.status !== "deleted" &&
    !file.isTruncated &&
    continuesAfterLastHunk(file, contextAfter);
  const { hunks } = file;
  const rows = useMemo(
    () => listDiffRows({ hunks, shownLines, newLines, hasEnd }),
    [hunks, shownLines, newLines, hasEnd],
  );
  const showGap: ShowGap = (gap, side) => {
    const shown = shownLines.get(gap) ?? { above: 0, below: 0 };
    setShownLines(new Map(shownLines).set(gap, { ...shown, [side]: shown[side] + linesPerPress }));
  };
  const picture = file.isBinary ? pictureType(file.path) : null;
  const notes = listNotes(file, picture !== null);
  const Table = isSplit ? SplitDiffTable : DiffTable;
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="border-b border-line-subtle px-4 py-2 text-sm text-ink-3 last:border-b-0">
          {note}
        </p>
      ))}
      {picture !== null && <PictureDiff repository={repository} diff={diff} file={file} type={picture} />}
      {rows.length > 0 && (
        <Table
          path={file.path}
          rows={rows}
          language={fileLanguageKey(file.path, null)}
          onShowGap={showGap}
          notes={lineNotes}
          missedLines={missedLines}
        />
      )}
      {file.isTruncated && <LeftOut isEmpty={hunks.length === 0} {...whole} />}
      {full.isError && (
        <div className="border-t border-line-subtle px-4 py-2">
          <InlineError message={errorMessage(full.error)} onRetry={() => void full.refetch()} />
        </div>
      )}
    </>
  );
}

/** The file with all the lines that are loaded of it. */
function useWholeFile({ file, whole }: Pick<DiffFileProps, "file" | "whole">) {
  const [isWanted, setIsWanted] = useState(false);
  const isOffered = file.isTruncated && whole !== undefined;
  const query = useQuery<FileDiff>({
    ...(whole ?? { queryKey: ["no whole file"], queryFn: skipToken }),
    ...(isOffered && isWanted ? {} : { enabled: false }),
  });
  const loaded = isOffered ? query.data : undefined;
  return {
    file: loaded === undefined ? file : { ...file, hunks: loaded.hunks, isTruncated: loaded.isTruncated },
    /** Absent where there is nothing more to load. */
    onLoad: isOffered && loaded === undefined ? () => setIsWanted(true) : undefined,
    isLoading: query.isFetching,
    error: query.error,
    onRetry: () => void query.refetch(),
  };
}

type LeftOutProps = Omit<ReturnType<typeof useWholeFile>, "file"> & {
  /** No line of it is shown. */
  isEmpty: boolean;
};

/** Says that lines are not shown, with a way to have them where there is one. */
function LeftOut({ isEmpty, onLoad, isLoading, error, onRetry }: LeftOutProps) {
  return (
    <div className="flex flex-col gap-2 border-t border-line-subtle px-4 py-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 text-sm text-ink-3">{sayLeftOut({ isEmpty, isOffered: onLoad !== undefined })}</p>
        {onLoad && error === null && (
          <Button size="sm" isBusy={isLoading} onClick={onLoad}>
            Load more of this file
          </Button>
        )}
      </div>
      {error !== null && <InlineError message={errorMessage(error)} onRetry={onRetry} />}
    </div>
  );
}

function sayLeftOut({ isEmpty, isOffered }: { isEmpty: boolean; isOffered: boolean }): string {
  if (isOffered) return isEmpty ? "Its lines were not loaded with the others." : "More of its lines are changed.";
  return isEmpty ? "It is too large for its lines to be compared." : "There are more changes than can be shown here.";
}

/** Fewer context lines after the last change than requested mean that the file ends there. */
function continuesAfterLastHunk({ hunks }: FileDiff, contextAfter: number): boolean {
  const lastLines = hunks.at(-1)?.lines.slice(-contextAfter) ?? [];
  return lastLines.length === contextAfter && lastLines.every((line) => line.type === "context");
}

/** Changes that the lines do not show, such as a rename or a new mode. */
function listNotes(file: FileDiff, isPicture: boolean): string[] {
  const { oldPath, path, oldMode, newMode, isBinary, hunks, status, isTruncated } = file;
  const notes: string[] = [];
  if (oldPath !== null && oldPath !== path) notes.push(`From ${oldPath}`);
  if (oldMode && newMode && oldMode !== newMode) notes.push(`Mode ${oldMode} is now ${newMode}`);
  if (isPicture) return notes;
  if (isBinary) notes.push("Its content is not text, so its lines cannot be compared.");
  else if (hunks.length === 0 && !isTruncated && (status === "added" || status === "deleted")) {
    notes.push("The file is empty.");
  } else if (hunks.length === 0 && !isTruncated && notes.length > 0) notes.push("Its content is the same.");
  return notes;
}
