import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

import { noRouting } from "./no-routing.ts";
import type { DocumentFramework } from "./route-documents.ts";

const maxLines = 5_000;
const maxLength = 500;

/** Routes of a document whose lines are one each; facts that are empty for all others. */
export function readRouteLines(text: string, frameworks: readonly DocumentFramework[]): RoutingFacts {
  const facts = noRouting();
  for (const { documents } of frameworks)
    if (documents.lines !== undefined) addLines(facts, text.split("\n", maxLines), documents.lines);
  return facts;
}

function addLines(
  facts: RoutingFacts,
  lines: readonly string[],
  { route, mount, fileOf, parameters }: NonNullable<DocumentFramework["documents"]["lines"]>,
): void {
  const written = (path: string): string =>
    parameters.reduce((whole, [pattern, by]) => whole.replaceAll(pattern, by), path);
  for (const [at, line] of lines.entries()) {
    if (line.length > maxLength) continue;
    const { method, path, handler } = route.exec(line)?.groups ?? {};
    const mounted = mount.exec(line)?.groups;
    const number = at + 1;
    if (method !== undefined && path !== undefined)
      facts.routes.push({
        router: "routes",
        method,
        path: written(path),
        handler: handler ?? null,
        startLine: number,
        endLine: number,
      });
    else if (mounted?.["path"] !== undefined && mounted["file"] !== undefined)
      facts.mounts.push({
        parent: "routes",
        path: mounted["path"],
        child: `${fileOf(mounted["file"])}#routes`,
        line: number,
      });
  }
}
