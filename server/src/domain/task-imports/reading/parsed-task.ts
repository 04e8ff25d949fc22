import type { ImportField } from "@cairn/contract/task-imports";

/** One task as a file, a list or another tool says it: words that nobody has looked up yet. */
export interface ParsedTask {
  /** Where it begins: a row of a table, a line of a list, the number of an issue. */
  row: number;
  title: string;
  /** What others of the same file call it ("ENG-12"); null for nothing. */
  key: string | null;
  /** Markdown. */
  description: string;
  state: string | null;
  priority: string | null;
  /** Names, mail addresses or accounts; the first that is a member counts. */
  assignees: string[];
  labels: string[];
  service: string | null;
  criteria: { text: string; done: boolean }[];
  /** What others are called that are to be done first. */
  blockedBy: string[];
  link: string | null;
  /** Names it for good where it is from; null where nothing does. */
  originKey: string | null;
  createdAt: string | null;
  isArchived: boolean;
  /** Why it cannot be read; null where it can. */
  refusal: string | null;
  notes: string[];
}

/** How a file is laid out. */
export interface ParsedFile {
  encoding: string;
  separator: string;
  columns: { header: string; field: ImportField | null; example: string }[];
}

/** A task of which nothing is known yet. */
export function emptyTask(row: number): ParsedTask {
  return {
    row,
    title: "",
    key: null,
    description: "",
    state: null,
    priority: null,
    assignees: [],
    labels: [],
    service: null,
    criteria: [],
    blockedBy: [],
    link: null,
    originKey: null,
    createdAt: null,
    isArchived: false,
    refusal: null,
    notes: [],
  };
}
