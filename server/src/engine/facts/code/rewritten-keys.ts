import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

const steps = /(?:^|\/)(?:migrations?|migrate|versions)\/(?:[^/]+\/)?[^/]+\.(?:[cm]?[jt]s|py|rb|php|go)$/i;
const changesKeys = /\b(?:drop|add)\s+constraint\b/i;
/** Text that is put together while the program runs. */
const isMade = /\$\{|#\{|["'`]\s*\+|\+\s*["'`]|%s|\.format\(|\bf["']|sprintf/i;
const mostSteps = 1000;

/**
 * Tables whose keys a step of the database makes anew with SQL that is put together while it runs, by name, with the last
 * such step: what is said of them before is no longer sure.
 */
export function rewrittenKeys(scope: CodeScope): Promise<ReadonlyMap<string, string>> {
  return scope.once("rewrittenKeys", async () => {
    const found = new Map<string, string>();
    const paths = scope.files.map(({ path }) => path).filter((path) => steps.test(path));
    for (const path of paths.toSorted().slice(-mostSteps)) {
      const text = codeLines((await scope.lines(path)) ?? []).join("\n");
      if (!changesKeys.test(text) || !isMade.test(text)) continue;
      for (const [, name = ""] of text.matchAll(/["'`](\w{2,60})["'`]/g)) found.set(name, path);
    }
    return found;
  });
}
