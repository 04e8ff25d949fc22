import { segmentWords } from "#server/engine/text/segment-words.ts";

import { unspacedStopWords, unspacedWeakWords } from "./grammar/unspaced-words.ts";
import { wordExpansions } from "./query-expansion.ts";
import { synonymGroups } from "./synonyms.ts";

/** Words that carry no subject of their own in a question about code. */
const stopWords = new Set([
  ...unspacedStopWords,
  ...`a an the and or but of to in on at by for from with without into as is are was were be been being am do does did done
  doing can cannot could should would will shall may might must have has had having how what which who whom whose where when why
  whether if then than so that this these those it its they them their there here we our us you your i me my mine he she
  his her not no yes all any each every some such only also just very more most other another please tell show give
  explain describe find list me about code codebase repo repository project product app application system file files
  function functions method methods class classes work works working happen happens happening get gets used use uses using
  implemented implement implementation implements defined define definition located live lives made
  make makes making exactly actually really like look looks need needs want wants let know way ways thing things kind kinds
  part parts place places one ones via per up out off over between within through during after before again both same go
  goes going put come comes call calls called calling caller callers invoke invokes exist exists anything something else
  currently there's what's where's who's it's don't logic responsible decide decides decided determine
  determines determined determine affect affects happen lately recently several sometimes usually often always never around
  whenever meaning mean means say says said difference different differ differs versus vs compare compared comparison
  main actual real possible able sort already several many too sit sits keep keeps keeping kept end ends ended long often
  soon whole piece bit never although come want help says gets while ready took got getting first last number since else lists listed listing contains deal deals concern concerns belong belongs
  depending based because although though while unless otherwise until till still yet ever else rather instead quite
  almost enough somebody somebody's someone somewhere anybody anyone everybody everyone nobody nothing none somehow
  anyhow today nowadays whose herself himself itself myself ourselves themselves against towards among behind beside
  besides below above under near much less least next previous own side sides sense reason reasons fact cause causes
  caused clue idea ideas matter matters care cares careful try tries trying tried seem seems hinge hinges
  thanks thank hello hi ok okay hey guys folks bit lot lots plenty couple few half whole every either neither nor
  brought taken
  upon along across throughout within onto off back forth away apart together alone once
  good bad better best worse worst nice fine great simply simple easily easy hard
  feel feels felt tool tools normal normally ordinary usual special single
  doesn don isn aren wasn weren won couldn shouldn wouldn didn hasn haven hadn ain
  supposed certain beforehand halves lie lies lying meant intended allowed able going wanted needed asked happened turns`
    .split(/\s+/)
    .filter(Boolean),
]);

/** Words that occur in questions about anything; they say little about where the answer is. */
const weakWords = new Set([
  ...unspacedWeakWords,
  ...`api server client frontend backend web compute computed computes calculate calculated create created creates build built send sent check checked show shown
  shows display displayed load loaded store stored save saved process processed manage managed support supported set
  provide provided add added start started read written write update updated choose chosen change changed add run runs
  handle handled handles handling current given new people everyone somebody someone user users data value values default
  request requests response message messages name names type types open opened line lines point points turn take takes
  find found pick picks order second good same different one two three first program programs`
    .split(/\s+/)
    .filter(Boolean),
]);

/** Cached stems; reading an answer's files needs the same few thousand again and again. */
const stemsByWord = new Map<string, string>();
const maxKnownStems = 100_000;

/** Words whose ending makes them no doer of something: a header is not what heads. */
const ownWords: Readonly<Record<string, string>> = {
  headers: "header",
  header: "header",
  folders: "folder",
  folder: "folder",
  letters: "letter",
  letter: "letter",
  ids: "id",
};

const plainStems = new Set(
  wordExpansions.flatMap((line) => (line.split(" : ")[0] ?? "").split(" ").map((word) => cutEnding(word))),
);
const synonyms = buildSynonyms();
const weakStems = new Set([...weakWords].map((word) => cutEnding(word)));

/** Cuts the endings in which questions and identifiers differ: "delays" and "delayed" become "delay". */
export function stem(word: string): string {
  const known = stemsByWord.get(word);
  if (known !== undefined) return known;
  const root = cutEnding(word.toLowerCase());
  if (stemsByWord.size >= maxKnownStems) stemsByWord.clear();
  stemsByWord.set(word, root);
  return root;
}

function cutEnding(word: string): string {
  let root = word;
  if (Object.hasOwn(ownWords, word)) return ownWords[word] ?? word;
  if (root.length > 4) root = root.replace(/(?:ies|ied)$/, "y").replace(/(?<=ss|sh|ch|x|z)es$/, "");
  if (root.length > 3) root = root.replace(/(?<![su])s$/, "");
  if (root.length > 8) root = root.replace(/(?<=[a-z]{4})ment$|(?<=i[rz]|ur)ations?$|(?<=l)lation$/, "");
  if (root.length > 7) root = root.replace(/(?<=ct|ss|[eu]t)ion$/, "");
  if (root.length > 5) root = root.replace(/(?:ations?|ators?|ating|ated|ate)$/, "at");
  if (root.length > 5) root = root.replace(/(?:ing|ed)$/, "");
  if (root.length > 5) root = root.replace(/(?:ers?|or)$/, "");
  if (root.length > 4) root = root.replace(/([bdglmnprt])\1$/, "$1").replace(/e$/, "");
  return root;
}

/** Splits text and identifiers to lower-case words: "moveTask", "move_task" and "move task" are the same two words. */
export function splitWords(text: string): string[] {
  return runsIn(text).flatMap((run) => takeApart(run).words);
}

