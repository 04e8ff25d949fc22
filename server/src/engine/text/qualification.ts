import { cleanProse } from "./clean-prose.ts";
import { asSentence, cutText, splitSentences } from "./sentences.ts";

const maxLength = 160;
/** Further down in a long comment other things are spoken of. */
const maxRead = 4000;

/** What takes back, or narrows to some use, what the rest says of a thing. */
const qualifies =
  /\bdeprecat(?:ed|ion)\b|\bobsolete\b|\b(?:for |in |during )?(?:local )?(?:development|debug(?:ging)?|test(?:ing|s)?|demo(?:nstration)?)(?: purposes?| use| mode| environments?)? only\b|\bonly (?:be )?(?:used |meant |intended |enabled |run )?(?:for|in|during|by) (?:local )?(?:development|debug|test|demo)|\b(?:not|never|n't)(?: be)? (?:meant |intended |suitable |safe |recommended |ready |used? |use \w+ |run )?(?:for|in|with) (?:use in )?(?:a )?production\b|\b(?:is|are|currently|now) (?:unused|not used|not (?:yet )?(?:implemented|supported|functional))\b|\b(?:is|are) no longer (?:used|supported|needed|maintained|recommended)\b|\bhas no effect\b|\b(?:highly |still |is |are |currently )experimental\b|\bwork in progress\b|\bwill be removed (?:in (?:a|an|the|v?\d)|soon\b|with the next\b)|\bsuperseded by\b|\bkept (?:only )?for (?:backwards?|compatib)/i;
/** Of something else than the thing itself: what it lists, finds or removes. */
const ofOthers =
  /\b(?:remov|delet|find|list|warn|check|mark|clean|log|show|return|skip|exclud|filter|migrat)\w*\b.{0,30}\b(?:deprecated|obsolete|unused)\b|\bif\b.{0,60}\b(?:unused|deprecated|obsolete)\b/i;

/**
 * The first sentence behind what is told of a text that changes what the told part means, such as that it is for
 * development only; null where none does.
 */
export function qualificationIn(text: string, told: string): string | null {
  if (qualifies.test(told)) return null;
  for (const paragraph of text.slice(0, maxRead).split(/\n\s*(?:\n|(?=[-*•@>]))/)) {
    const tag = /^\s*@deprecated\b\s*(.*)/is.exec(paragraph)?.[1];
    if (tag !== undefined) return asSentence(`Deprecated${tag.trim() === "" ? "" : `: ${firstOf(tag)}`}`);
    if (!qualifies.test(paragraph)) continue;
    const found = splitSentences(cleanProse(paragraph.replace(/^\s*(?:>|[-*•])\s*/, ""))).find(
      (one) => qualifies.test(one) && !ofOthers.test(one) && !told.includes(one),
    );
    if (found !== undefined) return asSentence(cutText(withoutLoudness(found), maxLength));
  }
  return null;
}

/** With the sentence that changes what it means behind it. */
export function withQualification(told: string, text: string): string {
  const more = told === "" ? null : qualificationIn(text, told);
  return more === null ? told : `${asSentence(told)} ${more}`;
}

function firstOf(text: string): string {
  return cutText(splitSentences(cleanProse(text))[0] ?? "", maxLength);
}

function withoutLoudness(text: string): string {
  return text
    .replaceAll(/\*\*|__/g, "")
    .replace(/^[^\p{L}\p{N}`"“(]+/u, "")
    .trim();
}
