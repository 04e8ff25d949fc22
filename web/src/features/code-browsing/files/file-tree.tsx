import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";

import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { useMedia } from "#web/lib/browser/use-media.ts";
import { cx } from "#web/ui/cx.ts";
import { TruncatedName } from "#web/ui/display/truncated-name.tsx";
import { findByTyping, moveInTree, useTypeAhead } from "#web/ui/list/tree-keys.ts";
import { useWindowedRows } from "#web/ui/list/use-windowed-rows.ts";

import { EntryIcon, entryKindLabel } from "./entry-icon.tsx";
import type { TreeRow } from "./tree-rows.ts";
import { useFileTree } from "./use-file-tree.ts";

interface FileTreeProps {
  repository: RepositoryKey;
  branchName: string;
  /** The open path; highlighted in the tree and scrolled into view. */
  path: string;
  hrefOf: (path: string) => string;
  /** After an entry was opened. */
  onOpen?: () => void;
}

const indentPx = 14;

/** The folders and files of a branch as a tree; only visible rows are rendered. */
export function FileTree({ repository, branchName, path, hrefOf, onOpen }: FileTreeProps) {
  const navigate = useNavigate();
  const { rows, setOpen, retry } = useFileTree(repository, branchName, path);
  const treeRef = useRef<HTMLDivElement>(null);
  const rowHeightPx = useMedia("(pointer: coarse)") ? 44 : 28;
  const range = useWindowedRows(treeRef, { count: rows.length, rowHeightPx });
  const [focusedPath, setFocusedPath] = useState<string | null>(null);
  const typeAhead = useTypeAhead();
  const currentIndex = rows.findIndex((row) => row.path === path && row.item);
  const focusedIndex = rows.findIndex((row) => row.path === focusedPath);
  // The row that Tab reaches: the last focused one, else the open one, else the first.
  const tabIndex = focusedIndex === -1 ? Math.max(currentIndex, 0) : focusedIndex;
  useScrollToRow(treeRef, { index: currentIndex, path, rowHeightPx });

  const focusRow = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setFocusedPath(row.path);
    scrollToRow(treeRef.current, index * rowHeightPx, rowHeightPx);
    // A row outside the rendered range exists only after the scroll event was handled.
    requestAnimationFrame(() =>
      treeRef.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true }),
    );
  };
  const openRow = (row: TreeRow) => {
    if (row.note === "failed") return retry(row.path);
    if (!row.item) return;
    if (row.isOpen !== null) return setOpen(row.path, !row.isOpen);
    onOpen?.();
    void navigate({ to: hrefOf(row.path) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows[tabIndex];
    const move = moveInTree(rows, tabIndex, event.key);
    if (move === null) {
      if (event.key === "Enter" || event.key === " ") {
        if (row) openRow(row);
      } else if (event.key.length === 1) {
        const names = rows.map(({ item }) => item?.name);
        const found = findByTyping(names, tabIndex, typeAhead(event.key));
        if (found !== null) focusRow(found);
      } else return;
    } else if ("focus" in move) focusRow(move.focus);
    else setOpen("open" in move ? move.open : move.close, "open" in move);
    event.preventDefault();
    // Letters search for a name here; elsewhere they are shortcuts.
    event.stopPropagation();
  };

  const drawn = rows.slice(range.from, range.to).map((row, offset) => ({ row, index: range.from + offset }));
  const tabRow = rows[tabIndex];
  if (tabRow && (tabIndex < range.from || tabIndex >= range.to)) drawn.push({ row: tabRow, index: tabIndex });
  return (
    <div
      ref={treeRef}
      role="tree"
      aria-label="Files"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="relative outline-none"
      style={{ height: rows.length * rowHeightPx }}
    >
      {drawn.map(({ row, index }) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the tree
        <div
          key={`${row.path}:${row.note}`}
          data-index={index}
          role="treeitem"
          aria-level={row.level}
          aria-posinset={row.position}
          aria-setsize={row.setSize}
          aria-expanded={row.isOpen ?? undefined}
          aria-selected={index === currentIndex}
          tabIndex={index === tabIndex ? 0 : -1}
          onFocus={() => setFocusedPath(row.path)}
          onClick={() => openRow(row)}
          className={cx(
            "absolute inset-x-0 flex cursor-default items-center gap-1.5 rounded-md pr-2 text-sm select-none " +
              "hover:bg-surface-3 focus-visible:-outline-offset-2",
            index === currentIndex ? "bg-surface-4 font-medium text-ink" : "text-ink-2",
          )}
          style={{ top: index * rowHeightPx, height: rowHeightPx, paddingLeft: 6 + (row.level - 1) * indentPx }}
        >
          <RowContent row={row} />
        </div>
      ))}
    </div>
  );
}

function RowContent({ row }: { row: TreeRow }) {
  if (!row.item) {
    const words = { loading: "Loading…", failed: "Could not be read. Press to try again.", empty: "Empty folder" };
    return <span className="truncate pl-4.5 text-ink-3">{row.note && words[row.note]}</span>;
  }
  const kindWords = entryKindLabel(row.item.kind);
  return (
    <>
      <CaretRightIcon
        aria-hidden
        className={cx("size-3 shrink-0 text-ink-3", row.isOpen === null && "invisible", row.isOpen && "rotate-90")}
      />
      <EntryIcon kind={row.item.kind} />
      <TruncatedName name={row.item.name} />
      {kindWords && <span className="sr-only">, {kindWords}</span>}
    </>
  );
}

/** Scrolls to the open row once its index is known, and not again after that. */
function useScrollToRow(
  treeRef: RefObject<HTMLElement | null>,
  { index, path, rowHeightPx }: { index: number; path: string; rowHeightPx: number },
): void {
  const router = useRouter();
  const shownPathRef = useRef<string | null>(null);
  useEffect(() => {
    if (index === -1 || shownPathRef.current === path) return;
    shownPathRef.current = path;
    const show = () => scrollToRow(treeRef.current, index * rowHeightPx, rowHeightPx);
    show();
    // After rendering a screen the router restores the scroll position of every panel, so it scrolls again.
    const stop = router.subscribe("onRendered", () => {
      show();
      stop();
    });
    return stop;
  }, [router, treeRef, index, path, rowHeightPx]);
}

/** Scrolls only the panel around the tree, not the page. */
function scrollToRow(tree: HTMLElement | null, topPx: number, rowHeightPx: number): void {
  const panel = tree?.closest<HTMLElement>("[data-scroll-panel]");
  if (!tree || !panel) return;
  const panelBox = panel.getBoundingClientRect();
  // Before the page is scrolled, the panel extends below the window.
  const shownPx = Math.min(panelBox.bottom, window.innerHeight) - panelBox.top;
  const rowTopPx = tree.getBoundingClientRect().top + topPx - panelBox.top;
  if (rowTopPx < 0) panel.scrollTop += rowTopPx - rowHeightPx;
  else if (rowTopPx + rowHeightPx > shownPx) panel.scrollTop += rowTopPx + 2 * rowHeightPx - shownPx;
}
