import { eachWord, hashTerm, splitIdentifier } from "#server/code-index/analysis/terms/split-words.ts";

/** A query as ranking sees it. */
export interface Query {
  terms: QueryTerm[];
  /** Paths and file names written out in the query, lower case. */
  paths: string[];
  /** Hashes of the numbers of tickets named as "#123". */
  tickets: number[];
  /** Kinds of side material the query asks for, which are then not demoted. */
  asksFor: { tests: boolean; docs: boolean; examples: boolean; config: boolean };
}

export interface QueryTerm {
  hash: number;
  term: string;
  /** As first written, for reasons shown to people. */
  word: string;
  weight: number;
  /** In the first line. */
  isLead: boolean;
  /** In a scope: "fix(router): ", "Mail: ". */
  isScope: boolean;
  /** Written as an identifier, or marked as code. */
  isCode: boolean;
}

const maxTerms = 80;
/** The first line of a longer text says what it is about. */
const firstLineWeight = 1.6;
const identifierWeight = 1.4;
const joinedWeight = 1.2;
/** "fix(router): " says what sort of change it is, which no file does, and where, which counts more than the rest. */
const changeLabel =
  /^\s*(fix|feat|feature|chore|docs?|refactor|perf|tests?|style|ci|build|revert|types?)(?:\(([^)\n]*)\))?!?:/i;
const scopeWeight = 1.5;
/** "router: accept ..." as many projects write it. */
const plainScope = /^\s*([\w./-]+(?:,\s?[\w./-]+)*):\s/;
const code =
  /`([^`\n]{2,80})`|((?<![\w$.])[A-Za-z_$][\w$]*(?:\.[\w$]+)*\(\))|\b([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|\w+_\w+)\b/g;
const ticket = /#(\d{2,6})\b/g;
const trailer =
  /^(?:signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|cc|change-id|reviewed-on|pull-request)\s*:.*$/gim;
const noise = /https?:\/\/\S+|\b[0-9a-f]{7,40}\b|\(?#\d+\)?|<[^>\s]+@[^>\s]+>/g;

/** Reads words, weights and hints off a question, a title or a whole commit message. */
export function parseQuery(text: string): Query {
  const clean = text.replaceAll("\r", "").replaceAll(trailer, "").replaceAll(noise, " ").slice(0, 6000);
  const firstLine = clean.trimStart().indexOf("\n");
  const lead = firstLine === -1 ? clean.length : firstLine + clean.length - clean.trimStart().length;
  const byTerm = new Map<string, QueryTerm>();
  const weight = firstLine === -1 ? 1 : firstLineWeight;
  const label = changeLabel.exec(clean.slice(0, lead));
  if (label?.[2] !== undefined) addWords(byTerm, label[2], weight * scopeWeight);
  addWords(byTerm, clean.slice(label?.[0].length ?? 0, lead), weight);
  addWords(byTerm, clean.slice(lead), 1);
  for (const term of termsIn(clean.slice(0, lead)).flat()) mark(byTerm.get(term), "isLead");
  const scope = label?.[2] ?? plainScope.exec(clean.slice(0, lead))?.[1] ?? "";
  for (const term of termsIn(scope).flat()) mark(byTerm.get(term), "isScope");
  for (const [, marked, call, name = ""] of clean.matchAll(code))
    for (const parts of termsIn(marked ?? call ?? name)) mark(byTerm.get(parts.at(-1) ?? ""), "isCode");
  const terms = [...byTerm.values()].sort((a, b) => b.weight - a.weight).slice(0, maxTerms);
  const tickets = new Set(Array.from(text.matchAll(ticket), ([, number = ""]) => hashTerm(number)));
  return { terms, paths: pathsIn(clean), tickets: [...tickets], asksFor: readWishes(clean.slice(0, lead)) };
}

/** Terms of each word; the whole of an identifier comes last. */
function termsIn(text: string): string[][] {
  const terms: string[][] = [];
  eachWord(text, 0, text.length, (word) => terms.push(splitIdentifier(word)));
  return terms;
}

function mark(term: QueryTerm | undefined, as: "isLead" | "isScope" | "isCode"): void {
  if (term !== undefined) term[as] = true;
}

const unmarked = { isLead: false, isScope: false, isCode: false };

function addWords(byTerm: Map<string, QueryTerm>, text: string, weight: number): void {
  const seen = new Map<string, number>();
  eachWord(text, 0, text.length, (word) => {
    const parts = splitIdentifier(word);
    const isIdentifier = /[a-z][A-Z]|_|[A-Za-z]\d/.test(word);
    for (const [index, term] of parts.entries()) {
      const times = seen.get(term) ?? 0;
      seen.set(term, times + 1);
      // The second mention adds half, the third a third: a word said often is not many words.
      const isJoined = isIdentifier && index === parts.length - 1 && parts.length > 1;
      const gain = (weight * (isIdentifier ? identifierWeight : 1) * (isJoined ? joinedWeight : 1)) / (times + 1);
      const known = byTerm.get(term);
      if (known === undefined) byTerm.set(term, { hash: hashTerm(term), term, word, weight: gain, ...unmarked });
      else known.weight += gain * 0.5;
    }
  });
  joinNeighbours(byTerm, text, weight);
}

/** "rate limiter" also looks for `rateLimiter`: two words side by side are tried as one identifier. */
function joinNeighbours(byTerm: Map<string, QueryTerm>, text: string, weight: number): void {
  for (const match of text.matchAll(/\b([A-Za-z]{3,})[ -](?=([A-Za-z]{3,})\b)/g)) {
    const joined = `${match[1] ?? ""}${match[2] ?? ""}`.toLowerCase();
    if (!byTerm.has(joined))
      byTerm.set(joined, {
        hash: hashTerm(joined),
        term: joined,
        word: `${match[1]} ${match[2]}`,
        weight: weight * 0.6,
        ...unmarked,
      });
  }
}

function pathsIn(text: string): string[] {
  const found =
    text.match(
      /[\w@.-]*(?:\/[\w@.[\]-]+)+\.\w{1,6}|\b[\w-]+\.(?:ts|tsx|js|jsx|mjs|py|go|rs|java|kt|rb|php|cs|c|cc|cpp|h|hpp|vue|svelte|sql|md|ya?ml|toml|json|sh|css|scss)\b/g,
    ) ?? [];
  return [...new Set(found.map((path) => path.toLowerCase().replace(/^\.?\//, "")))].slice(0, 20);
}

function readWishes(lead: string): Query["asksFor"] {
  return {
    tests: /\b(?:tests?|testing|specs?|e2e|flaky|fixtures?|coverage|assert\w*|mock\w*)\b/i.test(lead),
    docs: /\b(?:docs?|documentation|readme|changelog|guide|tutorial|release notes)\b/i.test(lead),
    examples: /\b(?:examples?|demos?|samples?|benchmarks?|bench|playground)\b/i.test(lead),
    config:
      /\b(?:ci|workflows?|github actions?|deps|dependabot|bump|upgrade|lint\w*|eslint|config\w*|docker\w*|build|release|version|package\.json|makefile|env)\b/i.test(
        lead,
      ),
  };
}
