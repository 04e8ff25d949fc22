import type { ReviewedFile } from "@cairn/contract/implementations";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { ChatCircleIcon } from "@phosphor-icons/react/dist/csr/ChatCircle";
import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { useRef, useState } from "react";
import type { KeyboardEvent } from "react";

import { DiffCounts } from "#web/features/code-browsing/changes/diff-counts.tsx";
import type { ReviewTreeRow } from "#web/features/review/files/tree-of-files.ts";
import { showFile } from "#web/features/review/overview/show-lines.ts";
import { cx } from "#web/ui/cx.ts";
import { TruncatedName } from "#web/ui/display/truncated-name.tsx";
import { findByTyping, moveInTree, useTypeAhead } from "#web/ui/list/tree-keys.ts";

/** What a reader knows of a file besides its changes. */
export interface FileFacts {
  isViewed: (file: ReviewedFile) => boolean;
  /** Comments on it that are open. */
  countComments: (file: ReviewedFile) => number;
}

interface ReviewTreeProps extends FileFacts {
  rows: readonly ReviewTreeRow[];
  onFold: (path: string, isOpen: boolean) => void;
}

const indentPx = 14;

/** The changed files as a tree by the keys of one: arrows, Home, End, letters; Enter goes to the changes of a file. */
export function ReviewTree({ rows, onFold, ...facts }: ReviewTreeProps) {
  const treeRef = useRef<HTMLDivElement>(null);
  const [focusedPath, setFocusedPath] = useState<string | null>(null);
  const typeAhead = useTypeAhead();
  // The row that Tab reaches: the last one that had the focus, else the first.
  const tabIndex = Math.max(
    rows.findIndex(({ path }) => path === focusedPath),
    0,
  );
  const focusRow = (index: number) => {
    treeRef.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();
  };
  const press = ({ isOpen, path, files: [file] }: ReviewTreeRow) => {
    if (isOpen !== null) onFold(path, !isOpen);
    else if (file) showFile(file);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey) return;
    const move = moveInTree(rows, tabIndex, key);
    const row = rows[tabIndex];
    if (move !== null) {
      if ("focus" in move) focusRow(move.focus);
      else onFold("open" in move ? move.open : move.close, "open" in move);
    } else if (key === "Enter" || key === " ") {
      if (row) press(row);
    } else if (/^[\p{L}\p{N}._-]$/u.test(key)) {
      const found = findByTyping(
        rows.map(({ name }) => name),
        tabIndex,
        typeAhead(key),
      );
      if (found !== null) focusRow(found);
    } else return;
    event.preventDefault();
    // Letters search for a name here; elsewhere they are shortcuts.
    event.stopPropagation();
  };
  return (
    <div
      ref={treeRef}
      role="tree"
      aria-label="Changed files"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="outline-none"
    >
      {rows.map((row, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the tree
        <div
          key={row.path}
          data-index={index}
          role="treeitem"
          aria-level={row.level}
          aria-posinset={row.position}
          aria-setsize={row.setSize}
          aria-expanded={row.isOpen ?? undefined}
          aria-selected={index === tabIndex}
          tabIndex={index === tabIndex ? 0 : -1}
          onFocus={() => setFocusedPath(row.path)}
          onClick={() => press(row)}
          style={{ paddingLeft: 6 + (row.level - 1) * indentPx }}
          className={cx(
            "flex min-h-7 cursor-default items-center gap-1.5 rounded-md pr-2 text-xs select-none pointer-coarse:min-h-11",
            "hover:bg-surface-3 hover:text-ink focus-visible:-outline-offset-2",
            row.kind === "service" ? "font-medium text-ink" : "font-mono text-ink-2",
          )}
        >
          <RowContent row={row} {...facts} />
        </div>
      ))}
    </div>
  );
}

function RowContent({ row, isViewed, countComments }: FileFacts & { row: ReviewTreeRow }) {
  const { kind, name, isOpen, files } = row;
  const [file] = files;
  const sum = (count: (file: ReviewedFile) => number) => files.reduce((total, one) => total + count(one), 0);
  // What is in an open folder is told by its own rows.
  const isTold = isOpen !== true;
  return (
    <>
      {kind === "file" && file ? (
        <StatusLetter status={file.status} />
      ) : (
        <CaretRightIcon aria-hidden className={cx("size-3 shrink-0 text-ink-3", isOpen && "rotate-90")} />
      )}
      <span className="flex min-w-0 flex-1">
        <TruncatedName name={name} />
      </span>
      {isTold && kind !== "file" && (
        <span className="shrink-0 font-sans text-ink-3">{files.length === 1 ? "1 file" : `${files.length} files`}</span>
      )}
      {isTold && <CommentCount count={sum(countComments)} />}
      {isTold && files.every(isViewed) && (
        <span className="shrink-0 text-success-text">
          <CheckIcon aria-hidden className="size-3.5" />
          <span className="sr-only">Viewed</span>
        </span>
      )}
      {isTold && (
        <DiffCounts additions={sum(({ additions }) => additions)} deletions={sum(({ deletions }) => deletions)} />
      )}
    </>
  );
}

function CommentCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="flex shrink-0 items-center gap-0.5 font-sans text-warning-text tabular-nums">
      <ChatCircleIcon aria-hidden className="size-3.5" />
      {count}
      <span className="sr-only">{count === 1 ? " open comment" : " open comments"}</span>
    </span>
  );
}

const statuses: Record<ReviewedFile["status"], { letter: string; word: string; color: string }> = {
  added: { letter: "A", word: "Added", color: "text-success-text" },
  deleted: { letter: "D", word: "Deleted", color: "text-danger-text" },
  modified: { letter: "M", word: "Modified", color: "text-ink-3" },
  renamed: { letter: "R", word: "Renamed", color: "text-info-text" },
  copied: { letter: "C", word: "Copied", color: "text-info-text" },
  "type-changed": { letter: "T", word: "Kind changed", color: "text-warning-text" },
};

function StatusLetter({ status }: { status: ReviewedFile["status"] }) {
  const { letter, word, color } = statuses[status];
  return (
    <span className={cx("w-3 shrink-0 text-center font-medium", color)}>
      <span aria-hidden title={word}>
        {letter}
      </span>
      <span className="sr-only">{word} </span>
    </span>
  );
}
