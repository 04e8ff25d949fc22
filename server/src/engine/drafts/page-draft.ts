import type { AnswerEvent } from "#server/engine/answer-context/answer-event.ts";
import type { CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import type { SectionOutput } from "#server/engine/sections/section-text.ts";

export interface DraftSection {
  sectionId: string;
  title: string;
  /** Null for what a person wrote as plain Markdown. */
  instructions: { prompt: string; output: SectionOutput } | null;
  /** Empty until it is written. */
  content: string;
  sources: CheckedEvidence[];
  /** Null for what a person wrote. */
  writtenBy: string | null;
}

/** A page that is not published yet. */
export interface PageDraft {
  title: string;
  /** Null for a page about the whole product. */
  serviceId: string | null;
  sections: DraftSection[];
}

/** A section before it is written. */
export interface PlannedSection {
  title: string;
  prompt: string;
  output: SectionOutput;
  /** Words its text must mention to be kept: set when the prompt was generated and may miss the subject. */
  about?: readonly string[];
}

/** One change of a draft; sections are named by id, so that several edits of one message do not shift each other. */
export type DraftEdit =
  | { kind: "page"; title: string; sections: readonly PlannedSection[]; template: string | null }
  | { kind: "title"; title: string }
  | { kind: "place"; serviceId: string | null }
  /** `beforeId` is null for the end; `sectionId` is given where a later edit names the new section. */
  | { kind: "add"; section: PlannedSection; beforeId: string | null; sectionId?: string }
  | { kind: "remove"; sectionId: string }
  | { kind: "rename"; sectionId: string; title: string }
  /** Null leaves the prompt or the output as it is. */
  | { kind: "rewrite"; sectionId: string; prompt: string | null; output: SectionOutput | null }
  | { kind: "move"; sectionId: string; beforeId: string | null }
  /** Writes the sections that have no text yet. */
  | { kind: "write-rest" };

/** The interpretation of a person's message. */
export interface DraftTurn {
  edits: readonly DraftEdit[];
  /** What cannot be done and why, in sentences. */
  problems: readonly string[];
  /** What is to be answered instead of changed; null where nothing is. */
  question: string | null;
}

/** One change of the draft as data: a JSON Pointer below it. */
export interface DraftChange {
  path: string;
  operation: "update" | "append";
  value: unknown;
}

/** The events of a turn while it happens. Changes of one event belong together. */
export type DraftEvent = AnswerEvent | { type: "draft"; changes: readonly DraftChange[] };

/** More than this no page of the assistant has; by hand there may be more. */
export const maxDraftSections = 20;
export const maxTitleLength = 128;
/** What a section's prompt may hold, in characters. */
export const maxPromptLength = 5000;

/** Cuts at a word where one ends near the limit. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), maxLength / 2)).trimEnd()}…`.toWellFormed();
}

export function quoted(text: string): string {
  return `“${text}”`;
}
