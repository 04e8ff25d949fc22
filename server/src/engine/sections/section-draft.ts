import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence, ListedFacts } from "#server/engine/evidence/evidence.ts";

/**
 * Pieces of a section before citations. Only statements state facts; a heading, a lead or a table head is dropped
 * when everything below it was dropped.
 */
export type DraftBlock = BlockContent & {
  /** Facts that the block lists or counts; absent where it does neither. */
  lists?: readonly ListedFacts[];
};

type BlockContent =
  | { kind: "heading"; text: string; level: HeadingLevel }
  | { kind: "paragraph"; statements: Statement[] }
  | { kind: "list"; lead: string | null; isNumbered: boolean; items: ListItem[] }
  | { kind: "table"; lead: string | null; columns: string[]; rows: TableRow[] }
  | { kind: "code"; lead: string | null; language: string; text: string; evidence: Evidence[] }
  /**
   * Statements one below the other that bring their own Markdown: list items and table rows follow without a gap. One
   * without evidence stays only where it leads to the next, or is the code that the one before it cites.
   */
  | { kind: "statements"; statements: readonly Statement[] };

/** A section's own title is of the second level. */
export type HeadingLevel = 3 | 4;

export interface ListItem extends Statement {
  /** 0 at the left edge. */
  depth?: number;
}

export interface TableRow {
  /** Markdown without line ends; pipes are escaped when the row is drawn. */
  cells: string[];
  evidence: readonly Evidence[];
  lists?: readonly ListedFacts[];
}

export function heading(text: string, level: HeadingLevel = 3): DraftBlock {
  return { kind: "heading", text, level };
}

export function paragraph(...statements: Statement[]): DraftBlock {
  return { kind: "paragraph", statements };
}

export function list(lead: string | null, items: ListItem[]): DraftBlock {
  return { kind: "list", lead, isNumbered: false, items };
}

export function steps(lead: string | null, items: ListItem[]): DraftBlock {
  return { kind: "list", lead, isNumbered: true, items };
}

export function table(lead: string | null, columns: string[], rows: TableRow[]): DraftBlock {
  return { kind: "table", lead, columns, rows };
}

/** A block that is true only while there are no other facts than these. */
export function listing(block: DraftBlock, ...lists: readonly ListedFacts[]): DraftBlock {
  return { ...block, lists: [...(block.lists ?? []), ...lists] };
}
