import { interpretSubject } from "./interpret-subject.ts";
import { phraseSynonyms } from "./query-expansion.ts";
import { splitQuestion, type QuestionSentence } from "./split-question.ts";
import { isWeakWord, stem, subjectWords, synonymStems } from "./words.ts";

/** What a person wants to know; decides where the answer is looked up and how it is built. */
type QuestionKind =
  | "explain"
  | "where"
  | "uses"
  | "overview"
  | "run"
  | "endpoints"
  | "configuration"
  | "data"
  | "dependencies"
  | "history"
  | "tests"
  | "compare"
  | "message";

export interface QuestionPart {
  /** The part's own words, without a question mark at its end. */
  text: string;
  kind: QuestionKind;
  terms: QuestionTerm[];
  /** Names that are written as code: in backticks, camelCase, snake_case, dotted, with brackets, or a path. */
  names: string[];
  /** What the whole message asks, where this part names no thing itself: "and how many does it use otherwise?". */
  about?: string;
}

export interface QuestionTerm {
  /** As it stands in the question, lower case. */
  word: string;
  stem: string;
  synonyms: readonly string[];
  /** Below 1 where it only tells the surroundings of what is asked: of a sentence before the question, or of a part before. */
  worth?: number;
  /** It stands for a turn of phrase, and is no word of the question. */
  isPhrase?: boolean;
}

