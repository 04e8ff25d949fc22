import type { Statement } from "#server/engine/evidence/cited-text.ts";

import type { QuestionWeights } from "./question-weights.ts";

/** Something that texts for people say, with how near it comes to a question. */
export interface NearText {
  worth: number;
  statement: Statement;
}

/** With other words for it a text has to say so much of a question. */
export const leastNear = 0.45;
const headingWorth = 0.15;
const keyWorth = 0.1;

/** How near a text with what stands around it comes; null where a text is too far from the question. */
export function nearness(
  { nearIn, nearsRarest, shareIn, saysTogether }: QuestionWeights,
  text: string,
  around: string,
): number | null {
  const said = `${around}. ${text}`;
  if (shareIn(said) === 0 || !nearsRarest(said) || !saysTogether(said)) return null;
  const worth = nearIn(text) * (1 - headingWorth) + nearIn(said) * headingWorth + shareIn(text) * keyWorth;
  return worth < leastNear ? null : worth;
}
