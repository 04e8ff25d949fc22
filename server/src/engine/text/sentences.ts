const abbreviations =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|resp|approx|incl|no|fig|al|dr|mr|ms|mrs|st|inc|ltd)|(?:^|\s)[A-Z])\.$/i;

/** Splits one line of prose; code spans and abbreviations do not end a sentence. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  let isInCode = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "`") isInCode = !isInCode;
    if (isInCode || !/[.!?。！？।]/.test(text[at] ?? "")) continue;
    // Scripts with a full stop of their own set no blank behind it.
    const end = text.slice(at + 1).match(/[.!?]/.test(text[at] ?? "") ? /^["')\]”]*(?=\s|$)/ : /^["')\]”」』）]*/);
    if (!end) continue;
    const stop = at + 1 + end[0].length;
    const sentence = text.slice(start, stop).trim();
    const next = text.slice(stop).trimStart();
    if (abbreviations.test(sentence) || /^[a-z,;]/.test(next)) continue;
    sentences.push(sentence);
    start = stop;
  }
  const rest = text.slice(start).trim();
  if (rest !== "") sentences.push(rest);
  return sentences;
}

/** The first sentences that fit `maxLength`, at least one; a first one that is too long is cut at a clause or word. */
export function leadingSentences(text: string, maxLength: number, maxCount = Infinity): string {
  const [first, ...others] = splitSentences(text);
  if (first === undefined) return "";
  if (first.length > maxLength) return cutText(first, maxLength);
  let taken = first;
  let count = 1;
  for (const sentence of others) {
    if (leadsElsewhere.test(sentence)) continue;
    const isFull = count >= maxCount || taken.length + sentence.length + 1 > maxLength;
    if (isFull && !(isException(sentence) && sentence.length <= maxException)) break;
    taken += fullWidth.test(taken) ? sentence : ` ${sentence}`;
    count += 1;
    if (isFull) break;
  }
  return taken;
}

/** Marks that take the room of a blank with them. */
const fullWidth = /[。！？]["')”」』）]*$/;

/** Behind a first sentence it adds nothing to it. */
const leadsElsewhere =
  /^(?:for (?:more|further|additional|full|detailed)\b|(?:please )?(?:see|read|check|visit|refer to|consult|have a look|take a look)\b|more (?:info\w*|details?|examples?)\b|you can (?:also )?(?:find|read|see|learn)\b|learn more\b|feel free\b|enjoy\b|thanks?\b|the (?:following|next) (?:sections?|steps?|table|list)\b|this (?:document|page|guide|section|file) (?:describes|explains|covers|contains|lists|is)\b)/i;
const maxException = 240;

/** A sentence without which the one before it would say too much. */
export function isException(sentence: string): boolean {
  return /^(?:if|unless|except|however|but|only|note that|this (?:does|is|will) (?:not|only)|not)\b|\b(?:unless|except(?:ion|ing)?|does not apply|do not apply)\b/i.test(
    sentence,
  );
}

/** Shortens at the end of a clause, else of a word, and never inside a code span. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let cut = text.slice(0, maxLength - 1);
  if ((cut.match(/`/g) ?? []).length % 2 === 1) cut = cut.slice(0, cut.lastIndexOf("`"));
  const clause = Math.max(cut.lastIndexOf("; "), cut.lastIndexOf(" — "), cut.lastIndexOf(": "));
  const end = clause > maxLength * 0.5 ? clause : cut.lastIndexOf(" ");
  return `${cut.slice(0, end > 0 ? end : cut.length).replace(/[\s,;:—([\\]+$/, "")} …`;
}

/** With a full stop at the end, unless it already ends with punctuation. */
export function asSentence(text: string): string {
  const trimmed = text.trim().replace(/[\s,;:]+$/, "");
  return trimmed === "" || /[.!?…。！？।]["')”」』）]?$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** Text for the middle of a sentence: without its full stop, an ordinary first word in lower case. */
function asClause(text: string): string {
  const clause = text.trim().replace(/\.$/, "");
  return /^(?:A|An|The|One|Two|What|Whether|When|Where|Who|How|All|Every|Each|Some|Any|Whole|This|These|Those|It|If|In|On|For|To|Like|Same|Only|Number|[A-Z][a-z]+s)\s(?!`)/.test(
    clause,
  )
    ? clause.charAt(0).toLowerCase() + clause.slice(1)
    : clause;
}

/** The comment on `name`, for brackets after the name: "Foo is a cache." is "a cache". */
export function asParenthetical(name: string, text: string): string {
  const rest = text.startsWith(`${name} `) ? text.slice(name.length + 1).replace(/^(?:is|are)\s+/, "") : asClause(text);
  return rest.replace(/\.$/, "");
}
