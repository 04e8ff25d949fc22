import type { IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { bodyOfTrigger } from "#server/engine/pages/flows/trigger-body.ts";

const mostFiles = 40;
const mostLines = 20;
/** So that the same code always gives the same text, work is bounded by counts and not by the clock. */
const patienceMs = 3_600_000;

/**
 * Whether a function that works in a loop is named nowhere but where it is declared, imported, handed on, or in comments:
 * nothing starts it. Methods and short names are taken for started, as others may mean something else by them.
 */
export async function isNeverStarted(scope: CodeScope, trigger: IndexedTrigger): Promise<boolean> {
  const body = trigger.framework === "Loop" ? bodyOfTrigger(scope, trigger) : null;
  const name = body?.symbol?.name ?? "";
  if (body?.symbol == null || body.symbol.parent !== null || !/^\w{8,}$/.test(name)) return false;
  const query = { pattern: name, isRegex: false, ignoreCase: false, isWord: true };
  const { files } = await scope.repository.index.findLines(query, {
    maxFiles: mostFiles,
    maxLinesPerFile: mostLines,
    deadlineMs: patienceMs,
  });
  if (files.length >= mostFiles || files.some(({ lines }) => lines.length >= mostLines)) return false;
  const named = new RegExp(`\\b${name}\\b`);
  for (const { path } of files) {
    // Documents and notes start nothing, but a manifest or a script may.
    if (/\.(?:mdx?|rst|adoc|txt)$/i.test(path)) continue;
    const lines = [...((await scope.lines(path)) ?? [])];
    if (path === body.path)
      for (let line = body.startLine; line <= body.endLine && line <= lines.length; line += 1) lines[line - 1] = "";
    if (named.test(withoutIdle(lines.join("\n")))) return false;
  }
  return files.length > 0;
}

/** Without comments and what only brings names in or hands them on. */
function withoutIdle(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, " ")
    .replaceAll(/^\s*(?:\/\/|#|--).*$|(?<=[;,{}()\s])\/\/.*$|\s#\s.*$/gm, " ")
    .replaceAll(/\b(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?\{[^{}]*\}(?:\s*from\b[^\n]*)?/g, " ")
    .replaceAll(/^\s*import\s+[^\n(]*$/gm, " ")
    .replaceAll(/^\s*from\s+\S+\s+import\s+(?:\([^()]*\)|[^\n(]*)/gm, " ")
    .replaceAll(/^\s*(?:const|let|var)\s+\{[^{}]*\}\s*=\s*(?:await\s+import|require)\([^()\n]*\)/gm, " ")
    .replaceAll(/^\s*(?:pub(?:\([a-z]+\))?\s+)?use\s+[^;\n]*;/gm, " ");
}
