import { memo, startTransition, useEffect, useMemo, useRef, useState } from "react";
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode, RefObject } from "react";

import { cx } from "#web/ui/cx.ts";

import { CodeText } from "./code-line.tsx";
import type { CodeToken } from "./highlight.ts";
import { toRange } from "./line-range.ts";
import type { LineRange } from "./line-range.ts";
import { useHighlight } from "./use-highlight.ts";

import "./code-lines.css";

/** Lines per chunk; the browser skips rendering of chunks far from the viewport. */
const linesPerChunk = 50;
/**
 * Lines rendered at once, more than a viewport shows; the space of the others is reserved until they are rendered too.
 */
const firstLines = 200;
const lineHeightPx = 20;
const lineHeightWithAsidePx = 24;
const tabColumns = 4;

/** Consecutive lines with content beside them. */
export interface CodePart {
  /** Index of the first line, from 0. */
  from: number;
  lineCount: number;
  /** Shown left of the first line; does not move when the code scrolls sideways. */
  aside: ReactNode;
}

export interface CodeLinesProps {
  /** Accessible name of the code, for example its path. */
  label: string;
  code: string;
  /** A key of `languageKey`. */
  language: string | null;
  selection: LineRange | null;
  onSelectionChange: (selection: LineRange | null) => void;
  /** Must cover all lines in order, without gaps. When absent, lines are split into chunks of equal size. */
  parts?: readonly CodePart[];
  /** For prose: long lines wrap instead of scrolling sideways. */
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
  useScrollToSelection(bodyRef, selection);

  // A selection that came with the address began at none of the lines pressed here.
  const anchorOf = (range: LineRange) => (range.end === anchorRef.current ? range.end : range.start);
  const headOf = (range: LineRange) => (anchorOf(range) === range.start ? range.end : range.start);
  const select = (wanted: number, isExtending: boolean) => {
    const line = Math.min(Math.max(wanted, 1), lines.length);
    anchorRef.current = isExtending && selection ? anchorOf(selection) : line;
    onSelectionChange(toRange(anchorRef.current, line));
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const line = lineAt(event);
    if (line !== null) select(line, event.shiftKey);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      select((selection ? headOf(selection) : 0) + step, event.shiftKey);
    } else if (event.key === "Escape" && selection) {
      anchorRef.current = null;
      onSelectionChange(null);
    } else return;
    event.preventDefault();
  };

  return (
    // Arrow keys select lines while the focus is inside, and the region scrolls sideways.
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
          <CodeChunk
            key={part.from}
            part={part}
            isDrawn={isWhole || part.from < firstLines || hasLine(part, selection?.start)}
            lines={lines}
            tokens={tokens[part.from + part.lineCount - 1] ? tokens : undefined}
            selectedFrom={clampToPart(selection?.start, part)}
            selectedTo={clampToPart(selection?.end, part)}
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
  /** Undefined until this chunk is highlighted, so that it renders again only once. */
  tokens: readonly (CodeToken[] | undefined)[] | undefined;
  selectedFrom: number;
  selectedTo: number;
}

const CodeChunk = memo(
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
  // Tokens are only added: a chunk that has them does not need to render again.
  (before, after) =>
    before.lines === after.lines &&
    before.part === after.part &&
    before.isDrawn === after.isDrawn &&
    (before.tokens === undefined) === (after.tokens === undefined) &&
    before.selectedFrom === after.selectedFrom &&
    before.selectedTo === after.selectedTo,
);

/** Chunks that are not rendered have no width, so the width of the longest line is set on the body. */
function bodyStyle(columns: number, lineCount: number): CSSProperties {
  const digits = String(lineCount).length;
  const minWidth = `calc(${columns + digits}ch + 3.25rem + var(--aside-width, 0px))`;
  return { minWidth, "--digits": digits } as CSSProperties;
}

/** Clamps a bound of the selection to one chunk, so that only the chunks it touches render again. */
function clampToPart(line: number | undefined, { from, lineCount }: CodePart): number {
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

/** Splits code into lines; a line break at the end does not start another line. */
export function splitCodeLines(code: string): string[] {
  const lines = code.split(/\r?\n/);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines;
}

function columnsOf(line: string): number {
  const tabs = line.includes("\t") ? line.split("\t").length - 1 : 0;
  return line.length + tabs * (tabColumns - 1);
}

/** The line whose number was pressed; null for clicks on the code itself, so that text can be selected. */
function lineAt(event: MouseEvent<HTMLElement>): number | null {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-line]") : null;
  if (!row) return null;
  const gutterPx = Number.parseFloat(getComputedStyle(row).paddingLeft);
  return event.clientX - row.getBoundingClientRect().left < gutterPx ? Number(row.dataset.line) : null;
}

/** Scrolls to the selection: to the centre when it came with the address, minimally when it was made here. */
function useScrollToSelection(bodyRef: RefObject<HTMLDivElement | null>, selection: LineRange | null): void {
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
