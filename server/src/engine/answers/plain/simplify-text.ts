import { capitalized, humanName } from "#server/engine/text/quoting.ts";
import { isException, splitSentences } from "#server/engine/text/sentences.ts";

/** What only somebody who reads code can make sense of. */
const codeLike =
  /[a-z\d][A-Z]\w|\b[a-z]+_\w+|\b[A-Z\d]+_[A-Z\d_]+\b|\w\(|\(\)|[{}<>=;|\\^$~]|\]\(|::|->|=>|[@#][A-Za-z]\w*|(?<![\w.])--?[a-z][\w-]*|(?:^|[\s("'])\.{0,2}\/[\w.-]|\b(?:src|lib|packages|server|apps?|internal|cmd|pkg|tests?)\/\w|\b[\w-]+\/[\w-]+\/|\b\w+\.(?:[a-z]{1,5})\b(?!\s[A-Z])|https?:|\b0x[\da-f]+|\b[\da-f]{8,}\b|\blines? \d|%[sd]|\b(?:null|undefined|nil|NaN|async|await|boolean|str|int|params?|args?|kwargs|regex|regexp|struct|enum|typedef|namespace|stdin|stdout|mutex|goroutine|thunk|AST|DOM|TODO|FIXME|param(?:eter)?s? of type|subclass\w*|decorator|callback|getter|setter|constructor|middleware function|type parameter|generic type)\b/;

const shortest = 12;
/** "Node.js" is no file. */
const productNames = /\b([A-Z][a-z]+)\.(?:js|io|NET)\b/g;
const abbreviated = /\b(?:e\.g|i\.e|etc|vs)\./gi;

/** A sentence that leans on one before it says nothing alone. */
const leaning =
  /^(?:this (?:is|was|means|happens|allows|lets|way|also)\b|therefore|however|also\b|otherwise|instead\b|but\b|and\b|so\b|then\b|it\b|they\b|these\b|those\b|that\b|such\b|will\b|similarly|additionally|for (?:example|this|that)\b|in (?:this|that|such) case)|\btherefore\b/i;

/** A sentence that limits what was said is told with it, so far behind. */
const maxFurther = 3;

/** The sentences that a text opens with, as long as they need no code to be understood; null where the first does. */
export function simplifyText(text: string, maxSentences = 3): string[] | null {
  const bare = text
    .replace(/```[\s\S]*?```/g, " ")
    .replace(/^(?:>\s?)+/gm, "")
    .replace(/^\s*[-*]\s+/, "")
    .replace(/\*\*/g, "")
    .replace(/\(\s*(?:[^()`]*`[^`]*`)+[^()]*\)/g, " ")
    .replace(/`([A-Za-z][a-z]+(?: [a-z]+)*)`/g, "$1")
    .replace(/^(?:[\w.-]+\/)+([\w-]+)(?= \()/, "$1")
    .replace(/\s+/g, " ")
    .trim();
  const all = splitSentences(bare);
  const limiting = all.slice(0, maxSentences + maxFurther).findLastIndex(isException);
  const sentences = all.slice(0, Math.max(maxSentences, limiting + 1));
  const end = sentences.findIndex((one) => !isPlain(one));
  const opening = end === -1 ? sentences : sentences.slice(0, end);
  return opening.length === 0 || leaning.test(opening[0] ?? "") ? null : opening;
}

/** Names of products that are written in two parts, such as "GitHub", in a text that speaks of no code. */
const twoParts = /\b([A-Z][a-z]+)([A-Z][A-Za-z]+)\b/g;

/** The same of a text of documents, where a word of two capitals is a product's name and no class. */
export function simplifyProse(text: string, maxSentences = 3): string[] | null {
  const names = new Map([...text.matchAll(twoParts)].map(([name]) => [capitalized(name.toLowerCase()), name]));
  const written = (one: string) => [...names].reduce((all, [spoken, name]) => all.replaceAll(spoken, name), one);
  const spoken = text.replaceAll(twoParts, (name) => capitalized(name.toLowerCase()));
  return simplifyText(spoken, maxSentences)?.map(written) ?? null;
}

export function isPlain(sentence: string): boolean {
  const text = sentence.replace(abbreviated, "").replace(productNames, "$1").replace(/\.$/, "");
  if (text.includes("`") || codeLike.test(text)) return false;
  if (text.length < shortest || text.split(/\s+/).length < 3) return false;
  // "Like this:" leads to an example that is not shown.
  return (
    !/[:,]$/.test(text.trim()) &&
    /\p{L}{3}/u.test(text) &&
    !/^(?:see|note that you|returns? (?:a|an|the)? ?\w+$)/i.test(text)
  );
}

/** "JSONProvider", "max_size", "userIDs" and "loadStop" as people say them. */
export function spokenName(name: string): string {
  return humanName(name.replace(/^[#_$-]+/, ""));
}
