import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { withQualification } from "#server/engine/text/qualification.ts";
import { asSentence, cutText, leadingSentences, splitSentences } from "#server/engine/text/sentences.ts";

const longestOne = 180;
/** Longer first sentences are cut. */
const longestFirst = 320;
const mostMore = 3;
const longestText = 520;

/** What a value does that stands there by itself, what nothing means, and when the setting counts at all. */
const explainsValue =
  /\b(?:empty|blank|unset|not set|omitted|left out|unlimited|by default|defaults? (?:to|is|value)|\(default\))\b|(?:^|[\s`"'(])-?\d+[`"']? (?:means|disables|is|for|=)\b|\b(?:required|needed|used|read|applies|available|valid|works|effective) (?:only )?(?:if|when|for|in|with|unless)\b|\bonly (?:if|when|for|used|needed|required|applies|available|in|with)\b|^(?:if|unless|when)\b/i;

/** Whether it tells what values do, which there are, or an example of one. */
export function explainsValues(text: string): boolean {
  return explainsValue.test(text) || /\d|\be\.g\.|\bfor example\b|\(.*,.*\)|[`'"]\w+[`'"]/i.test(text);
}

/** What a comment says of a setting: its first sentence, and those that tell what its values mean. */
export function explainSettingText(comment: string | null): string | null {
  // Frameworks draw lines around titles above their settings.
  const isBanner = /[-=*|+~]{5,}/.test(comment ?? "");
  if (isBanner) return null;
  const written = (comment ?? "").replace(/(^|\n)[^\S\n]*:\s+/g, "$1");
  const clean = cleanProse(written).replace(/\s*\bType: [\w[\]]+\.?$/, "");
  const [first = "", ...others] = splitSentences(clean);
  // What goes on in the comment of the next one says half of something.
  if (/^(?:…|\.\.\.)|(?:…|\.\.\.)$/.test(first.trim())) return null;
  const isLong = first.length > longestOne;
  let text = isLong ? cutText(first, longestFirst) : leadingSentences(clean, longestOne, 1);
  if (!/\p{L}{3,}\s+\p{L}{2,}/u.test(text) || /eslint|@ts-|todo|^set casting, default value/i.test(text)) return null;
  const more = others.filter((one) => explainsValue.test(one) && !text.includes(one)).slice(0, mostMore);
  for (const one of more) if (text.length + one.length < longestText) text = `${asSentence(text)} ${one}`;
  return withQualification(asSentence(text), written);
}
