import { findEndpoints } from "#server/engine/facts/code/find-endpoints.ts";
import { symbolsNamed } from "#server/engine/facts/code/symbols-named.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import { listFacts, type factKinds } from "#server/engine/with-model/look-up/list-facts.ts";
import { readPassages, type ShownRange } from "#server/engine/with-model/look-up/read-passage.ts";
import type { CodePassage } from "#server/engine/with-model/look-up/shown-passages.ts";

const maxRanges = 12;
const maxRangeLines = 80;
/** A name that is declared more often means nothing certain. */
const mostDeclarations = 2;
const headLines = 30;
const linesBefore = 6;
const shortestName = 4;

/**
 * The code that a wish names itself: handlers of addresses, declarations, tables, jobs, settings and files, in the order in which
 * they are named. Empty where it names none.
 */
export async function codeNamed(text: string, { scopes }: PageSubject): Promise<CodePassage[]> {
  const passages: CodePassage[] = [];
  for (const scope of scopes) {
    const found = [
      ...handlersNamed(text, scope),
      ...factsNamed(text, scope),
      ...declarationsNamed(text, scope),
      ...filesNamed(text, scope),
    ];
    const ranges = withoutInner(found.toSorted((a, b) => a.at - b.at)).slice(0, maxRanges);
    passages.push(...(await readPassages(scope.repository, ranges)));
  }
  return passages;
}

/** Lines with the place of the text that names them. */
type NamedRange = ShownRange & { at: number };

/** Placeholders of addresses are written in as many ways as there are frameworks. */
const plainAddress = (path: string) =>
  path.replaceAll(/<(?:\w+:)?\w+>|\{[^}/]*\}|:\w+|\$\{?\w+\}?/g, "{}").replace(/\/+$/, "");

function handlersNamed(text: string, scope: CodeScope): NamedRange[] {
  const written = [...text.matchAll(/\/[\w<>{}:$./*-]+/g)].map(({ 0: path, index }) => ({
    path: plainAddress(path.replace(/[.:]+$/, "")),
    at: index,
    method: /\b(GET|POST|PUT|PATCH|DELETE)\s*`?\s*$/.exec(text.slice(Math.max(0, index - 10), index))?.[1] ?? null,
  }));
  if (written.length === 0) return [];
  return findEndpoints(scope).flatMap(({ path, endpoint, handler }) => {
    const own = plainAddress(endpoint.path);
    const isMeant = (one: (typeof written)[number]) =>
      one.path === own && (one.method === null || one.method === endpoint.method || endpoint.method === "ANY");
    const named = written.find(isMeant);
    if (named === undefined || own.length < shortestName) return [];
    const lines = handler === null ? { ...endpoint, path } : { ...handler.symbol, path: handler.path };
    return [rangeOf(lines, named.at)];
  });
}

function factsNamed(text: string, { repository: { index } }: CodeScope): NamedRange[] {
  const found: NamedRange[] = [];
  const add = (name: string, range: ShownRange | undefined) => {
    const at = name.length < shortestName ? -1 : placeOf(name, text);
    if (at !== -1 && range !== undefined) found.push(rangeOf(range, at));
  };
  for (const { name, sources } of index.tables().tables) add(name, sources[0]);
  for (const one of index.triggers()) add(one.name, one);
  for (const { name, sites: [site] } of index.settings()) {
    if (site && /_/.test(name)) add(name, { path: site.path, startLine: site.line, endLine: site.line });
  }
  return found;
} // prettier-ignore

/** Names that are written as code is: in backticks, with an underscore, a capital inside or brackets behind them. */
function declarationsNamed(text: string, scope: CodeScope): NamedRange[] {
  const named = [...text.matchAll(/[A-Za-z_$][\w$]*/g)].filter(({ 0: name, index }) => {
    const isCode = text[index - 1] === "`" || /_|[a-z][A-Z]/.test(name) || text.startsWith("(", index + name.length);
    return isCode && name.length >= shortestName;
  });
  return named.flatMap(({ 0: name, index }) => {
    const declared = symbolsNamed(scope, name).filter(({ symbol }) => symbol.endLine > symbol.startLine);
    return declared.length > mostDeclarations
      ? []
      : declared.map(({ path, symbol }) => rangeOf({ path, ...symbol }, index));
  });
}

function filesNamed(text: string, scope: CodeScope): NamedRange[] {
  const paths = new Set(scope.files.map(({ path }) => path));
  return [...text.matchAll(/[\w@.-]+(?:\/[\w@.-]+)*\.\w{1,5}\b/g)].flatMap(({ 0: path, index }) =>
    paths.has(path) ? [{ path, startLine: 1, endLine: headLines, at: index }] : [],
  );
}

/** With what stands before a declaration to say who may and when. */
function rangeOf({ path, startLine, endLine }: ShownRange, at: number): NamedRange {
  const from = Math.max(1, startLine - linesBefore);
  return { path, startLine: from, endLine: Math.min(endLine, from + maxRangeLines - 1), at };
}

function placeOf(name: string, text: string): number {
  const escaped = name.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  return new RegExp(`(?<![\\w/-])${escaped}(?![\\w/-])`).exec(text)?.index ?? -1;
}

function withoutInner(ranges: readonly NamedRange[]): NamedRange[] {
  return ranges.filter(
    (one, at) =>
      !ranges.some(
        (other, otherAt) =>
          otherAt !== at &&
          other.path === one.path &&
          other.startLine <= one.startLine &&
          other.endLine >= one.endLine &&
          (otherAt < at || other.startLine < one.startLine || other.endLine > one.endLine),
      ),
  );
}

type FactKind = (typeof factKinds)[number];

/** Of which facts a planned part is, where the built-in engine has no words for them. */
const kindsOfParts: Record<string, FactKind> = {
  relations: "tables",
  "row-rules": "tables",
  "data-model": "tables",
  endpoints: "endpoints",
  access: "endpoints",
  configuration: "settings",
  settings: "settings",
  background: "jobs",
  commands: "jobs",
};

const maxFacts = 30;

/** The facts of the index that a planned part is about, as a draft in place of the one that the built-in engine does not have. */
export async function factsOfPart(templateKey: string, { scopes }: PageSubject): Promise<CodePassage[]> {
  const kind = kindsOfParts[templateKey];
  if (kind === undefined) return [];
  const repositories = [...new Set(scopes.map(({ repository }) => repository))];
  const { passages } = await listFacts(repositories, { kind, query: "" });
  const isInside = ({ source }: CodePassage) =>
    scopes.some(({ repository, folder }) => {
      const isOwn = repository.repositoryId === source.repositoryId;
      return isOwn && (folder === "" || source.path.startsWith(`${folder}/`));
    });
  return passages.filter(isInside).slice(0, maxFacts);
}
