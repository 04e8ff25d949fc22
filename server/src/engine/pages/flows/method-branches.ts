import { conditionsAround } from "#server/engine/text/line-conditions.ts";

const asked =
  /\bmethod\b\s*(?:===?|\.eql\?|is)\s*(?:http\.Method)?["'`]?(GET|POST|PUT|PATCH|DELETE|HEAD|Get|Post|Put|Patch|Delete)\b/;

/**
 * Lines of a function that only requests of another method reach: one function answers several where it asks for
 * `req.method` itself.
 */
export function linesOfOtherMethods(
  lines: readonly string[],
  { startLine, endLine }: { startLine: number; endLine: number },
  method: string,
): ReadonlySet<number> {
  const others = new Set<number>();
  const body = lines.slice(startLine - 1, endLine);
  if (!/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(method) || !body.some((line) => asked.test(line) || isCaseOfMethod(line)))
    return others;
  for (let line = startLine; line <= Math.min(endLine, lines.length); line += 1) {
    for (const { text, kind } of conditionsAround(lines, line, startLine)) {
      const named = (asked.exec(text)?.[1] ?? caseOfMethod(text))?.toUpperCase();
      if (named !== undefined && (kind === "if" ? named !== method : kind === "unless" && named === method))
        others.add(line);
    }
  }
  return others;
}

function isCaseOfMethod(line: string): boolean {
  return /^\s*case\s+["'`](?:GET|POST|PUT|PATCH|DELETE)["'`]/.test(line);
}

/** `req.method is "PUT"`, as a choice of a switch is told. */
function caseOfMethod(text: string): string | undefined {
  return /\bmethod\b.* is ["'`](GET|POST|PUT|PATCH|DELETE)["'`]/.exec(text)?.[1];
}
