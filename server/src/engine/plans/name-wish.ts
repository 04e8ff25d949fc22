import { capitalized } from "#server/engine/text/quoting.ts";
import { cutText, splitSentences } from "#server/engine/text/sentences.ts";

import { ability, leadIn, verbs } from "./goal-words.ts";

const maxTitle = 100;

/** A title for a wish: its first sentence, in one line, without what leads up to it where a verb is left then. */
export function nameWish(text: string): string {
  const [sentence = text] = splitSentences(text);
  const [, who, what] = ability.exec(sentence) ?? [];
  const bare = who === undefined ? sentence.replace(leadIn, "") : `let ${who.toLowerCase()} ${what}`;
  const [word = ""] = bare.split(/[\s,:]/);
  const said = verbs.has(word.toLowerCase()) ? bare : sentence;
  return capitalized(cutText(said.replace(/[\s.;:,]+$/u, ""), maxTitle));
}
