import { codeSpan } from "#server/engine/text/clean-prose.ts";

import type { LineCondition } from "./flow-conditions.ts";

/** So many of the branches and loops around a line are told, the innermost. */
export const shownConditions = 2;

const conditionWords = {
  if: "when",
  unless: "unless",
  each: "for each",
  while: "while",
  failure: "when that fails",
  end: "at the end",
} as const;

/** "when `a`"; without its word behind one of the same kind, and without the code where the word says it. */
export function conditionText({ kind, text }: LineCondition, before: LineCondition["kind"] | undefined): string {
  if (kind === "failure" || kind === "end") return conditionWords[kind];
  if (kind === "if" && /^\(?err\w* != nil\)?$/.test(text)) return conditionWords.failure;
  const word = kind === before && kind !== "each" ? "" : `${conditionWords[kind]} `;
  return `${word}${codeSpan(text, 80)}`;
}

/** With a capital at its beginning. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
