import { memo, startTransition, useEffect, useMemo, useRef, useState } from "react";
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode, RefObject } from "react";

import { cx } from "#web/ui/cx.ts";

import { CodeText } from "./code-line.tsx";
import type { CodeToken } from "./highlight.ts";
import { toRange } from "./line-range.ts";
import type { LineRange } from "./line-range.ts";
import { useHighlight } from "./use-highlight.ts";

import "./code-lines.css";

/** Lines that are laid out together; those far from the window are skipped by the browser. */
const linesPerChunk = 50;
/** Lines that are drawn at once, more than a window shows; the room of the others is kept until they are drawn as well. */
const firstLines = 200;
const lineHeightPx = 20;
const lineHeightWithAsidePx = 24;
const tabColumns = 4;

/** Lines that stand together, with something beside them. */
export interface CodePart {
  /** Index of the first line, from 0. */
  from: number;
  lineCount: number;
  /** Left of the first line; stays while the code scrolls sideways. */
  aside: ReactNode;
}

export interface CodeLinesProps {
  /** What the code is, for example its path. */
  label: string;
  code: string;
  /** A key of `languageKey`. */
  language: string | null;
  selection: LineRange | null;
  onSelectionChange: (selection: LineRange | null) => void;
  /** All lines in order, without gaps; without it they are cut by their number alone. */
  parts?: readonly CodePart[];
  /** Prose: long lines go on below instead of scrolling sideways. */
  isWrapped?: boolean;
}

/** A whole file with line numbers. Lines are selected by click, shift-click or, with the focus inside, arrow keys. */
export function CodeLines({ label, code, language, selection, onSelectionChange, parts, isWrapped }: CodeLinesProps) {
  const lines = useMemo(() => splitCodeLines(code), [code]);
  const chunks = useMemo(() => parts ?? cutIntoParts(lines.length), [parts, lines]);
  const columns = useMemo(() => lines.reduce((most, line) => Math.max(most, columnsOf(line)), 0), [lines]);
  const tokens = useHighlight(lines, language);
  const anchorRef = useRef<number | null>(null);
  const bodyRef = useRef<HTMLDivElement>(null);
  const [isWhole, setIsWhole] = useState(lines.length <= firstLines);
  useEffect(() => startTransition(() => setIsWhole(true)), []);
  useShownSelection(bodyRef, selection);

  const select = (line: number, isExtending: boolean) => {
    if (!isExtending || anchorRef.current === null) anchorRef.current = isExtending ? (selection?.start ?? line) : line;
    onSelectionChange(toRange(anchorRef.current, Math.min(Math.max(line, 1), lines.length)));
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const line = lineAt(event);
    if (line !== null) select(line, event.shiftKey);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      const isForward = selection === null || anchorRef.current === null || selection.start === anchorRef.current;
      const head = isForward ? (selection?.end ?? 0) : (selection?.start ?? 0);
      select(Math.max(1, head + step), event.shiftKey);
    } else if (event.key === "Escape" && selection) {
      anchorRef.current = null;
      onSelectionChange(null);
    } else return;
    event.preventDefault();
  };

  return (
    // Lines are chosen by keys while the focus is inside, and the region scrolls sideways.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={label}
      aria-describedby="code-lines-hint"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onClick={onClick}
      onKeyDown={onKeyDown}
      className={cx("code-lines", parts && "code-lines-with-aside", isWrapped && "code-lines-wrapped")}
    >
      <p id="code-lines-hint" className="sr-only">
        Up and down arrow keys select a line, with Shift several, Escape none.
      </p>
      <div ref={bodyRef} style={bodyStyle(isWrapped ? 0 : columns, lines.length)}>
        {chunks.map((part) => (
          <Chunk
            key={part.from}
            part={part}
            isDrawn={isWhole || part.from < firstLines || hasLine(part, selection?.start)}
            lines={lines}
            tokens={tokens[part.from + part.lineCount - 1] ? tokens : undefined}
            selectedFrom={within(selection?.start, part)}
            selectedTo={within(selection?.end, part)}
          />
        ))}
      </div>
    </section>
  );
}

