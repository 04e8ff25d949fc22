import { ArrowLineDownIcon } from "@phosphor-icons/react/dist/csr/ArrowLineDown";
import { ArrowLineUpIcon } from "@phosphor-icons/react/dist/csr/ArrowLineUp";
import { ArrowsVerticalIcon } from "@phosphor-icons/react/dist/csr/ArrowsVertical";
import { useMemo } from "react";
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from "react";

import { markRanges } from "#web/ui/code/changed-range.ts";
import type { CharacterRange } from "#web/ui/code/changed-range.ts";
import { CodeText } from "#web/ui/code/code-line.tsx";
import type { CodeToken } from "#web/ui/code/highlight.ts";
import { useHighlight } from "#web/ui/code/use-highlight.ts";

import type { DiffLine, DiffRow, ShownLines } from "./diff-rows.ts";
import { markChangedWords } from "./mark-changed-words.ts";

/** One line of one side, counted from 1. */
export interface DiffLocation {
  side: "old" | "new";
  line: number;
}

/** What people can say about the lines of a file, and have said. */
export interface DiffNotes {
  onComment: (at: DiffLocation) => void;
  /** Nobody comments on the old side. */
  isNewSideOnly?: boolean;
  /** What stands below a line; null where nobody said anything. */
  below: (at: DiffLocation) => ReactNode;
}

/** Shows more lines of a gap, `above`: beside the change above it, or `below`. */
export type ShowGap = (gap: number, side: keyof ShownLines) => void;

export interface DiffTableProps {
  path: string;
  rows: readonly DiffRow[];
  /** A key of `fileLanguageKey`. */
  language: string | null;
  onShowGap: ShowGap;
  /** Absent where nobody comments. */
  notes?: DiffNotes | undefined;
  /** Lines of the newer side that no test runs; absent where that is not known. */
  missedLines?: ReadonlySet<number> | undefined;
}

/** How the text of a line is rendered. */
export interface LineStyle {
  tokens?: readonly CodeToken[] | undefined;
  /** The changed ranges within the line, in order. */
  ranges?: readonly CharacterRange[] | undefined;
}

const signs = { added: "+", deleted: "−", context: " " };
const words = { added: "added", deleted: "removed", context: "" };

/** Returns the style of a row by its index. Each side is highlighted as a text of its own. */
export function useLineStyles(rows: readonly DiffRow[], language: string | null): (index: number) => LineStyle {
  const sides = useMemo(() => ({ old: collectSide(rows, "old"), new: collectSide(rows, "new") }), [rows]);
  const oldTokens = useHighlight(sides.old.lines, language);
  const newTokens = useHighlight(sides.new.lines, language);
  const ranges = useMemo(() => markChangedWords(rows), [rows]);
  return (index) => {
    const row = rows[index];
    const isOld = row?.kind === "line" && row.line.type === "deleted";
    const codeLocation = isOld ? sides.old.rowIndexes.get(index) : sides.new.rowIndexes.get(index);
    return {
      tokens: codeLocation === undefined ? undefined : (isOld ? oldTokens : newTokens)[codeLocation],
      ranges: ranges.get(index),
    };
  };
}

/** The text of a line after its sign (added, removed or unchanged). */
export function LineText({ line, look: { tokens, ranges } }: { line: DiffLine; look: LineStyle }) {
  return (
    <>
      <span aria-hidden="true" className="diff-sign">
        {signs[line.type]}
      </span>
      {words[line.type] && <span className="sr-only select-none">{words[line.type]}: </span>}
      {ranges ? (
        <MarkedText tokens={tokens ?? [{ text: line.content, color: undefined }]} ranges={ranges} />
      ) : (
        <CodeText text={line.content} tokens={tokens} />
      )}
      {line.isUnended && <span className="ml-3 font-sans text-xs text-ink-3">No line break at the end</span>}
    </>
  );
}

function MarkedText({ tokens, ranges }: { tokens: readonly CodeToken[]; ranges: readonly CharacterRange[] }) {
  return markRanges(tokens, ranges).map(({ text, color, isMarked }, index) => {
    const style = color ? { color } : undefined;
    return isMarked ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of a line never move
      <mark key={index} style={style}>
        {text}
      </mark>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} style={style}>
        {text}
      </span>
    );
  });
}

/** The line of a row that a comment is about: of an unchanged one it is the new side. */
export function locateLine({ type, oldLine, newLine }: DiffLine): DiffLocation | null {
  const side = type === "deleted" ? "old" : "new";
  const line = side === "old" ? oldLine : newLine;
  return line === null ? null : { side, line };
}

const lineMark = "data-comment-line";

/** Of which lines the number is a button to comment. */
export type CommentedSides = "none" | "new" | "both";

export function commentedSides(notes: DiffNotes | undefined): CommentedSides {
  if (!notes) return "none";
  return notes.isNewSideOnly === true ? "new" : "both";
}

interface LineNumberProps {
  /** Null shows nothing. */
  line: number | null;
  /** Where a press comments; null where this number is no way to do so. */
  at: DiffLocation | null;
  commented: CommentedSides;
}

/** A line number, or the button to comment on its line: `lineGroup` hears its press, and its keys go from one to the next. */
export function LineNumber({ line, at, commented }: LineNumberProps) {
  if (at === null || commented === "none" || (commented === "new" && at.side === "old")) return line;
  return (
    <button
      type="button"
      tabIndex={-1}
      {...{ [lineMark]: `${at.side}:${at.line}` }}
      aria-label={`Comment on ${at.side === "old" ? "removed " : ""}line ${at.line}`}
      className="diff-comment"
    >
      {line}
    </button>
  );
}

