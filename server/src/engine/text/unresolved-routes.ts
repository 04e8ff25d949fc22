import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";

import { count, fold } from "./wording.ts";

const citedFiles = 4;

/** A route whose path is not known up to the program that serves it. */
interface UnresolvedRoute {
  path: string;
  evidence: Evidence;
}

/**
 * What is said of routes in place of a list: how many there are, that their addresses are not known, and where to look.
 * `show` writes the path of a file for readers.
 */
export function describeUnresolvedRoutes(
  routes: readonly UnresolvedRoute[],
  { show, isMore }: { show: (route: UnresolvedRoute) => string; isMore: boolean },
): Statement | null {
  const byFile = [...Map.groupBy(routes, ({ path, evidence }) => `${evidence.repositoryId} ${path}`).values()];
  const firsts = byFile.toSorted((a, b) => b.length - a.length).flatMap(([first]) => first ?? []);
  if (firsts.length === 0) return null;
  const are = routes.length === 1 ? "is" : "are";
  const number = count(routes.length, isMore ? "more route" : "route");
  return {
    text: `${number} ${are} declared in ${fold(firsts.map(show), citedFiles)}. Where their routers are mounted could not be read, so the addresses that they are served at are not known.`,
    evidence: firsts.slice(0, citedFiles).map(({ evidence }) => evidence),
  };
}
