import type { CallLink } from "#server/code-index/analysis/extract/data/call-reader.ts";
import type { DataFacts } from "#server/code-index/ports/data-facts.ts";

import type { StepLink, StepReader, TableDraft } from "./step-reader.ts";

/** How one library changes or declares tables by calls. Adding a library is one of these with its examples. */
export interface StepLibrary {
  name: string;
  languages: readonly string[];
  /** Files without it are not looked at. */
  mark: RegExp;
  role: DataFacts["role"];
  /** Files with it hold all tables at a moment. */
  snapshotMark?: RegExp;
  /** Names of functions and blocks that undo. */
  back?: RegExp;
  /** Whether one chain of calls may hold several steps, which are carried out in turn. */
  isChained?: boolean;
  /** What is called to change tables, by the last part of its name. */
  steps: Readonly<Record<string, StepRule>>;
  /** What is called on a table that is being made or changed: the block's parameter, or nothing at all. */
  column?: ColumnRule;
  examples: readonly StepExample[];
}

export type StepRule = (link: StepLink, reader: StepReader) => void;

/** `rest` is what is called on the result in turn. */
type ColumnRule = (link: CallLink, rest: readonly CallLink[], reader: StepReader, table: TableDraft) => void;

/** Files, and the tables after them: "boats(id bigint primary, name string!) harbour_id->harbours". */
interface StepExample {
  files: Readonly<Record<string, string>>;
  tables: readonly string[];
}
