import type { CheckedEvidence } from "#server/engine/evidence/evidence.ts";

/** Where a task lands in the code, as far as its text and the index tell. */
export interface TaskLocations {
  /** Files, then documents, then commits; best first in each. */
  locations: TaskLocation[];
  /** Why there are none: the task says nothing yet, or nothing that the code knows of. Null where there are some. */
  nothing: "no-text" | "not-in-code" | null;
}

export type TaskLocation = FileLocation | PageLocation | CommitLocation;

/** Lines that the task probably changes: of one declaration where `symbol` is not null. */
export interface FileLocation extends LocationLines {
  kind: "file";
  symbol: string | null;
}

/**
 * A section that describes what the task is about: of a document of the repository, with its lines, or of one of the
 * product's own pages, with lines of code that it rests on.
 */
export interface PageLocation extends LocationLines {
  kind: "page";
  heading: string;
  /** Null for a document of the repository. */
  page: { pageId: string; sectionId: string } | null;
}

/** A past commit that did something alike. */
export interface CommitLocation {
  kind: "commit";
  repositoryId: string;
  oid: string;
  subject: string;
  authorName: string;
  /** ISO 8601 with offset. */
  committedAt: string;
  /** What it changed and the commit of the index still has, locations of the task first. */
  paths: string[];
  /** How much of the task's text its message says, 0 to 1. */
  score: number;
  why: LocationReason[];
}

interface LocationLines {
  repositoryId: string;
  path: string;
  startLine: number;
  endLine: number;
  /** 1 for the best of its kind. */
  score: number;
  /** What tells most first. */
  why: LocationReason[];
}

/**
 * What made a location likely. "named": its path, a file of a stack trace or a declaration is written in the task.
 * "string": a text of the interface that the task quotes. "history": commits alike changed it. "imports": one that is
 * likely uses it. "cited": a page rests on lines where the task lands. "words": what lines, names and path have in common with the task.
 */
export interface LocationReason {
  kind: "named" | "endpoint" | "setting" | "table" | "string" | "words" | "history" | "imports" | "cited";
  /** Of the task's text, as it has them; paths for "imports", subjects of commits for "history". */
  words: string[];
  /** The lines that say it; null where no line does. */
  source: CheckedEvidence | null;
}

/** A reason found in the index, before its lines are read. */
export interface UnreadReason {
  kind: LocationReason["kind"];
  words: string[];
  /** From 1; null where it is about the whole file. */
  line: number | null;
}

/** What speaks for a file beside its words; `weight` is 1 for what the best words are worth. */
export interface FileVote extends UnreadReason {
  path: string;
  weight: number;
}
