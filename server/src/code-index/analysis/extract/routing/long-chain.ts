import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** Shorter chains of calls may be read one call within the other. */
const longFrom = 60;
/** Longer ones are hostile. */
const maxLinks = 2_000;

/** The calls that a long chain goes on from, its beginning first, as programs with many routes have it; empty for all others. */
export function longChain(
  view: CodeView,
  node: SyntaxNode,
  known: Pick<ReadonlySet<SyntaxNode>, "has">,
): readonly SyntaxNode[] {
  const links: SyntaxNode[] = [];
  for (let at = node; links.length < maxLinks && !known.has(at);) {
    const call = view.callOf(at);
    const object = call === null ? undefined : view.memberOf(view.unwrap(call.callee))?.object;
    if (object === undefined) break;
    at = view.unwrap(object);
    links.push(at);
  }
  return links.length < longFrom || links.length >= maxLinks ? [] : links.toReversed();
}
