import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import { matchesInCode, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { EndpointFact } from "#server/code-index/ports/facts.ts";

import { methodName } from "./method-name.ts";
import { pathInSpans, routeSpans } from "./route-spans.ts";

/** What opens the body of a group: `function () use ($x) {`. */
const body = String.raw`(?:static\s+)?function\s*\([^)]{0,500}\)\s*(?:use\s*\([^)]{0,500}\)\s*)?(?::\s*\w+\s*)?\{`;
/** `prefix('admin')->group(…)`, `group(['prefix' => 'admin'], …)`, Slim's `group('/admin', …)`. */
const groups = [
  String.raw`\bprefix\(\s*['"]([^'"\n]*)['"]\s*\)(?:\s*->\w+\([^()]{0,500}\)){0,8}?\s*->group\(\s*${body}`,
  String.raw`\bgroup\(\s*\[[^\]]{0,500}?['"]prefix['"]\s*=>\s*['"]([^'"\n]*)['"][^\]]{0,500}\]\s*,\s*${body}`,
  String.raw`\bgroup\(\s*['"]([^'"\n]*)['"]\s*,\s*${body}`,
];

const call =
  /(?:Route::|\$(?:app|router|r|group|routes)->)(get|post|put|patch|delete|options|any)\(\s*(['"])([^'"\n]*)\2\s*,?([^\n]*)/g;

/** Laravel's and Slim's calls, with the paths of the groups around them. */
export function extractPhpRoutes(source: SourceText): EndpointFact[] {
  const spans = source.text.includes("group(")
    ? groups.flatMap((pattern) => routeSpans(source, new RegExp(pattern, "g"))).sort((a, b) => a.from - b.from)
    : [];
  return [...matchesInCode(source, call)].map(({ match, line, offset }) => ({
    method: methodName(match[1] ?? ""),
    path: joinPaths("", pathInSpans(spans, offset, match[3] ?? "")),
    handler: handlerOf(match[4] ?? ""),
    startLine: line,
    endLine: line,
  }));
}

function handlerOf(rest: string): string | null {
  const action = /\[\s*([\w\\]+)::class\s*,\s*['"](\w+)['"]/.exec(rest);
  if (action !== null) return `${action[1]}@${action[2]}`;
  return /^\s*['"]([\w\\@:]+)['"]/.exec(rest)?.[1] ?? /^\s*([\w\\]+)::class/.exec(rest)?.[1] ?? null;
}
