import type { AnswerEvent } from "#server/engine/answer-context/answer-event.ts";
import type { DraftEvent } from "#server/engine/drafts/page-draft.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";

/** What may be saved, in characters. */
export const minDescriptionLength = 100;
export const maxDescriptionLength = 5000;

/** What a person says about the description. */
export interface DescriptionMessage {
  text: string;
  /** The current description, Markdown; empty when there is none. */
  description: string;
  /** What it said before its last change; null where nobody knows. */
  before: string | null;
  /** The person's answers to clarifying questions; empty when the message is none. */
  answers: readonly PersonAnswer[];
  /** Ids of the clarifying questions already asked in this conversation. */
  askedIds: ReadonlySet<string>;
  /** The conversation so far, oldest first. */
  earlier: readonly { role: "user" | "assistant"; content: string }[];
  /** The same message broke off after it had begun to change the description. */
  isRetry: boolean;
}

export interface PersonAnswer {
  questionId: string;
  values: readonly string[];
}

/** What a turn is worked out with. */
export interface DescriptionContext {
  subject: PageSubject;
  /** Null for the built-in engine. */
  model: ModelPort | null;
  signal: AbortSignal;
  /** Answers what is no change of the description. */
  answer(question: string): AsyncIterable<AnswerEvent>;
}

/** The events of a turn while it happens; a change of the description contains the whole text. */
export type DescriptionEvent = DraftEvent;

/** A change that was made, or why none was. */
export interface DescriptionChange {
  text: string;
  /** What was done, as a part of a sentence: "made it shorter"; null when nothing was. */
  done: string | null;
  /** What could not be done and why, in sentences. */
  problems: readonly string[];
  /** Sentences out of the code that came in, with their lines. */
  evidence: readonly Statement[];
}

export function changed(text: string, done: string, evidence: readonly Statement[] = []): DescriptionChange {
  return { text, done, problems: [], evidence };
}

export function refused(text: string, ...problems: string[]): DescriptionChange {
  return { text, done: null, problems, evidence: [] };
}

/** Name of the call that changes the description; by it an interrupted answer is known to have changed it. */
export const writeCall = "write_description";

export function describeChange(text: string): DescriptionEvent {
  return { type: "draft", changes: [{ path: "", operation: "update", value: text }] };
}
