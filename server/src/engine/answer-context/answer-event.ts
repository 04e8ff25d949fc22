import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { CheckedEvidence, CodeReader, Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeHistory } from "#server/engine/history/code-history.ts";

/** Whom an answer is for: `technical` cites code and signatures, `non-technical` explains in product terms. */
export type Lens = "technical" | "non-technical";

/** One repository that an answer may be about. Index and reader are at the same commit. */
export interface Codebase {
  repositoryId: string;
  /** How people call it. */
  name: string;
  index: CodeIndex;
  reader: CodeReader;
  /** External texts: passages may be quoted, but there are no symbols, history or parts. */
  isContext?: boolean;
  /** Its git history; absent when there is none. */
  history?: CodeHistory;
}

export interface Question {
  text: string;
  lens: Lens;
  /** The conversation so far, oldest first; "it" and "that" refer to earlier questions. */
  earlier: readonly { role: "user" | "assistant"; content: string }[];
  /** The lines the person has marked; null where nothing is. */
  selection: Evidence | null;
  /** The page it was asked from; null when there is none. */
  focus: QuestionFocus | null;
  /** Files sent along; texts of PDFs by page, none of images. */
  attachments?: readonly { name: string; contentType: string; pages: readonly string[] }[];
  /** The time of the question, and of this person's previous one in the conversation; absent when unknown. */
  clock?: { now: Date; lastAskedAt: Date | null };
}

/** The subject of a page or a task: a question asked from it is most likely answered there. */
export interface QuestionFocus {
  /** Its title, which is the subject of a question that names none. */
  title: string;
  /** What it is; a page where nothing is said. */
  kind?: "page" | "task";
  /** Files of the page's sources. */
  files: readonly { repositoryId: string; path: string }[];
  /** The sources of the one section it was asked from; absent for a whole page. */
  evidence?: readonly Evidence[];
  /** The page's service; null for a page about the whole product. `under` is "" for the whole repository. */
  service: { repositoryId: string; under: string } | null;
  /** Titles of its sections whose lines of code changed since they were written; absent where nobody looked. */
  staleSections?: readonly string[];
}

/** A question back to the person. */
export interface ClarifyingQuestion {
  /** Unique within its group. */
  questionId: string;
  text: string;
  /** To choose from; empty where it is answered in own words. */
  options: string[];
  isMultiple: boolean;
}

/** The state of a repository that an answer is read from. */
interface Basis {
  repositoryId: string;
  repository: string;
  /** Null when the answer is about a commit and not a branch. */
  branch: string | null;
  commit: string;
}

/** What a model took. `costUsd` is null where nobody set prices. */
export interface ModelUse {
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
}

/** What an answer is made of while it comes into being; the same for the built-in engine and for a model. */
export type AnswerEvent =
  /** A new thought. */
  | { type: "thought"; text: string }
  /** More text of the newest thought. */
  | { type: "thought-text"; text: string }
  /** Something is looked up, within the newest thought. */
  | { type: "call"; callId: string; name: string; target: string }
  | { type: "call-end"; callId: string; durationMs: number }
  /** The next of the answer's sources; always before the first text that cites it. */
  | { type: "source"; source: CheckedEvidence }
  /** More text of the answer; never half a citation. */
  | { type: "text"; text: string }
  /** The repositories and commits that the answer is based on; the first event. */
  | { type: "basis"; basis: Basis[] }
  /** What has to be known before there can be an answer; the text before it says why. */
  | { type: "questions"; questions: ClarifyingQuestion[] }
  /** Suggested next questions. */
  | { type: "suggestions"; suggestions: string[] }
  /** What the model took for this answer, all its calls together. */
  | { type: "usage"; usage: ModelUse }
  /** A better name for the whole conversation than its first words. */
  | { type: "title"; title: string }
  /** The last event of an answer that succeeded. */
  | { type: "end"; droppedCitations: number; uncitedStatements: number };

export type Emit = (event: AnswerEvent) => void;

/** Turns work that emits events into a stream of these events; an error of the work is an error of the stream. */
export async function* streamAnswer(work: (emit: Emit) => Promise<void>): AsyncGenerator<AnswerEvent> {
  const waiting: AnswerEvent[] = [];
  let wake = Promise.withResolvers<void>();
  let isDone = false;
  const emit: Emit = (event) => {
    waiting.push(event);
    wake.resolve();
  };
  const finished = work(emit).finally(() => {
    isDone = true;
    wake.resolve();
  });
  // A consumer that leaves early must not turn a later failure into an unhandled rejection.
  finished.catch(() => undefined);
  while (true) {
    for (let event = waiting.shift(); event; event = waiting.shift()) yield event;
    if (isDone) break;
    await wake.promise;
    wake = Promise.withResolvers<void>();
  }
  await finished;
}
