import { splitSentences } from "#server/engine/text/sentences.ts";

/** Where something comes from, who greets whom, and what lies in the repository, in place of what it is. */
const tellsOrigin: readonly RegExp[] = [
  /^(?:originally|initially|formerly|previously)\b/i,
  /\b(?:initially|originally|formerly|previously) (?:\w+ly )?(?:derived|forked|based|written|created|built|developed|started|begun|called|named|known|part|designed|made|released|extracted|ported|adapted|published|intended)\b/i,
  /\b(?:forked|derived|split off|spun off|mirrored|migrated|ported|extracted) from\b/i,
  /\b(?:started|began|begun) (?:out )?(?:life )?as\b/i,
  /\b(?:fork|mirror|continuation|backport) of\b/i,
  /^(?:hi|hello|hey)\b/i,
  /^(?:a (?:warm|big) )?welcome (?:to|back|everyone)\b|^welcome\W*$/i,
  /^(?:this|here|the)\b[^,]{0,40}\b(?:contains|holds|hosts|houses|stores|keeps|is|are)\b[^,]{0,24}\b(?:source(?:s| code| files)?|code ?base|code|repo(?:sitory)?|home)\s+(?:of|for|to|behind|used)\b/i,
];

/** Such a sentence says all the same what it is: "…, originally made for sailors, is a board of boats". */
const saysWhat =
  /\b(?:is|are) (?:now )?(?:an?|the)\s+(?!(?:[\w-]+\s+){0,3}?(?:fork|mirror|continuation|backport|repo(?:sitory)?|source|code|home)\b)|,\s+(?:an?|the|which is|your)\s+\p{L}/iu;

/** Without the sentence before it nobody knows what it speaks of. */
const pointsBack =
  /^(?:to (?:achieve|do|reach|accomplish|show|demonstrate) (?:this|that|so|it)\b|for (?:this|that)\b|(?:therefore|thus|hence|then|since then|in addition|also|however|but|instead|as such|so|unlike|compared)\b|(?:these|those|they|he|she|both)\b)/i;

/**
 * What an opening says of its subject, without the first sentences that tell where it comes from and those that only follow
 * from them. As it is where it begins with something else; "" where nothing is left.
 */
export function withoutOrigin(text: string): string {
  const sentences = splitSentences(text);
  const isOrigin = (one: string) => tellsOrigin.some((pattern) => pattern.test(one)) && !saysWhat.test(one);
  if (!isOrigin(sentences[0] ?? "")) return text;
  const start = sentences.findIndex((one) => !isOrigin(one) && !pointsBack.test(one));
  return start < 0 ? "" : sentences.slice(start).join(" ");
}
