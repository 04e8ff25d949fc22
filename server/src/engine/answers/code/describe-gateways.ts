import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { readPassedRoutes, type PassedRoute } from "#server/engine/facts/code/passed-routes.ts";
import { isAside } from "#server/engine/retrieval/gather-facts.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { count } from "#server/engine/text/wording.ts";

const maxFiles = 40;
const maxShown = 16;
const maxProofs = 4;
/** A line that every file with such routes has. */
const marks = String.raw`^\s*-\s*Path=|^\s*zuul:|^\s*proxy_pass\s|"(?:UpstreamPathTemplate|Match)"\s*:|\bcreateProxyMiddleware\(|\.MapReverseProxy\(|\.AddRoute\("/|\.UseOcelot\(`;

/** What gateways pass on to other services: their routes are no endpoints of their own code. Empty where there are none. */
export async function describeGateways(context: AnswerContext): Promise<StatementBlock[]> {
  const found: (FileRef & { route: PassedRoute })[] = [];
  for (const codebase of context.codebases) if (codebase.isContext !== true) found.push(...(await routesIn(context, codebase))); // prettier-ignore
  if (found.length === 0) return [];
  const known = found.filter(({ route }) => route.path !== null);
  const shown = known.slice(0, maxShown).map((one): Statement => ({
    text: `- ${codeSpan(one.route.path ?? "")}${one.route.to === null ? "" : ` to ${codeSpan(one.route.to)}`} (${shownPath(context, one)}, line ${one.route.startLine})`,
    evidence: [linesOf(one, one.route.startLine, one.route.endLine)],
  }));
  const rest = known.slice(maxShown);
  const more = rest.length === 0 ? [] : [{ text: `- and ${count(rest.length, "more route")}`, evidence: proofs(rest) }];
  const unread = found.filter((one) => one.route.path === null && !known.some((other) => isAbove(other, one)));
  const places = unread.slice(0, maxProofs).map((one) => `${shownPath(context, one)}, line ${one.route.startLine}`);
  const hidden = {
    text: `Calls are passed on to other services by routes that are not listed here; the gateway is set up in ${places.join("; ")}.`,
    evidence: proofs(unread),
  };
  return [
    { heading: "Passed on to other services", statements: [...shown, ...more] },
    { heading: null, statements: unread.length === 0 ? [] : [hidden] },
  ];
}

function proofs(some: readonly (FileRef & { route: PassedRoute })[]) {
  return some.slice(0, maxProofs).map((one) => linesOf(one, one.route.startLine, one.route.endLine));
}

/** Its settings stand in the folder of the program, or right there. */
function isAbove(one: FileRef, other: FileRef): boolean {
  return one.codebase === other.codebase && other.path.startsWith(folderOf(one.path));
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

async function routesIn(context: AnswerContext, codebase: Codebase) {
  const query = { pattern: marks, isRegex: true, ignoreCase: false, isWord: false };
  const { files } = await codebase.index.findLines(query, { maxFiles });
  const isRead = (path: string) => {
    const kind = context.facts({ codebase, path })?.kind;
    return kind !== "test" && kind !== "docs" && kind !== "generated" && kind !== "vendored" && !isAside(path);
  };
  const found: (FileRef & { route: PassedRoute })[] = [];
  const seen = new Set<string>();
  for (const { path } of files.filter((one) => isRead(one.path)))
    for (const route of readPassedRoutes(path, await context.lines({ codebase, path }))) {
      const key = `${folderOf(path)} ${route.path ?? path} ${route.to ?? ""}`;
      if (!seen.has(key)) found.push({ codebase, path, route });
      seen.add(key);
    }
  return found;
}
