import type { Statement } from "../cited-text.ts";
import type { Evidence } from "../evidence.ts";

/**
 * Pieces of a section before citations. Only statements state; a heading, a lead or a table head leads over and goes
 * when everything it leads to went.
 */
export type Block =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; statements: Statement[] }
  | { kind: "list"; lead: string | null; isNumbered: boolean; items: ListItem[] }
  | { kind: "table"; lead: string | null; columns: string[]; rows: TableRow[] }
  | { kind: "code"; lead: string | null; language: string; text: string; evidence: Evidence[] };

export interface ListItem extends Statement {
  /** 0 at the left edge. */
  depth?: number;
}

export interface TableRow {
  /** Markdown without line ends; pipes are escaped when the row is drawn. */
  cells: string[];
  evidence: readonly Evidence[];
}

export function heading(text: string): Block {
  return { kind: "heading", text };
}

export function paragraph(...statements: Statement[]): Block {
  return { kind: "paragraph", statements };
}

export function list(lead: string | null, items: ListItem[]): Block {
  return { kind: "list", lead, isNumbered: false, items };
}

export function steps(lead: string | null, items: ListItem[]): Block {
  return { kind: "list", lead, isNumbered: true, items };
}

export function table(lead: string | null, columns: string[], rows: TableRow[]): Block {
  return { kind: "table", lead, columns, rows };
}
