import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";

import type { DocumentPart } from "./document-part.ts";

/** What one answer quoted of documents so far: a later part of the message may go on there. */
const told = new WeakMap<AnswerContext, DocumentPart[]>();

/** Keeps what was quoted. */
export function rememberTold(context: AnswerContext, parts: readonly DocumentPart[]): void {
  told.set(context, [...(told.get(context) ?? []), ...parts]);
}

/** Whether a part was quoted in this answer already. */
export function wasTold(context: AnswerContext, part: DocumentPart): boolean {
  return (told.get(context) ?? []).some((one) => isSame(one, part));
}

/** The document that was quoted last; null where none was. */
export function lastTold(context: AnswerContext): DocumentPart | null {
  return told.get(context)?.at(-1) ?? null;
}

function isSame(one: DocumentPart, other: DocumentPart): boolean {
  return one.codebase === other.codebase && one.path === other.path && one.at === other.at;
}
