import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { countNewWords } from "#server/engine/text/summarize-doc.ts";

import { fileSummary } from "./describe.ts";

/** Fewer importing files say little. */
const leastImporters = 3;
/** How one part of it is used, or what to mind, says not what the file is. */
const ofOneUse = /^(?:to|use|note|see|when|if|please|warning|todo)\b/i;
/** "The Log class is used to log" says the name of the file once more. */
const emptyInFiles = "class object module file used use handle manage represent provide contain the this";
const leastNewWords = 2;
/** Words of other languages. */
const foreign = /\b(?:requête|représente|fichier|für|und|eine[rs]?|classe|les|des|una|para|gère)\b/i;
/** Lines of importing files that are cited. */
const citedImports = 2;

/**
 * The source files that others import most, each with what it says about itself. In Go packages are imported: which of
 * their files is meant, nothing says.
 */
export function keyModules(scope: CodeScope, max: number): Statement[] {
  const linesOfGo = scope.sources.reduce((sum, { language, lines }) => sum + (language === "go" ? lines : 0), 0);
  if (linesOfGo > scope.sources.reduce((sum, { lines }) => sum + lines, 0) / 2) return [];
  const sources = new Set(scope.sources.map(({ path }) => path));
  const imported = scope.sources
    .filter(({ language }) => language !== "go")
    .map(({ path }) => ({
      path,
      edges: [...new Map(scope.repository.index.importersOf(path).map((edge) => [edge.path, edge])).values()].filter(
        (edge) => sources.has(edge.path),
      ),
    }))
    .filter(({ edges }) => edges.length >= leastImporters)
    .toSorted((a, b) => b.edges.length - a.edges.length || (a.path < b.path ? -1 : 1));
  return imported.slice(0, max).flatMap(({ path, edges }): Statement[] => {
    const reported = fileSummary(scope, path, 220);
    if (reported === null || ofOneUse.test(reported.text) || foreign.test(reported.text)) return [];
    if (countNewWords(`${path} ${emptyInFiles}`, reported.text) < leastNewWords) return [];
    const cited = edges.slice(0, citedImports).map((edge) => scope.at(edge.path, edge.line));
    return [{ text: `${codeSpan(scope.shorten(path))}: ${reported.text}`, evidence: [...reported.evidence, ...cited] }];
  });
}
