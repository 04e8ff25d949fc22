import { capitalized } from "#server/engine/text/quoting.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";

import type { GoalPart } from "./read-goal.ts";
import type { TouchedPart } from "./split-by-parts.ts";

const maxContext = 600;

/** A task's description in the goal's own words, as Markdown. */
export function describeTask(
  { text }: GoalPart,
  { part, details, context }: { part: TouchedPart | null; details: readonly string[]; context: readonly string[] },
): string {
  const why = leadingSentences(context.map(asSentence).join(" "), maxContext);
  return [
    part === null ? "" : `What of this is in \`${part.name}\`.`,
    capitalized(asSentence(text)),
    details.map((detail) => `- ${detail.replaceAll(/\s+/g, " ")}`).join("\n"),
    why === "" ? "" : `Behind it: ${why}`,
  ]
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}
