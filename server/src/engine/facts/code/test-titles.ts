import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { cutText } from "#server/engine/text/sentences.ts";
import { fileName } from "#server/engine/text/wording.ts";

/** What a test says it checks, in its own words. */
export interface TestTitle {
  title: string;
  evidence: Evidence;
}

const titlePatterns: [file: RegExp, title: RegExp][] = [
  [/\.[cm]?[jt]sx?$/, /^\s*(?:it|test)(?:\.(?:only|concurrent|each\([^)]*\)))?\(\s*(["'`])(?<title>[^"'`$]{8,}?)\1/],
  [/\.py$/, /^\s*(?:async )?def test_(?<title>\w{8,})\(/],
  [
    /\.(?:java|kt|scala)$/,
    /^\s*(?:public )?(?:void|fun) (?<title>(?:should|test|\w*When|can|does|is|returns)\w{6,})\s*\(/,
  ],
  [/\.rb$/, /^\s*it ["'](?<title>[^"']{8,})["']/],
];

/** One test file is matched with at most this many files. */
const maxFiles = 40;

/** Words that a title needs to say more than a name. */
const minWords = 3;

/**
 * The first telling titles of the test file that belongs to these files: their namesake, else one that imports them.
 */
export async function findTestTitles(scope: CodeScope, paths: readonly string[], max: number): Promise<TestTitle[]> {
  const path = paths.length > maxFiles ? null : chooseTest(scope, paths);
  const pattern = titlePatterns.find(([file]) => path !== null && file.test(path))?.[1];
  const lines = path === null || pattern === undefined ? null : await scope.lines(path);
  if (path === null || pattern === undefined || lines === null) return [];
  const titles: TestTitle[] = [];
  for (const [at, line] of lines.entries()) {
    const title = asWords(line.match(pattern)?.groups?.["title"] ?? "");
    if (title.split(" ").length < minWords) continue;
    titles.push({ title: cutText(cleanProse(title), 90), evidence: scope.at(path, at + 1) });
    if (titles.length === max) break;
  }
  return titles;
}

/** A test belongs to the files it is named after and to those that most of its imports of this code go to. */
function chooseTest(scope: CodeScope, paths: readonly string[]): string | null {
  const own = new Set(paths);
  const stems = new Set(paths.map(stem).filter((name) => !genericStem.test(name)));
  const sources = scope.once("sourcePaths", () => new Set(scope.sources.map((file) => file.path)));
  const scored = scope.files
    .filter((file) => file.kind === "test")
    .flatMap(({ path }) => {
      const imported = new Set(scope.repository.index.importsOf(path).map((edge) => edge.path));
      const reached = [...imported].filter((one) => sources.has(one));
      const hits = reached.filter((one) => own.has(one)).length;
      const isNamesake = stems.has(stem(path)) && (hits > 0 || (reached.length === 0 && byFolder.test(path)));
      return isNamesake || (hits > 1 && hits > reached.length / 2)
        ? [{ path, score: (isNamesake ? 100 : 0) + hits }]
        : [];
    });
  return scored.toSorted((a, b) => b.score - a.score || a.path.localeCompare(b.path))[0]?.path ?? null;
}

/** In these languages a test needs no import for its own package. */
const byFolder = /\.(?:java|kt|scala|go|cs)$/;

const genericStem = /^(?:index|main|mod|lib|utils?|types?|app|core|common|helpers?|init|__init__)$/;

/** The name without what marks it as a test. */
function stem(path: string): string {
  return fileName(path)
    .replace(/\..*$/, "")
    .replace(/^tests?_|_tests?$|Tests?$/, "")
    .toLowerCase();
}

/** Names of test functions as words. */
function asWords(name: string): string {
  if (name.includes(" ")) return name.trim();
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replaceAll("_", " ")
    .replace(/^test\s+/i, "")
    .trim()
    .toLowerCase();
}
