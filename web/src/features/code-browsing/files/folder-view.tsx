import type { FileTreeItem } from "@cairn/contract/code-browsing";
import { ArrowBendLeftUpIcon } from "@phosphor-icons/react/dist/csr/ArrowBendLeftUp";
import { memo, useMemo, useRef, useState } from "react";

import { parentPath } from "#web/features/code-browsing/location/file-path.ts";
import { useMedia } from "#web/lib/browser/use-media.ts";
import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { TruncatedName } from "#web/ui/display/truncated-name.tsx";
import { FilterField } from "#web/ui/form/filter-field.tsx";
import { useRowKeys } from "#web/ui/list/list.tsx";
import { useWindowedRows } from "#web/ui/list/use-windowed-rows.ts";

import { EntryIcon, entryKindLabel } from "./entry-icon.tsx";

interface FolderViewProps {
  folder: FileTreeItem;
  /** Path of the folder; "" is the root. */
  path: string;
  hrefOf: (path: string) => string;
  /** Called when the pointer rests on an entry, which may be opened next. */
  onIntent: (item: FileTreeItem) => void;
}

/** A folder smaller than this needs no filter. */
const filterFromCount = 24;
/** Time the pointer must rest on a row. */
const intentMs = 60;

/**
 * The entries of a folder, folders first; the first entry leads to the parent. Of a long list only the visible rows and
 * the focused row are rendered.
 */
export function FolderView({ folder, path, hrefOf, onIntent }: FolderViewProps) {
  const [filter, setFilter] = useState("");
  const [focusedIndex, setFocusedIndex] = useState(-1);
  const listRef = useRef<HTMLUListElement>(null);
  const items = folder.children ?? none;
  const word = filter.trim().toLowerCase();
  // Memoized, so that scrolling does not filter the list again.
  const rows = useMemo(() => listRows(items, word, path !== ""), [items, word, path]);
  const rowHeightPx = useMedia("(pointer: coarse)") ? 44 : 36;
  const range = useWindowedRows(listRef, { count: rows.length, rowHeightPx });
  useRowKeys(listRef);

  const drawn = rows.slice(range.from, range.to).map((item, offset) => ({ item, index: range.from + offset }));
  if (focusedIndex >= range.to && focusedIndex < rows.length) {
    drawn.push({ item: rows[focusedIndex] ?? null, index: focusedIndex });
  } else if (focusedIndex >= 0 && focusedIndex < range.from) {
    drawn.unshift({ item: rows[focusedIndex] ?? null, index: focusedIndex });
  }
  return (
    <div className="flex flex-col gap-2">
      {items.length >= filterFromCount && (
        <FilterField label="Filter this folder" value={filter} onValueChange={setFilter} />
      )}
      <div className="rounded-lg border border-line bg-surface-2">
        <ul ref={listRef} aria-label="Files" className="relative" style={{ height: rows.length * rowHeightPx }}>
          {drawn.map(({ item, index }) => (
            <FileRow
              key={item?.id ?? ". ."}
              item={item}
              href={hrefOf(item ? item.path : parentPath(path))}
              index={index}
              count={rows.length}
              rowHeightPx={rowHeightPx}
              onFocusedIndex={setFocusedIndex}
              onIntent={onIntent}
            />
          ))}
        </ul>
        {!rows.some((item) => item !== null) && (
          <p className="px-4 py-6 text-center text-sm text-ink-3">
            {items.length === 0 ? "This folder is empty" : "No file has this name"}
          </p>
        )}
      </div>
    </div>
  );
}

const none: readonly FileTreeItem[] = [];

/** The entries whose name contains the word, after the entry for the parent folder (null). */
function listRows(items: readonly FileTreeItem[], word: string, hasParent: boolean): (FileTreeItem | null)[] {
  const shown = word === "" ? items : items.filter((item) => item.name.toLowerCase().includes(word));
  return hasParent ? [null, ...shown] : [...shown];
}

function EntryName({ item }: { item: FileTreeItem }) {
  const kindWords = entryKindLabel(item.kind);
  return (
    <>
      <TruncatedName name={item.name} />
      {kindWords && <span className="shrink-0 text-xs font-normal text-ink-3">{kindWords}</span>}
    </>
  );
}

function ParentName() {
  return (
    <>
      <span aria-hidden="true">. .</span>
      <span className="sr-only">Parent folder</span>
    </>
  );
}

interface FileRowProps {
  /** Null for the entry that leads to the parent folder. */
  item: FileTreeItem | null;
  href: string;
  index: number;
  count: number;
  rowHeightPx: number;
  onFocusedIndex: (index: number) => void;
  onIntent: (item: FileTreeItem) => void;
}

/** A dense row. The link covers the row, so that the whole row can be pressed. */
const FileRow = memo(function FileRow(props: FileRowProps) {
  const { item, href, index, count, rowHeightPx, onFocusedIndex, onIntent } = props;
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (
    <li
      data-row
      aria-posinset={index + 1}
      aria-setsize={count}
      onPointerEnter={() => {
        if (item) timerRef.current = setTimeout(() => onIntent(item), intentMs);
      }}
      onPointerLeave={() => clearTimeout(timerRef.current)}
      // By index and not by `:first-child`, which would be re-evaluated whenever rows are added or removed.
      className={cx(
        "absolute inset-x-0 flex items-center gap-2.5 border-line-subtle px-3 hover:bg-surface-3",
        index > 0 && "border-t",
      )}
      style={{ top: index * rowHeightPx, height: rowHeightPx }}
    >
      {item ? <EntryIcon kind={item.kind} /> : <ArrowBendLeftUpIcon aria-hidden className="size-4 text-ink-3" />}
      <Link
        href={href}
        onFocus={() => onFocusedIndex(index)}
        onBlur={() => onFocusedIndex(-1)}
        className={
          "flex min-w-0 items-baseline gap-2 text-base after:absolute after:inset-x-0 after:-top-px " +
          "after:bottom-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 " +
          "focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        }
      >
        {item ? <EntryName item={item} /> : <ParentName />}
      </Link>
    </li>
  );
});
