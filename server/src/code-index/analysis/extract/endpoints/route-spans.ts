import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import { closingBracket, matchesInCode, type SourceText } from "#server/code-index/analysis/text/source-text.ts";

/** A stretch of text whose routes lie below a path. */
interface RouteSpan {
  from: number;
  to: number;
  path: string;
}

/**
 * Blocks that put a path in front of the routes inside them: `r.Route("/v1", func(r chi.Router) { … })`. The pattern ends
 * with the bracket that opens the block; its first group is the path.
 */
export function routeSpans(source: SourceText, pattern: RegExp): RouteSpan[] {
  const spans: RouteSpan[] = [];
  for (const { match, offset } of matchesInCode(source, pattern)) {
    const open = offset + match[0].length - 1;
    spans.push({ from: open, to: closingBracket(source.text, open), path: match[1] ?? "" });
  }
  return spans;
}

/** A path with those of the blocks around it in front. */
export function pathInSpans(spans: readonly RouteSpan[], offset: number, path: string): string {
  const around = spans.filter(({ from, to }) => from < offset && offset < to).map((span) => span.path);
  return around.length === 0 ? path : joinPaths(around.join("/"), path);
}
