import { isVague, splitWords, subjectWords } from "./words.ts";

/** The subject of a question, found by word order: questions need no more grammar than that. */
export interface QuestionSubject {
  /** The nouns of the question, each with its modifiers: "spelling mistakes", "mail queue". */
  things: readonly (readonly string[])[];
  /** They are only in side clauses (when, why): their absence counts, their presence is no answer. */
  isAside: boolean;
}

const determiners = words(
  "the a an my our your his her its their this these those each every any some no all both several many much more most few one two three another other same such",
);
const auxiliaries = words(
  "is are was were be been being am do does did can could may might must shall should will would has have had",
);
const pronouns = words(
  "i we you he she it they me us him them somebody someone anybody anyone nobody everybody everyone something anything nothing there one's",
);
const prepositions = words(
  "of in on at by for from with without into onto as between through during against per about behind under above over within across to beside besides among outside inside near toward towards via like than up down out off along around upon",
);
const joints = words("and or but nor plus");
/** Words that open a clause of time, reason or relation. */
const clauseOpeners = words(
  "when if while after before because since unless until till although though so that which who whom whose where how why what whether once than",
);
const askers = words("how what which who whose where when why");
/** "A piece of the answer" is about the answer. */
const partitives = words(
  "piece pieces part parts bit bits list lists kind kinds sort sorts type types number numbers amount amounts set sets group groups way ways place places code file files class classes function functions method methods component components module modules folder folders line lines spot job time times day days hour hours minute minutes second seconds week weeks month months year years megabyte megabytes kilobyte kilobytes byte bytes maximum minimum max min limit limits default defaults size sizes length lengths name names setting settings option options flag flags value values thing things reason reasons case cases side end beginning order level",
);
/** Words that the code need not contain. */
const sideWords = words(
  "huge big large small little tiny old new slow fast quick real true actual plain raw personal private public foreign strange odd weird dead broken own whole full empty long short deep high low hot cold fresh late early hidden friendly sleepy clean dirty smart dumb right wrong sure ready safe certain special single only usual normal very too still already again ever never always often once twice together apart anew later soon now then just even also almost ahead instead back else yet maybe perhaps please quietly silently right left next last previous first final different various certain enough smaller smallest larger largest bigger biggest older oldest newer newest faster fastest slower longer shorter higher lower better best worse worst many",
);
const sideEndings =
  /(?:[a-z]{3}ly|[a-z]{2}ous|[a-z]{2}ful|[a-z]{3}less|[a-z]{3}able|[a-z]{3}ible|[a-z]{3}ish|[a-z]{4}ant|[a-z]{4}ed)$/;

/** The things that the main clause of a question is about; those of its side clauses where it names none. */
export function interpretSubject(text: string): QuestionSubject {
  const clauses = clausesOf(text);
  const main = clauses.filter(({ isSide }) => !isSide).flatMap(({ tokens }) => thingsIn(tokens));
  if (main.some((thing) => thing.some((word) => !isVague(word)))) return { things: main, isAside: false };
  const all = clauses.flatMap(({ tokens }) => thingsIn(tokens));
  const strong = all.filter((thing) => thing.some((word) => !isVague(word)));
  return { things: strong.length > 0 ? strong : all, isAside: true };
}

function clausesOf(text: string): { isSide: boolean; tokens: string[] }[] {
  const tokens =
    text
      .replaceAll(/`[^`]*`/g, " , ")
      .replaceAll(/[’']s?\b/g, " ")
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{N}-]*|[,;:()]/gu) ?? [];
  const clauses: { isSide: boolean; tokens: string[] }[] = [];
  let hasAsked = false;
  let open: { isSide: boolean; tokens: string[] } = { isSide: false, tokens: [] };
  const begin = (isSide: boolean) => {
    if (open.tokens.length > 0) clauses.push(open);
    open = { isSide, tokens: [] };
  };
  for (const [at, token] of tokens.entries()) {
    const isStart = open.tokens.length === 0;
    if (
      askers.has(token) &&
      !hasAsked &&
      !(isStart && (token === "when" || token === "where") && !auxiliaries.has(tokens[at + 1] ?? ""))
    ) {
      hasAsked = true;
      begin(false);
      open.tokens.push(token);
    } else if (clauseOpeners.has(token)) {
      begin(true);
    } else if (token === "," && open.isSide && !hasAsked) begin(false);
    else open.tokens.push(token);
  }
  begin(false);
  return clauses;
}

function thingsIn(tokens: readonly string[]): string[][] {
  const things: string[][] = [];
  let run: string[] = [];
  let before = "";
  let inverted: string | null = null;
  const close = () => {
    const thing = nounsOf(run, { before, inverted });
    if (thing.length > 0) things.push(thing);
    if (run.length > 1 || (run.length === 1 && thing.length === 0)) inverted = null;
    run = [];
  };
  for (const token of tokens) {
    const isFunction =
      [determiners, auxiliaries, pronouns, prepositions, joints, clauseOpeners, askers].some((set) => set.has(token)) ||
      /^\W$|^\d+$/.test(token);
    if (!isFunction) {
      run.push(token);
      continue;
    }
    if (run.length > 0) close();
    if (auxiliaries.has(token)) inverted ??= token;
    before = pronouns.has(token) ? "pronoun" : token;
  }
  if (run.length > 0) close();
  return things;
}

const doesFollow = words("which what who that");
const beForms = words("is are was were be been being");
const participle = /(?:ed|en|wn|ept|eld|elt|ought|aught|unk|ung|old|ound|ent|ade|ost|id|ut)$/;

/** Of words without a small one between them the nouns, the one that the others say more of last. */
function nounsOf(run: readonly string[], { before, inverted }: { before: string; inverted: string | null }): string[] {
  const isLone = run.length === 1 && run[0]?.endsWith("ing") === true;
  let own = isLone ? [] : run.filter((word) => !sideWords.has(word));
  const doing = own.findIndex((word, at) => /[^s]s$/.test(word) && (at > 0 || before !== "which") && at < 2);
  // "Does it retry", "which code closes": what somebody does.
  if (before === "pronoun" || before === "to") own = own.slice(1);
  else if (doesFollow.has(before) && doing >= 0 && inverted === null) own = own.filter((_, at) => at !== doing);
  else if (own.length > 1 && inverted !== null) {
    const last = own.at(-1) ?? "";
    if (!beForms.has(inverted) || participle.test(last)) own = own.slice(0, -1);
  } else if (own.length === 1 && inverted !== null && beForms.has(inverted) && participle.test(own[0] ?? "")) own = [];
  return own
    .filter((word) => !sideEndings.test(word) && (!partitives.has(word) || before === "per"))
    .flatMap((word) => splitWords(word))
    .filter((word) => subjectWords(word).length > 0);
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
