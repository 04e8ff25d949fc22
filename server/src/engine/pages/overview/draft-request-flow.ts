import { symbolEvidence } from "#server/engine/facts/code/describe.ts";
import type { LocatedEndpoint } from "#server/engine/facts/code/find-endpoints.ts";
import { findTypicalRequest, type RequestCall, type RequestFlow } from "#server/engine/facts/code/follow-request.ts";
import { listedFactsIn, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { steps, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { summarizeDoc } from "#server/engine/text/summarize-doc.ts";
import { withoutRoute } from "#server/engine/text/without-route.ts";

/** One typical request, from its route through what its handler calls. Null where nothing is served. */
export async function draftRequestFlow(subject: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) {
    const flow = await findTypicalRequest(scope);
    if (flow === null) continue;
    const { method, path } = flow.route.endpoint;
    const lead = `What happens to ${codeSpan(`${method} ${path}`)}:`;
    blocks.push(steps(lead, flowItems(scope, flow)));
  }
  return blocks.length > 0 ? { blocks } : null;
}

function flowItems(scope: CodeScope, { route, calls, end }: RequestFlow): ListItem[] {
  return [
    ...routeItems(scope, route),
    ...calls.map((call) => callItem(scope, call)),
    ...(end === null ? [] : [endItem(scope, end)]),
  ];
}

function routeItems(scope: CodeScope, { path, handler, evidence }: LocatedEndpoint): ListItem[] {
  const location = codeSpan(scope.shorten(path));
  if (handler === null) return [{ text: `${location} holds the route and answers it in place.`, evidence: [evidence] }];
  const doc = summarizeDoc(handler.symbol.doc, 240);
  const where = handler.path === path ? "" : ` in ${codeSpan(scope.shorten(handler.path))}`;
  return [
    { text: `${location} binds the route to ${codeSpan(handler.symbol.name)}.`, evidence: [evidence] },
    {
      text: `${codeSpan(handler.symbol.name)}${where} answers it${doc ? `: ${withoutRoute(doc.text)}` : "."}`,
      evidence: [symbolEvidence(scope, handler.path, handler.symbol)],
    },
  ];
}

function callItem(scope: CodeScope, { path, symbol, evidence, caller }: RequestCall): ListItem {
  const lead = caller === null ? "It calls" : `${codeSpan(caller.symbol.name)} in turn calls`;
  const doc = summarizeDoc(symbol.doc, 180, 1);
  const name = symbol.parent === null ? symbol.name : `${symbol.parent}.${symbol.name}`;
  return {
    text: `${lead} ${codeSpan(name)} of ${codeSpan(scope.shorten(path))}${doc ? `: ${doc.text}` : "."}`,
    evidence: [evidence, symbolEvidence(scope, path, symbol)],
    // What a method belongs to may stand far above it.
    lists: symbol.parent === null ? [] : [listedFactsIn(scope, "declarations", path)],
  };
}

function endItem(scope: CodeScope, { path, packageName, role, evidence }: NonNullable<RequestFlow["end"]>): ListItem {
  return { text: `${codeSpan(scope.shorten(path))} uses ${codeSpan(packageName)}, ${role}.`, evidence: [evidence] };
}
