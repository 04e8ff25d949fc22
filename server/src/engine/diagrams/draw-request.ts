import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { LocatedEndpoint } from "#server/engine/facts/code/find-endpoints.ts";
import { findTypicalRequest, type RequestFlow } from "#server/engine/facts/code/follow-request.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { Diagram, DiagramLine } from "#server/engine/sections/section-template.ts";
import { fileName } from "#server/engine/text/wording.ts";

import { accessibleHead, messageText } from "./mermaid-text.ts";

/** One request as a sequence of calls between files. Null where nothing that is wanted is served, or nothing is called. */
export async function drawRequest(
  scopes: readonly CodeScope[],
  isWanted?: (endpoint: LocatedEndpoint) => boolean,
): Promise<Diagram | null> {
  for (const scope of scopes) {
    const flow = await findTypicalRequest(scope, isWanted);
    if (flow !== null) return drawFlow(scope, flow);
  }
  return null;
}

function drawFlow(scope: CodeScope, { route, calls, end }: RequestFlow): Diagram {
  const { method, path: address } = route.endpoint;
  const mcpRoute = route.handler?.path ?? route.path;
  const files = [...new Set([mcpRoute, ...calls.map(({ path }) => path)])];
  const ids = new Map(files.map((path, at) => [path, `f${at + 1}`]));
  const idOf = (path: string) => ids.get(path) ?? "f1";
  const participants = files.map((path): DiagramLine => ({
    text: `  participant ${idOf(path)} as ${fileLabel(scope, path, files)}`,
    evidence: [],
  }));
  const first: DiagramLine = {
    text: `  client->>${idOf(mcpRoute)}: ${messageText(`${method} ${address}`)}`,
    evidence: [route.evidence],
  };
  const steps = calls.map(({ path, symbol, caller, evidence }): DiagramLine => {
    const from = idOf(caller?.path ?? mcpRoute);
    return { text: `  ${from}->>${idOf(path)}: ${messageText(calledAs(symbol))}`, evidence: [evidence] };
  });
  const last: DiagramLine[] =
    end === null
      ? []
      : [{ text: `  ${idOf(end.path)}->>store: ${messageText(end.packageName)}`, evidence: [end.evidence] }];
  const description = `What is called for ${method} ${address}, in the order it stands in the code`;
  return {
    head: ["sequenceDiagram", ...accessibleHead(`How ${method} ${address} is answered`, description)],
    lines: [
      { text: "  participant client as Client", evidence: [] },
      ...participants,
      ...(end === null ? [] : [{ text: `  participant store as ${messageText(end.system)}`, evidence: [] }]),
      first,
      ...steps,
      ...last,
    ],
    minimum: 2,
  };
}

function calledAs({ name, parent }: SymbolFact): string {
  return parent === null ? name : `${parent}.${name}`;
}

/** The file's name, with its folder where two of the same name take part. */
function fileLabel(scope: CodeScope, path: string, all: readonly string[]): string {
  const isAlone = all.filter((other) => fileName(other) === fileName(path)).length === 1;
  const short = scope.shorten(path);
  return messageText(isAlone ? fileName(path) : short.split("/").slice(-2).join("/"));
}
