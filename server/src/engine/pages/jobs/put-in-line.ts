import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fold } from "#server/engine/text/wording.ts";

/** How libraries for jobs are told to put one in line, behind its name. */
const puts = "(delay|apply_async|s|si|perform_async|perform_later|perform_in|dispatch|deliver_later|enqueue)";
const shown = 4;
const bounds = { maxFiles: 40, maxLinesPerFile: 10, deadlineMs: 3_600_000 };
/** Names that other things may bear as well. */
const shortestName = 6;

/** Where a job is put in line, by the functions that do it; null where no line says it. */
export async function putInLine(
  scope: CodeScope,
  { name, handler }: IndexedTrigger,
): Promise<{ text: string; evidence: Evidence[] } | null> {
  const called = (handler ?? name).split(/[.:#]/).at(-1) ?? "";
  if (called.length < shortestName || !/^\w+$/.test(called)) return null;
  const sources = new Set(scope.sources.map(({ path }) => path));
  const query = {
    pattern: `\\b${called}\\s*(\\.|::)\\s*${puts}\\s*[({]`,
    isRegex: true,
    ignoreCase: false,
    isWord: false,
  };
  const { files } = await scope.repository.index.findLines(query, bounds);
  const by = new Map<string, Evidence>();
  for (const { path, lines } of files)
    for (const { line } of sources.has(path) ? lines : []) {
      const within = functionAround(scope, path, line);
      const text =
        within === null
          ? codeSpan(scope.shorten(path))
          : codeSpan(within.parent === null ? within.name : `${within.parent}.${within.name}`);
      if (!by.has(text)) by.set(text, scope.at(path, line));
    }
  if (by.size === 0) return null;
  return { text: `Put in line by ${fold([...by.keys()], shown)}.`, evidence: [...by.values()].slice(0, shown) };
}

function functionAround(scope: CodeScope, path: string, line: number): SymbolFact | null {
  const around = (scope.facts(path)?.symbols ?? []).filter(
    ({ kind, startLine, endLine }) => /function|method/.test(kind) && startLine <= line && line <= endLine,
  );
  return around.toSorted((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0] ?? null;
}
