const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
/** Single characters that only join, point or ask. */
const joining = new Set(
  "的是在把被了后前和与或吗呢吧从对为不有也就都还会能可要到将并及其该此这那我你他她它们个中上下里时则若而且之以于由给让向按着过地得很再又才已只何谁几多么样当如用使",
);
/** Single characters that end the word before them: of one who does it, a device, a number, a store. */
const endings = new Set("器者员率性化数库表机号量");

/** Whether a text holds letters of a script that sets no blanks between its words. */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

/** Words of a text by a dictionary, single letters too. */
export function segmentText(text: string): string[] {
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));
}

/**
 * The words of a run of letters, by a dictionary where its script sets no blanks between them. The dictionary knows few
 * words of programs ("retry", "port"): characters that it leaves single and side by side are told by twos.
 */
export function segmentWords(run: string): string[] {
  if (!isUnspaced(run)) return [run];
  const words: string[] = [];
  let former = "";
  let isBehindWord = false;
  for (const segment of segmentText(run)) {
    const isSingle = /^\p{Script=Han}$/u.test(segment);
    const isBound = isBehindWord && endings.has(segment);
    // "Time" of "timeout" joins nothing.
    const isLeft = isSingle && !isBound && (!joining.has(segment) || (former !== "" && segment === "时"));
    if (!isLeft) words.push(segment);
    else if (former !== "") words.push(former + segment);
    former = isLeft ? segment : "";
    isBehindWord = !isSingle;
  }
  return words;
}