/** Beside the number of a line that no test runs. Its shape says it, so that nobody has to tell colours apart. */
export function MissedMark() {
  return (
    <span className="diff-missed" title="No test runs this line">
      <span className="sr-only select-none">Not run by tests. </span>
    </span>
  );
}

/** Whether the line is one of the newer side that no test runs. */
export function isMissedLine({ type, newLine }: DiffLine, missedLines: ReadonlySet<number> | undefined): boolean {
  return type === "added" && newLine !== null && missedLines?.has(newLine) === true;
}

/** Below a line: what was said about it, over the whole width that is seen of the table. */
export function NoteRow({ children, columns }: { children: ReactNode; columns: number }) {
  return (
    <tr className="diff-note">
      <td colSpan={columns}>
        <div>{children}</div>
      </td>
    </tr>
  );
}

/** What stands below a row: of a line that both sides have, what was said about either. */
export function notesBelow({ type, oldLine, newLine }: DiffLine, notes: DiffNotes | undefined): ReactNode[] {
  if (!notes) return [];
  const sides: DiffLocation[] = [];
  if (type !== "added" && oldLine !== null && notes.isNewSideOnly !== true) sides.push({ side: "old", line: oldLine });
  if (type !== "deleted" && newLine !== null) sides.push({ side: "new", line: newLine });
  return sides.flatMap((at) => notes.below(at) ?? []);
}

/** Attributes of the lines of a file: scrolled sideways by keys and, with notes, gone through line by line. */
export function lineGroup(label: string, notes: DiffNotes | undefined) {
  return {
    role: "group",
    tabIndex: 0,
    "aria-label": label,
    onKeyDown: notes ? moveByLine : undefined,
    onClick: notes ? (event: MouseEvent<HTMLElement>) => commentByPress(event, notes) : undefined,
  };
}

/** The height that is reserved for so many rows while they are far from the window. */
export function linesStyle(rows: number): CSSProperties {
  return { "--diff-rows": rows } as CSSProperties;
}

/** One handler for all lines: whoever opens one editor renders no other line anew. */
function commentByPress({ target }: MouseEvent<HTMLElement>, notes: DiffNotes): void {
  const button = target instanceof Element ? target.closest(`[${lineMark}]`) : null;
  const [side, line] = button?.getAttribute(lineMark)?.split(":") ?? [];
  if (side === "old" || side === "new") notes.onComment({ side, line: Number(line) });
}

/** Up and Down go from line to line of the table, Home and End to the first and the last. */
function moveByLine(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const { currentTarget, target, key } = event;
  const isOnLine = target instanceof Element && target.hasAttribute(lineMark);
  if (!isOnLine && target !== currentTarget) return;
  const lines = [...currentTarget.querySelectorAll<HTMLElement>(`[${lineMark}]`)];
  const at = isOnLine ? lines.indexOf(target as HTMLElement) : -1;
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[key];
  const line = next === undefined ? undefined : lines[next];
  if (line === undefined) return;
  event.preventDefault();
  line.focus();
}

interface GapRowProps {
  row: Extract<DiffRow, { kind: "gap" }>;
  columns: number;
  onShow: ShowGap;
}

const gapButton =
  "flex h-7 items-center gap-2 text-xs text-ink-3 hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:h-11";

/** A row for hidden unchanged lines, with buttons to show them from either end. */
export function GapRow({ row, columns, onShow }: GapRowProps) {
  const { gap, hiddenLines, heading, opensDown, isLast } = row;
  const label =
    hiddenLines === null ? "Show the lines below" : `${hiddenLines} unchanged ${hiddenLines === 1 ? "line" : "lines"}`;
  return (
    <tr className="diff-gap">
      <td colSpan={columns}>
        <div className="sticky left-0 flex w-fit max-w-full">
          {opensDown && (
            <button
              type="button"
              aria-label={`Show more below the change above, of ${label}`}
              onClick={() => onShow(gap, "above")}
              className={`${gapButton} shrink-0 pr-0 pl-3 pointer-coarse:min-w-11`}
            >
              <ArrowLineDownIcon aria-hidden className="size-3.5" />
            </button>
          )}
          <button
            type="button"
            onClick={() => onShow(gap, isLast ? "above" : "below")}
            className={`${gapButton} min-w-0 px-3`}
          >
            {opensDown ? (
              <ArrowLineUpIcon aria-hidden className="size-3.5 shrink-0" />
            ) : (
              <ArrowsVerticalIcon aria-hidden className="size-3.5 shrink-0" />
            )}
            <span className="shrink-0">
              {hiddenLines !== null && <span className="sr-only">Show more of </span>}
              {label}
            </span>
            {heading && <span className="truncate font-mono">{heading}</span>}
          </button>
        </div>
      </td>
    </tr>
  );
}

/** The lines of one side in order, and the index of each row among them. */
function collectSide(
  rows: readonly DiffRow[],
  side: "old" | "new",
): { lines: string[]; rowIndexes: Map<number, number> } {
  const lines: string[] = [];
  const rowIndexes = new Map<number, number>();
  for (const [index, row] of rows.entries()) {
    if (row.kind === "gap" || (side === "old" ? row.line.oldLine : row.line.newLine) === null) continue;
    rowIndexes.set(index, lines.length);
    lines.push(row.line.content);
  }
  return { lines, rowIndexes };
}