export function stemsOf(text: string): string[] {
  return runsIn(text).flatMap((run) => takeApart(run).stems);
}

/** Letters, their marks and digits that stand together. */
function runsIn(text: string): string[] {
  return text.split(/[^\p{L}\p{N}\p{M}]+/u).filter((run) => run !== "");
}

interface RunParts {
  words: readonly string[];
  stems: readonly string[];
}

/** Texts and code consist of the same few thousand runs. */
const partsByRun = new Map<string, RunParts>();

function takeApart(run: string): RunParts {
  const known = partsByRun.get(run);
  if (known) return known;
  const words = run
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    // The "s" of "URLs" is its plural, and begins no word.
    .replaceAll(/([A-Z]+)([A-Z](?!s(?![a-z]))[a-z])/g, "$1 $2")
    .replaceAll(/([A-Za-z])(\d{3,})/g, "$1 $2")
    .toLowerCase()
    // In lower case a letter may become several characters.
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== "")
    .flatMap(segmentWords);
  const parts = { words, stems: words.map(stem) };
  if (run.length > maxRun) return parts;
  if (partsByRun.size >= maxKnownStems) partsByRun.clear();
  partsByRun.set(run, parts);
  return parts;
}

const maxRun = 40;

/** The words of a question that carry its subject, in order, each once. */
export function subjectWords(text: string): string[] {
  const words = splitWords(text.replaceAll(/[’']/g, "'").replaceAll(/'\w{1,2}\b/g, ""));
  // "GET" is what HTTP calls it, "get" says nothing.
  const methods = new Set(
    [...text.matchAll(/\b(?:GET|PUT|HEAD|POST|PATCH|DELETE)\b/g)].map(([method]) => method.toLowerCase()),
  );
  // "Read-only" is one word of two that say nothing alone.
  const joined = new Set(
    text
      .toLowerCase()
      .match(/\b[a-z]+-(?:only|less|off|out|up|in|on|over|by)\b/g)
      ?.flatMap((word) => word.split("-")),
  );
  const says = (word: string) =>
    (word.length > 1 || /\d/.test(word)) && (!stopWords.has(word) || methods.has(word) || joined.has(word));
  return [...new Set(words.filter(says))];
}

/** All of them. */
export const weakWordList: readonly string[] = [...weakWords];

/** Words of so many things that a place which says no other word of a question is picked by chance. */
const chanceStems = new Set(
  `page pages file files run runs running use uses used using new create format formats switch switches text texts automatic
  automatically style styles copy copies way part parts thing things code folder list item items link step steps work works
  works gone goes put end ends live lives happen happens get gets disk place kind sort word words day moment full half test tests
  button icon image view screen form menu table field number version call calls called job jobs go goes over language default`
    .split(/\s+/)
    .map((word) => cutEnding(word)),
);

/** Whether a word says nothing of its own where no other word of the question stands beside it. */
export function saysNothingAlone(word: string): boolean {
  return chanceStems.has(stem(word));
}

export function isWeakWord(word: string): boolean {
  return weakWords.has(word);
}

/** Whether the word carries no subject of its own, where it stands alone. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** Whether the word means hardly more than a weak one: "visitor" is any client, user or request. */
export function isVague(word: string): boolean {
  if (weakWords.has(word)) return true;
  const root = stem(word);
  const meant = synonymStems(root);
  return plainStems.has(root) && meant.filter((one) => weakStems.has(one)).length >= meant.length / 2;
}

/** Whether people who ask about code use the word, so that it is hardly a mistake in writing. */
export function isKnownWord(word: string): boolean {
  return stopWords.has(word) || weakWords.has(word) || everyday.has(word);
}

/** All words that mean the same as others. */
export const everydayWords: readonly string[] = [...new Set(synonymGroups.flat())];
const wordByStem = new Map(
  [...wordExpansions.flatMap((line) => line.replace(" : ", " ").split(" ")), ...everydayWords]
    .toSorted((one, other) => other.length - one.length)
    .map((word) => [stem(word), word]),
);
const everyday = new Set([...everydayWords, ...wordExpansions.flatMap((line) => line.replace(" : ", " ").split(" "))]);

/** A word of that stem, as the search wants it; the stem itself where none is known. */
export function spelledOut(root: string): string {
  return wordByStem.get(root) ?? root;
}

/** Whether people say the word of things for which code has words of its own. */
export function isPlainSpeech(root: string): boolean {
  return plainStems.has(root);
}

const codeStems = new Set(
  [...synonymGroups.flat(), ...wordExpansions.flatMap((line) => (line.split(" : ")[1] ?? "").split(" "))].map(stem),
);

/** Whether code itself uses the word, so that code which has the thing spells it out. */
export function isCodeWord(root: string): boolean {
  return codeStems.has(root);
}

/** Stems that mean the same as this one, without itself. */
export function synonymStems(root: string): readonly string[] {
  return synonyms.get(root) ?? [];
}

function buildSynonyms(): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const group of synonymGroups) {
    const stems = [...new Set(group.map(stem))];
    for (const one of stems) {
      map.set(one, [...(map.get(one) ?? []), ...stems.filter((other) => other !== one)]);
    }
  }
  for (const line of wordExpansions) {
    const [spoken = "", meant = ""] = line.split(" : ");
    for (const one of new Set(spoken.split(" ").map(stem))) {
      const others = meant.split(" ").map(stem);
      map.set(
        one,
        [...new Set([...(map.get(one) ?? []), ...others])].filter((other) => other !== one),
      );
    }
  }
  return map;
}
