import { maxDescriptionLength, minDescriptionLength } from "./description.ts";

const address =
  /(?:https?:\/\/|mailto:|www\.)[^\s<>)\]"']+|<([a-z][a-z\d+.-]*:[^\s<>]*)>|\]\(\s*<?([^)\s>]+)|^[ \t>*+-]*\[[^\]\n]+\]:\s*<?([^\s>]+)/gim;

/** Addresses a text leads to, in links of any kind. */
function addressesIn(text: string): string[] {
  const found = [...text.matchAll(address)].map(([whole, ...targets]) => targets.find(Boolean) ?? whole);
  return found.map((one) => one.replace(/[.,;:!?]+$/, ""));
}

const anImage = /!\[|<img\b/i;
const anElement = /<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>|<!--/i;

/**
 * `List<string>` in code is no HTML. With an unpaired backtick, nothing is taken for code: the text after it may
 * be shown as markup.
 */
function withoutCode(text: string): string {
  const rest = text.replaceAll(/(?<![\\`])(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, "");
  return rest.includes("`") ? text : rest;
}

/**
 * Why a text out of a model may not become the description; null where it may. `allowed` holds the links it may keep.
 */
export function refuseText(text: string, allowed: string): string | null {
  const { length } = text.trim();
  if (length < minDescriptionLength)
    return `it would have ${length} characters and needs at least ${minDescriptionLength}`;
  if (length > maxDescriptionLength)
    return `it would have ${length} characters and may have at most ${maxDescriptionLength}`;
  if (anImage.test(text) && !anImage.test(allowed)) return "it holds an image";
  if (anElement.test(withoutCode(text)) && !anElement.test(withoutCode(allowed))) return "it holds HTML";
  const known = new Set(addressesIn(allowed));
  const foreign = addressesIn(text).find((one) => !known.has(one));
  return foreign === undefined ? null : `it leads to ${foreign.slice(0, 100)}, which was not there before`;
}
