import { codeSpan } from "#server/engine/text/clean-prose.ts";
import type { LineCondition } from "#server/engine/text/line-conditions.ts";

/** So many of the branches and loops around a line are told, the innermost. */
export const shownConditions = 2;

/** What people set, and runs that only show what they would do: whoever is not told of it takes a step for granted. */
const ofSettings =
  /setting|config|\bcfg\b|\benv\b|\bopt(?:ion)?s?\b|enabled?\b|disabled?\b|dry|flag|feature|apply|force/i;

/** The innermost conditions of a line, outermost first, and further ones where they ask for a setting or an option. */
export function chooseConditions(around: readonly LineCondition[]): LineCondition[] {
  const branches = around.filter(({ isEarlier }) => isEarlier !== true).slice(-shownConditions);
  const isTold = (one: LineCondition) =>
    branches.includes(one) || (/^(?:if|unless)$/.test(one.kind) && ofSettings.test(one.text));
  const told = around.filter(isTold).slice(-mostConditions);
  // Of what leaves before it, the last says most where nothing else does.
  return told.length > 0 ? told : around.slice(-1);
}

const mostConditions = 3;

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