/** Two things that are to be told apart: "the difference between a and b", "a versus b". */
const comparison =
  /\bdifferences?\b.*?\bbetween\s+(?<one>.+?)\s+and\s+(?<other>.+)$|^(?:compare\s+)?(?<first>[\w.`()#:-]+)\s+(?:vs\.?|versus|compared (?:to|with))\s+(?<second>[\w.`()#:-]+)|\bcompare\s+(?<left>.+?)\s+(?:and|with|to)\s+(?<right>.+)$|\bhow (?:does|do|is|are)\s+(?<this>.+?)\s+(?:differ|different)\s+(?:from|to)\s+(?<that>.+)$/i;

/** First match wins: the particular before the general. */
const kindPatterns: readonly (readonly [QuestionKind, RegExp])[] = [
  ["compare", comparison],
  [
    "message",
    /\b(?:error|exception|warning|message|mean(?:s|ing)?|see|get(?:ting)?|says?|thrown?|raised?)\b.*["“'‘`][^"”'’`]{4,}\s[^"”'’`]*["”'’`]|["“'‘`][^"”'’`]{4,}\s[^"”'’`]*["”'’`].*\b(?:error|exception|warning|message|mean(?:s|ing)?|thrown?|raised?)\b/i,
  ],
  [
    "dependencies",
    /\b(?:which|what)\s+(?:\w+\s+){0,2}(?:dependencies|libraries|packages|frameworks|tech(?:nology)? stack)\b(?!\/)/i,
  ],
  ["endpoints", /\b(?:which|what)\s+(?:\w+\s+){0,2}(?:endpoints?|routes?|apis?|urls?|http calls?)\b/i],
  [
    "configuration",
    /\b(?:which|what)\s+(?:[\w-]+\s+){0,3}?(?:settings?|options?|parameters?|arguments?|variables?|flags?|switch(?:es)?|features?)\b/i,
  ],
  [
    "where",
    /^(?:and\s+)?(?:(?:which|what)\s+(?:piece|part|bit|line|place|spot|code|file|folder|module|class|function|method|component|middleware)\b(?!.*\b(?:calls?|uses?|imports?|depends?|references?|needs?)\b))/i,
  ],
  [
    "overview",
    /^(?:what(?:'s| is| does)|explain|describe|summari[sz]e|give|tell)\b.*\b(?:this|the|your|our)\s+(?:whole\s+)?(?:project|repo(?:sitory)?|codebase|code base|app(?:lication)?|product|system)\b\s*(?:do|about|for|all about|structured|organi[sz]ed)?\s*\??$/i,
  ],
  [
    "overview",
    /\b(?:overview|high[- ]level|architecture|structure of (?:the|this)|how (?:is|are) (?:the|this) (?:\w+ )?(?:code|project|repo\w*|codebase) (?:structured|organi[sz]ed|laid out)|main (?:parts|components|modules)|where (?:do|should) i start|getting an idea)\b/i,
  ],
  [
    "history",
    /\b(?:who (?:wrote|rewrote|changed|maintains|owns|worked|knows|added|introduced|made|replaced|removed|deleted|dropped|took|fixed|renamed|moved|reverted|switched|migrated|upgraded|refactored|built|implemented|created|broke)|when (?:was|were|did)|recent(?:ly)? chang\w*|what(?:'s| has| have)? (?:\w+ )?changed|changed? (?:lately|recently)|what(?:'s| is) new|last (?:change|commit)\w*|(?:change )?history of|contributors?|(?:last|latest|recent|which|what|how many) commits?|(?:which|what) (?:change|fix|patch|pull request|pr)|whose (?:was|is) (?:it|that|this)|maintainers?)\b/i,
  ],
  [
    "uses",
    /^(?!(?:and\s+)?(?:why|how|what happens|who (?:is|are|may|can))\b).*?(?:\b(?:who|what|which\s+\w+|where)\b.*(?<!\b(?:an?|the|one|each|every|this|that|my|our|i|we|you|to|can|could|should)\s)\b(?:calls?|called|uses?|used|invokes?|invoked|imports?|imported|depends? on|references?|referenced)\b|\b(?:callers?|usages?|references?|importers?|dependents) of\b|\bis\b.*\bused\b)/i,
  ],
  [
    "run",
    /\b(?:how (?:do|can|to|should) (?:i|we|you|one)?\s*(?:\w+\s)?(?:run|start|install|build|deploy|launch|set ?up|develop|seed|migrate|release|lint)\b|get(?:ting)? started|(?:run|start|execute) the tests|how to (?:run|start|install|build|test|deploy|set ?up)|(?:npm|make|just|yarn|pnpm|cargo) (?:scripts?|targets?|commands?)|which (?:scripts?|commands?)|what (?:scripts?|commands?))/i,
  ],
  [
    "endpoints",
    /^(?!(?:and\s+)?(?:why|how|what happens|when|where)\b).*\b(?:endpoints?|routes|rest api|http api|api calls?|http calls?|urls? does)\b/i,
  ],
  [
    "configuration",
    /^(?!(?:and\s+)?(?:why|what happens|when|where|how (?:does|do|did)|how\b(?!.*\bconfigur)|do|does|did)\b).*\b(?:config(?:ur\w+)?|settings?|environment variables?|env(?:ironment)? vars?|env|flags?|options can)\b/i,
  ],
  [
    "dependencies",
    /^(?!(?:and\s+)?(?:why|how|where|when|what happens)\b).*\b(?:dependenc\w+|libraries|third[- ]party|packages? (?:does|do|are|is)|frameworks?|tech(?:nology)? stack|stack)\b/i,
  ],
  [
    "data",
    /^(?!(?:and\s+)?(?:why|how|where|when|what happens)\b).*\b(?:tables?|schemas?|data ?model|database model|entit(?:y|ies)|fields? (?:of|does|do)|columns?|what is stored|data is stored|stored in the database)\b/i,
  ],
  ["tests", /^(?!(?:and\s+)?(?:why|how (?:does|do|did))\b).*\b(?:tests?|tested|covered|specs?)\b/i],
  ["where", /^(?:and\s+)?(?:where\b|in which (?:file|folder|place)|locate\b|find\b|point me)/i],
];

/** Turns of phrase that ask for something the code has its own words for. */
const phrases: readonly { pattern: RegExp; words: readonly string[] }[] = [
  {
    pattern:
      /\brequests?\s+(?:comes?|arrives?|is\s+(?:received|made|handled|processed|served)|gets?\s+(?:handled|processed)|reach\w*|hits?|flows?|goes|travels?|lifecycle|life cycle)\b|\b(?:flow|lifecycle|life cycle|path|journey) of an?\s+(?:\w+\s+)?request\b|\b(?:incoming|each|every)\s+(?:http\s+)?requests?\b/i,
    words: ["request", "dispatch"],
  },
  {
    pattern: /\b(?:decide|determine|know|tell|detect|recogni[sz]e|find out|figure out)s?\s+(?:whether|if|that)\b/i,
    words: ["detect"],
  },
];

/** Words that only ask for a kind of answer; they would match everywhere. */
const kindWords: Partial<Record<QuestionKind, RegExp>> = {
  overview:
    /^(?:overview|high|level|architecture|structur\w*|organi[sz]\w*|main|modules?|components?|start|summari[sz]e|whole|purpose)$/,
  history:
    /^(?:wrote|written|chang\w*|maintain\w*|own\w*|recent\w*|last|commits?|histor\w*|contribut\w*|added|introduced|worked|knows?|latest|author\w*)$/,
  uses: /^(?:callers?|usages?|references?|referenced|imports?|imported|importers?|invoked|depends?|dependents)$/,
  run: /^(?:run|running|start|started|getting|install\w*|build|deploy\w*|launch|set|setup|develop\w*|locally|scripts?|commands?|execute|first|time|machine|computer|tests?)$/,
  endpoints: /^(?:endpoints?|routes?|rest|http|apis?|urls?|offer\w*|expos\w*|available|support\w*|provid\w*)$/,
  configuration:
    /^(?:config\w*|settings?|variables?|vars?|env|flags?|options?|parameters?|arguments?|features?|switch|available|support\w*|read|set|turn|controls?)$/,
  dependencies:
    /^(?:dependenc\w*|librar\w*|third|party|packages?|frameworks?|tech\w*|stack|external|depend\w*|rely|relies)$/,
  data: /^(?:tables?|schemas?|data|model\w*|entit\w*|fields?|columns?|stored|database|hold|holds)$/,
  tests: /^(?:tests?|tested|testing|covered|coverage|specs?|cases?)$/,
};

/** A message as the questions it holds, each with its subject. `earlier` are the person's earlier questions, newest last. */
export function interpretQuestion(text: string, earlier: readonly string[] = []): QuestionPart[] {
  const parts = splitQuestion(askedIn(text)).map(readPart);
  return parts.map((part, at) => {
    const [first] = parts;
    if (at > 0 && first && part.terms.length > 0) {
      const about = interpretSubject(part.text).things.length === 0 ? { about: first.text } : {};
      return { ...part, ...about, terms: withContext(part, first.terms) };
    }
    if (part.terms.length > 0 || part.kind === "overview" || (at === 0 && !refersBack(part.text))) return part;
    const before = parts[at - 1] ?? lastWithSubject(earlier);
    return before ? { ...part, terms: before.terms, names: before.names } : part;
  });
}

const maxHead = 3000;
const maxTail = 1500;

/** What a message asks stands at its beginning or its end; what lies between in a very long one is pasted material. */
export function askedIn(text: string): string {
  return text.length <= maxHead + maxTail ? text : `${text.slice(0, maxHead)}\n${text.slice(-maxTail)}`;
}

/** No question has more subjects or names more things. */
const maxTerms = 24;
const maxNames = 12;

const contextWorth = 0.6;
/** Of what the question points back to. */
const pointedWorth = 0.85;
const pointsBack = /\b(?:it|its|that|this|they|them|those|these|such|then|he|she)\b/i;

/** Terms that tell the surroundings, behind those of the question itself. */
function withContext(
  part: { text: string; terms: readonly QuestionTerm[] },
  context: readonly QuestionTerm[],
): QuestionTerm[] {
  const { text, terms } = part;
  const own = new Set(terms.map((term) => term.stem));
  const isBare = terms.filter(({ word, isPhrase }) => !isWeakWord(word) && !isPhrase).length < 2;
  const worth = isBare ? 1 : pointsBack.test(text) ? pointedWorth : contextWorth;
  return [...terms, ...context.filter((term) => !own.has(term.stem)).map((term) => ({ ...term, worth }))];
}

function lastWithSubject(earlier: readonly string[]): QuestionPart | undefined {
  return earlier
    .toReversed()
    .flatMap((text) => splitQuestion(askedIn(text)).map(readPart))
    .find((part) => part.terms.length > 0);
}

function refersBack(text: string): boolean {
  return /\b(?:it|its|that|this|they|them|those|these|he|she|there|one)\b/i.test(text) || text.split(/\s+/).length <= 4;
}

function readPart({ text, context }: QuestionSentence): QuestionPart {
  const names = namesIn(`${text} ${context}`);
  const kind = kindOf(text, names);
  const isKindWord = kindWords[kind];
  const phrased = phrases.filter(({ pattern }) => pattern.test(text)).flatMap(({ words }) => words);
  const words = [
    ...subjectTerms(text).filter(({ word }) => !isKindWord?.test(word)),
    ...toTerms(phrased).map((term) => ({ ...term, isPhrase: true })),
  ];
  const terms = withContext({ text, terms: words }, subjectTerms(context));
  return { text, kind, terms: terms.slice(0, maxTerms), names: kind === "message" ? [] : names };
}

const asksWhatBreaks =
  /\b(?:break|breaks|affect\w*|impact\w*)\b.*\b(?:if|when|by)\b.*\b(?:mov|renam|remov|delet|chang|touch|rework|replac|drop)\w*/i;
/** "If I change the core package, which other parts are affected?" */
const asksWhatRestsOnIt =
  /\b(?:if|when|by)\b.*\b(?:mov|renam|remov|delet|chang|touch|rework|replac|drop)\w*.*\b(?:crate|package|module|library|workspace|folder|directory|file)\b.*\b(?:break|affect|impact|concern|depend|rebuil|test|adapt|look)\w*/i;
/** "Which packages depend on core" asks for those, not for packages from outside. */
const asksWhichRestOnIt =
  /\b(?:which|what)\s+(?:other\s+)?(?:packages|crates|modules|parts|folders|files|libraries|projects|workspaces|components)\s+(?:\w+\s+)?(?:depends?|rel(?:y|ies)|rests?|builds?) (?:up)?on\b/i;
/** Whoever tells so much of what is to be run does not ask for a command of the project. */
const mostToRun = 4;

function kindOf(text: string, names: readonly string[]): QuestionKind {
  const kind = kindPatterns.find(([, pattern]) => pattern.test(text))?.[0] ?? "explain";
  if (kind !== "history" && asksWhichRestOnIt.test(text)) return "uses";
  if (kind !== "history" && asksWhatRestsOnIt.test(text)) return "uses";
  if (kind === "explain" && names.length > 0 && asksWhatBreaks.test(text)) return "uses";
  const subjects = subjectTerms(text).filter(({ word }) => !isWeakWord(word) && !kindWords.run?.test(word));
  return kind === "run" && subjects.length >= mostToRun ? "explain" : kind;
}

/** The two things a question compares, as questions of their own; null where it names no two. */
export function comparedIn(part: QuestionPart): readonly [QuestionPart, QuestionPart] | null {
  const groups = Object.values(comparison.exec(part.text)?.groups ?? {}).filter((group) => group !== undefined);
  const [one, other] = groups.map((text) => ({
    text,
    kind: "explain" as const,
    terms: subjectTerms(text),
    names: namesIn(text),
  }));
  return one && other && one.terms.length > 0 && other.terms.length > 0 ? [one, other] : null;
}

/** What a question quotes of a message: the words between its quotation marks. */
export function quotedIn(text: string): string | null {
  const quoted = /"([^"]{5,})"|“([^”]{5,})”|`([^`]{5,})`|(?<![\p{L}\p{N}])['‘](.{5,}?)['’](?![\p{L}\p{N}])/u.exec(text);
  return quoted ? (quoted.slice(1).find((group) => group !== undefined) ?? null) : null;
}

/** The same question with the words that only asked for a kind of answer, for looking it up like any other. */
export function withAllWords(part: QuestionPart): QuestionPart {
  return { ...part, terms: subjectTerms(part.text) };
}

/** The words that carry a text's subject; a turn of phrase is one term, which any of the words for it meets. */
function subjectTerms(text: string): QuestionTerm[] {
  const alike = new Map<string, readonly string[]>();
  let said = text;
  for (const [pattern, meant] of phraseSynonyms) {
    const [word = "", ...others] = meant.split(" ");
    const next = said.replaceAll(pattern, ` ${word} `);
    if (next !== said && word !== "") alike.set(stem(word), others.map(stem));
    said = next;
  }
  return toTerms(subjectWords(said)).map((term) => {
    const others = alike.get(term.stem);
    return others ? { ...term, synonyms: [...new Set([...others, ...term.synonyms])], isPhrase: true } : term;
  });
}

function toTerms(words: readonly string[]): QuestionTerm[] {
  const byStem = new Map(words.map((word) => [stem(word), word]));
  return [...byStem].map(([root, word]) => ({ word, stem: root, synonyms: synonymStems(root) }));
}

function namesIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]{1,200})`/g)].map((match) => match[1] ?? "");
  const bare = text
    .replaceAll(/`[^`]*`/g, " ")
    .split(/[\s,;:!?"'“”]+/)
    .map((word) => word.replace(/\.$/, ""));
  const isCode = (word: string) =>
    /^[\w$.]+\(\)$/.test(word) ||
    /[a-z\d][A-Z]/.test(word) ||
    /\w_\w/.test(word) ||
    /^[a-z_$][\w$]+(?:\.[a-z_$][\w$]{2,})+$/i.test(word) ||
    /^[A-Z][A-Z\d]+_/.test(word) ||
    /^--[a-z][\w-]+$/.test(word) ||
    /^[\w@.-]*\/[\w@./-]+$/.test(word) ||
    /^[\w@-]+\/$/.test(word) ||
    /^[\w-]+\.[a-z]{1,4}$/i.test(word);
  const names = [...quoted, ...bare.filter(isCode)].map((name) => name.replace(/\(\)?.*$/, "").replace(/^--/, ""));
  return [...new Set(names.filter((name) => name.length > 1))].slice(0, maxNames);
}
