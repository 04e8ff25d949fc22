import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

const steps = /(?:^|\/)(?:migrations?|migrate|versions)\/(?:[^/]+\/)?[^/]+\.(?:[cm]?[jt]s|py|rb|php|go)$/i;
const changesKeys = /\b(?:drop|add)\s+constraint\b/i;
/** Text that is put together while the program runs. */
const isMade = /\$\{|#\{|["'`]\s*\+|\+\s*["'`]|%s|\.format\(|\bf["']|sprintf/i;
/** A program's own way to drop the key of a column, given table and column: `DB::dropForeignKeyIfExists('boats', 'pier_id')`. */
const dropsOne = /(?:->|::|\.)drop\w{0,20}Foreign\w{0,30}\(\s{0,20}["'](\w{2,60})["'],\s{0,20}["'](\w{2,60})["']/gi;
const mostSteps = 1000;

/**
 * Tables whose keys a step of the database makes anew with SQL that is put together while it runs, and columns (`table.column`)
 * whose key it drops in its own way, by name, with the last such step: what is said of them before is no longer sure.
 */
export function rewrittenKeys(scope: CodeScope): Promise<ReadonlyMap<string, string>> {
  return scope.once("rewrittenKeys", async () => {
    const found = new Map<string, string>();
    const paths = scope.files.map(({ path }) => path).filter((path) => steps.test(path));
    for (const path of paths.toSorted().slice(-mostSteps)) {
      const text = codeLines((await scope.lines(path)) ?? []).join("\n");
      for (const [, table = "", column = ""] of text.matchAll(dropsOne)) found.set(`${table}.${column}`, path);
      if (!changesKeys.test(text) || !isMade.test(text)) continue;
      for (const [, name = ""] of text.matchAll(/["'`](\w{2,60})["'`]/g)) found.set(name, path);
    }
    return found;
  });
}