interface ChunkProps {
  part: CodePart;
  isDrawn: boolean;
  lines: readonly string[];
  /** Undefined until this chunk is highlighted, so that it is drawn again only once. */
  tokens: readonly (CodeToken[] | undefined)[] | undefined;
  selectedFrom: number;
  selectedTo: number;
}

const Chunk = memo(
  function Chunk({ part, isDrawn, lines, tokens, selectedFrom, selectedTo }: ChunkProps) {
    const { from, lineCount, aside } = part;
    const heightPx = lineCount * (aside === null ? lineHeightPx : lineHeightWithAsidePx);
    if (!isDrawn) return <div style={{ height: heightPx }} />;
    const rows = lines.slice(from, from + lineCount).map((line, index) => {
      const number = from + index + 1;
      return (
        <div
          key={number}
          data-line={number}
          data-selected={(number >= selectedFrom && number <= selectedTo) || undefined}
          className="code-line"
        >
          <CodeText text={line} tokens={tokens?.[from + index]} />
          {"\n"}
        </div>
      );
    });
    return (
      <div className="code-chunk" style={{ containIntrinsicBlockSize: `${heightPx}px` }}>
        {aside === null ? (
          rows
        ) : (
          <>
            <div className="code-aside">{aside}</div>
            <div>{rows}</div>
          </>
        )}
      </div>
    );
  },
  // Tokens only ever grow: a chunk that has them stays as it is.
  (before, after) =>
    before.lines === after.lines &&
    before.part === after.part &&
    before.isDrawn === after.isDrawn &&
    (before.tokens === undefined) === (after.tokens === undefined) &&
    before.selectedFrom === after.selectedFrom &&
    before.selectedTo === after.selectedTo,
);

/** Lines that are skipped have no width of their own: the widest one is told in advance. */
function bodyStyle(columns: number, lineCount: number): CSSProperties {
  const digits = String(lineCount).length;
  const minWidth = `calc(${columns + digits}ch + 3.25rem + var(--aside-width, 0px))`;
  return { minWidth, "--digits": digits } as CSSProperties;
}

/** A bound of the selection as one chunk sees it, so that only chunks it touches are drawn again. */
function within(line: number | undefined, { from, lineCount }: CodePart): number {
  if (line === undefined) return 0;
  return Math.min(Math.max(line, from), from + lineCount + 1);
}

function hasLine({ from, lineCount }: CodePart, line: number | undefined): boolean {
  return line !== undefined && line > from && line <= from + lineCount;
}

function cutIntoParts(lineCount: number): CodePart[] {
  return Array.from({ length: Math.ceil(lineCount / linesPerChunk) }, (_unused, chunk) => {
    const from = chunk * linesPerChunk;
    return { from, lineCount: Math.min(linesPerChunk, lineCount - from), aside: null };
  });
}

/** The lines as they are counted: a line break at the end begins no further one. */
export function splitCodeLines(code: string): string[] {
  const lines = code.split(/\r?\n/);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines;
}

function columnsOf(line: string): number {
  const tabs = line.includes("\t") ? line.split("\t").length - 1 : 0;
  return line.length + tabs * (tabColumns - 1);
}

/** The line whose number was pressed; a click on the code itself selects nothing, so that text can be marked. */
function lineAt(event: MouseEvent<HTMLElement>): number | null {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-line]") : null;
  if (!row) return null;
  const gutterPx = Number.parseFloat(getComputedStyle(row).paddingLeft);
  return event.clientX - row.getBoundingClientRect().left < gutterPx ? Number(row.dataset.line) : null;
}

/** Brings a selection into the window: one that came with the address to the middle, one made here just into view. */
function useShownSelection(bodyRef: RefObject<HTMLDivElement | null>, selection: LineRange | null): void {
  const isFirstRef = useRef(true);
  const start = selection?.start;
  const end = selection?.end;
  useEffect(() => {
    if (start === undefined) return;
    const line = isFirstRef.current ? start : (end ?? start);
    const row = bodyRef.current?.querySelector(`[data-line="${line}"]`);
    if (row) row.scrollIntoView({ block: isFirstRef.current && !isInWindow(row) ? "center" : "nearest" });
    isFirstRef.current = false;
  }, [bodyRef, start, end]);
}

function isInWindow(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}
