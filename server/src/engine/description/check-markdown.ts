import { maxDescriptionLength, minDescriptionLength } from "./description.ts";

/** Addresses a text leads to, in links of any kind. */
function addressesIn(text: string): string[] {
  const found = text.matchAll(/(?:https?:\/\/|mailto:|www\.)[^\s<>)\]"']+|\]\(\s*<?([^)\s>]+)/gi);
  return [...found].map(([whole, target]) => (target ?? whole).replace(/[.,;:!?]+$/, ""));
}

const anImage = /!\[|<img\b/i;
const anElement = /<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>|<!--/i;

/** Code is shown as it stands: what looks like markup there is none. */
function withoutCode(text: string): string {
  return text.replaceAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, "");
}

/** Why a text out of a model may not become the description; null where it may. `allowed` holds the links it may keep. */
export function refuseText(text: string, allowed: string): string | null {
  const { length } = text.trim();
  if (length < minDescriptionLength)
    return `it would have ${length} characters and needs at least ${minDescriptionLength}`;
  if (length > maxDescriptionLength)
    return `it would have ${length} characters and may have at most ${maxDescriptionLength}`;
  const shown = withoutCode(text);
  if (anImage.test(shown) && !anImage.test(withoutCode(allowed))) return "it holds an image";
  if (anElement.test(shown) && !anElement.test(withoutCode(allowed))) return "it holds HTML";
  const known = new Set(addressesIn(allowed));
  const foreign = addressesIn(shown).find((address) => !known.has(address));
  return foreign === undefined ? null : `it leads to ${foreign.slice(0, 100)}, which was not there before`;
}
