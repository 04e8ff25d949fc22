import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";
import { countNewWords } from "#server/engine/text/summarize-doc.ts";

/** A folder or a file of which a document of the project says what it is for. */
export interface StatedPath {
  text: string;
  evidence: Evidence[];
  /** As of the repository. */
  path: string;
  isFolder: boolean;
  /** The document. */
  by: string;
}

/** Documents in which people draw the map of their code, those made for it first. */
const documents: readonly RegExp[] = [
  /(?:^|\/)(?:[\w-]*architecture|[\w-]*structure|codebase|code[-_]map|internals|design|repo(?:sitory)?[-_]layout)\.(?:md|mdx|rst|adoc)$/i,
  /(?:^|\/)(?:agents|claude|copilot-instructions|gemini)\.md$/i,
  /(?:^|\/)(?:contributing|hacking|develop(?:ment|ers?|ing)?)\.(?:md|mdx|rst)$/i,
  /^readme\.(?:md|rst|mdx)$/i,
];
const maxDocuments = 8;
const maxLines = 800;
const longestText = 200;
const leastPlaces = 3;
const leastNewWords = 2;
/** "React hooks" and "Shared utilities" say of `hooks` and `utils` what they are called. */
const emptyInMaps =
  "file folder directory code source definition specific common shared reusable utility util helper frontend backend client server app application project all contain used use here live various related config configuration component static asset test language";

/** What documents of the project say that its folders and files are for, by path; the document that says most first. */
export function statedPaths(scope: CodeScope): Promise<ReadonlyMap<string, StatedPath>> {
  return scope.once("statedPaths", () => gather(scope));
}

async function gather(scope: CodeScope): Promise<ReadonlyMap<string, StatedPath>> {
  const rankOf = (path: string) => documents.findIndex((one) => one.test(path));
  const depthOf = (path: string) => path.split("/").length;
  const found = scope.files
    .map(({ path }) => path)
    .filter((path) => rankOf(scope.shorten(path)) >= 0 && depthOf(scope.shorten(path)) <= 3)
    .toSorted((a, b) => rankOf(scope.shorten(a)) - rankOf(scope.shorten(b)) || depthOf(a) - depthOf(b))
    .slice(0, maxDocuments);
  const places = new Map<string, StatedPath>();
  const folders = foldersOf(scope);
  for (const path of found) {
    const lines = codeLines((await scope.lines(path)) ?? []).slice(0, maxLines);
    const own = placesIn(scope, folders, { path, lines });
    // A path that is named in passing is no map.
    if (own.length < leastPlaces) continue;
    for (const one of own.filter(isTelling)) if (!places.has(one.path)) places.set(one.path, one);
  }
  return places;
}

function isTelling({ path, text }: StatedPath): boolean {
  return /\p{L}{3}/u.test(text) && countNewWords(`${path} ${emptyInMaps}`, text) >= leastNewWords;
}

/** All folders that hold anything. */
function foldersOf(scope: CodeScope): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path } of scope.repository.index.files())
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) folders.add(path.slice(0, at));
  return folders;
}

interface ReadDocument {
  path: string;
  lines: readonly string[];
}

function placesIn(scope: CodeScope, folders: ReadonlySet<string>, document: ReadDocument): StatedPath[] {
  const found: StatedPath[] = [];
  // Names of the folders above, in a tree that is drawn with lines.
  let above: { depth: number; path: string }[] = [];
  for (const [at, line] of document.lines.entries()) {
    const drawn = branch.exec(line);
    if (drawn === null) {
      const root = rootOfTree.exec(line)?.[1];
      above = root !== undefined && branch.test(document.lines[at + 1] ?? "") ? [{ depth: -1, path: root }] : [];
    }
    const said = drawn === null ? row.exec(line) : drawn;
    if (said === null) continue;
    const [, lead = "", name = "", written = ""] = said;
    if (drawn !== null) above = above.filter(({ depth }) => depth < lead.length);
    const inside = [...(drawn === null ? [] : above.slice(-1)).map(({ path }) => path), name];
    const path = placeOf(scope, folders, inside.map((one) => one.replace(/^\.?\/|\/$/g, "")).join("/"));
    if (drawn !== null) above = [...above, { depth: lead.length, path: [...inside].join("/").replaceAll("//", "/") }];
    if (path === null) continue;
    const more = drawn === null && !lead.includes("|") ? goesOn(document.lines, at) : [];
    const whole = [written.replace(/\s*\|.*$/, ""), ...more].join(" ");
    const text = leadingSentences(cleanProse(whole), longestText, 2);
    const isFolder = folders.has(path);
    found.push({
      path,
      isFolder,
      by: document.path,
      text: capital(asSentence(text)),
      evidence: [scope.at(document.path, at + 1, at + 1 + more.length)],
    });
  }
  return found;
}

/** What an item says on the lines below its first. */
function goesOn(lines: readonly string[], at: number): string[] {
  const rest = lines.slice(at + 1, at + 1 + longestItem);
  const end = rest.findIndex((line) => !/^\s{2,}\S/.test(line) || /^\s*(?:[-*+|`#]|\d+\.)/.test(line));
  return rest.slice(0, end < 0 ? rest.length : end).map((line) => line.trim());
}

const longestItem = 4;

/** `│   ├── api    - API routes`, with what stands before the name, the name and what is said. */
const branch =
  /^([\s│|]*(?:[├└+`]\s*[─-]{1,}|[├└])\s*)`?([\w.@-]+(?:\/[\w.@-]+)*\/?)`?(?:\s+(?:[-–—#:]+|\/\/|<-+|←)\s*|\s{2,})?(.*)$/;
const rootOfTree = /^`?([\w.@-]+(?:\/[\w.@-]+)*)\/?`?\s*(?:[-–#].*)?$/;
/** "- `server/auth/`: tokens" and "| `server/auth/` | tokens |", where the path stands first. */
const row =
  /^(\s*(?:[-*+]|\d+\.|\|)\s*)(?:\*\*)?`((?:[\w.@-]+\/)*[\w.@-]+\/?)`(?:\*\*)?\s*(?:\||[-–—:]+|\(|→)\s*(\S.*)$/;

/** The path of the repository that is meant; null where there is none. */
function placeOf(scope: CodeScope, folders: ReadonlySet<string>, written: string): string | null {
  const inScope = scope.folder === "" ? written : `${scope.folder}/${written}`;
  // A tree may begin with the name of the repository itself.
  const inner = inScope.slice(inScope.indexOf("/") + 1);
  return [inScope, inner].find((path) => folders.has(path) || scope.facts(path) !== null) ?? null;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
