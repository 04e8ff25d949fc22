import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";

import type { DocumentPart } from "./document-part.ts";

/** What one answer quoted of documents so far, and for which part of the message: a later part may go on there. */
const told = new WeakMap<AnswerContext, { text: string; part: DocumentPart }[]>();

/** Keeps what was quoted for a part of a message. */
export function rememberTold(context: AnswerContext, text: string, parts: readonly DocumentPart[]): void {
  told.set(context, [...(told.get(context) ?? []), ...parts.map((part) => ({ text, part }))]);
}

/** What was quoted for other parts of the message, the last at the end. */
export function toldBefore(context: AnswerContext, text: string): DocumentPart[] {
  return (told.get(context) ?? []).flatMap((one) => (one.text === text ? [] : [one.part]));
}
