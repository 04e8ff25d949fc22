import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { interpretSubject } from "#server/engine/intent/interpret-subject.ts";
import { isVague, stem, stemsOf, synonymStems } from "#server/engine/intent/words.ts";
import type { SubjectMatch } from "#server/engine/retrieval/match-subject.ts";
import type { Passage, Retrieval } from "#server/engine/retrieval/passage.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import { namesOneThing } from "./describe-absence.ts";

/** Passages among which the first thing of a question has to be named. */
const looked = 6;
/** Less of a question is a chance match. */
const leastCoverage = 0.34;
const toldKinds = new Set<QuestionPart["kind"]>(["explain", "where"]);
const asksWhether = /^(?:and\s+)?(?:is|are|was|were|do|does|did|can|could|may|has|have|will)\b/i;
/** What stands behind these says more of the subject, and is not it. */
const aside =
  "from|into|to|in|on|at|by|for|with|through|via|during|after|before|between|inside|within|until|as|against";

/**
 * Words of a question of which its code says nothing, where it has what the question is first of all about: "by pigeon" of "How is
 * the mail sent by pigeon?". Null where the code has not even that, so that there is nothing to tell.
 */
export function gapOf(part: QuestionPart, retrieval: Retrieval, subject: SubjectMatch): string[] | null {
  if (!toldKinds.has(part.kind) || part.names.length > 0 || asksWhether.test(part.text)) return null;
  const things = interpretSubject(part.about ?? part.text).things.filter((thing) => thing.some((one) => !isVague(one)));
  const [first, ...others] = things;
  const code = retrieval.passages.filter(isCode).slice(0, looked);
  if (!first || others.length === 0 || (code[0]?.coverage ?? 0) < leastCoverage) return null;
  if (namesOneThing(part.text, retrieval) || !isNamed(first, code)) return null;
  const unspoken = new Set(retrieval.unspoken.map(({ word, asked = word }) => asked));
  const isAbsent = (thing: readonly string[]) =>
    subject.missingWords.includes(thing.join(" ")) || thing.some((word) => unspoken.has(word));
  const absent = others.filter((thing) => !isNamed(thing, code) && isAbsent(thing));
  return absent.every((thing) => isAside(part.text, thing)) ? absent.map((thing) => thing.join(" ")) : null;
}

function isCode({ content, fileKind }: Passage): boolean {
  return content.type === "symbol" && fileKind === "source";
}

/** Whether a path or a declaration has all words of a thing in its name. */
function isNamed(thing: readonly string[], passages: readonly Passage[]): boolean {
  return passages.some(({ content, path }) => {
    const own = content.type === "symbol" ? `${content.symbol.parent ?? ""} ${content.symbol.name}` : "";
    const named = new Set(stemsOf(`${path} ${own}`));
    return thing.every((word) => [stem(word), ...synonymStems(stem(word))].some((root) => named.has(root)));
  });
}

function isAside(text: string, thing: readonly string[]): boolean {
  return new RegExp(`\\b(?:${aside})\\s+(?:\\w+\\s+){0,2}${thing[0]}\\b`, "i").test(text);
}

/** Says which words the code never uses, before what it has for the others. */
export function gapNote(words: readonly string[]): StatementBlock {
  const named = enumerate(words.map((word) => `“${word}”`));
  const text = `The code that this is about never speaks of ${named}; this is what it has for the rest:`;
  return { heading: null, statements: words.length === 0 ? [] : [{ text, evidence: [] }] };
}
