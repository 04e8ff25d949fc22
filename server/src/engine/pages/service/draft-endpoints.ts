import { symbolEvidence } from "#server/engine/facts/code/describe.ts";
import { entityKey } from "#server/engine/facts/code/entity-key.ts";
import {
  byArea,
  findEndpoints,
  findUnresolvedRoutes,
  isMethodOfClass,
  type LocatedEndpoint,
} from "#server/engine/facts/code/find-endpoints.ts";
import { findHandlerMarks, type HandlerMarks } from "#server/engine/facts/code/handler-marks.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { findFlowStarts, type FlowStart } from "#server/engine/pages/flows/flow-start.ts";
import { summaryOf } from "#server/engine/pages/flows/flow-summary.ts";
import { followFlow } from "#server/engine/pages/flows/follow-flow.ts";
import type { FlowEffect } from "#server/engine/pages/flows/followed-flow.ts";
import { tablesNamed } from "#server/engine/pages/flows/named-table.ts";
import { ownEffects } from "#server/engine/pages/flows/own-effects.ts";
import {
  list,
  listing,
  paragraph,
  table,
  type DraftBlock,
  type ListItem,
  type TableRow,
} from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { countNewWords, summarizeBriefly } from "#server/engine/text/summarize-doc.ts";
import { describeUnresolvedRoutes } from "#server/engine/text/unresolved-routes.ts";
import { withoutRoute } from "#server/engine/text/without-route.ts";
import { fold } from "#server/engine/text/wording.ts";

import { conditionalRoutes } from "./conditional-routes.ts";

const shownEndpoints = 30;
/** So few are listed all, whether anything is said of them or not. */
const fewEndpoints = 12;
const shownAreas = 8;
const leastShare = 20;
const slightShare = 50;
const shownPerArea = 6;
/** So many of a scope, the most promising first, are followed to what they write. */
const followed = 60;

/** Endpoints with what each does, each handler once; those that nothing is said of by what they are for. */
export async function draftEndpoints(subject: PageSubject): Promise<Draft | null> {
  return await tellEndpoints(subject, areaItems);
}

/** For first pages: without those that do what their address says. */
export async function draftTellingEndpoints(subject: PageSubject): Promise<Draft | null> {
  const draft = await tellEndpoints(subject, () => []);
  // That the addresses of some could not be read is of use beside those that could.
  return draft !== null && "blocks" in draft && draft.blocks.some(({ kind }) => kind !== "paragraph") ? draft : null;
}

async function tellEndpoints(
  { scopes: [scope] }: PageSubject,
  tellOthers: (scope: CodeScope, others: readonly EndpointGroup[]) => ListItem[],
): Promise<Draft | null> {
  if (!scope) return null;
  // An address whose beginning is not known is none that anybody could call.
  const groups = (await foldEndpoints(scope)).filter(({ path }) => !path.startsWith("/{…}"));
  const least = groups.length <= fewEndpoints ? 1 : leastNewWords;
  const rows = await Promise.all(groups.map((group) => endpointRow(scope, group, least)));
  const isListed = (at: number) => groups.length <= fewEndpoints || rows[at]?.says === true;
  const telling = rows.filter((_, at) => isListed(at)).toSorted((a, b) => b.weight - a.weight);
  // A few of very many are no list of them.
  const told = telling.length * leastShare < groups.length ? [] : telling;
  const shown = new Set(told.slice(0, shownEndpoints));
  const others = groups.filter((_, at) => rows[at] !== undefined && !shown.has(rows[at]));
  const inOrder = rows.filter((row) => shown.has(row));
  const hasText = inOrder.some(({ cells }) => cells[3] !== "");
  const columns = ["Method", "Path", "Handler", ...(hasText ? ["What it does"] : [])];
  const cut = foldAlike(inOrder).map(({ cells, evidence }) => ({ cells: cells.slice(0, columns.length), evidence }));
  const facts = listedFacts(scope, "endpoints");
  const open = findUnresolvedRoutes(scope);
  // One or two beside very many change nothing that a reader would do.
  const isSlight = open.length * slightShare < groups.length;
  const unresolved = describeUnresolvedRoutes(isSlight ? [] : open, {
    show: ({ path }) => codeSpan(scope.shorten(path)),
    isMore: groups.length > 0,
  });
  const conditional = await conditionalRoutes(scope);
  const items = others.length === 0 ? [] : tellOthers(scope, others);
  const lead =
    others.length === 0 ? null : `${shown.size} of ${groups.length}, whose code or comments tell what they do:`;
  const blocks: DraftBlock[] = [
    ...(cut.length > 0 ? [listing(table(lead, columns, cut), facts)] : []),
    ...(items.length > 0
      ? [listing(list(cut.length > 0 && items.length > 1 ? "The others, by what they are about:" : null, items), facts)]
      : []),
    ...(conditional.length > 0 ? [listing(list("There only under a condition:", conditional), facts)] : []),
    ...(unresolved === null ? [] : [listing(paragraph(unresolved), facts)]),
  ];
  return blocks.length > 0 ? { blocks } : null;
}

/** Requests that one handler takes at one address, whatever version of it. */
interface EndpointGroup {
  path: string;
  methods: string[];
  /** The first of them. */
  found: LocatedEndpoint;
  all: LocatedEndpoint[];
  marks: HandlerMarks;
}

/** HEAD and OPTIONS beside another method, and the same address under `v1` and `v2`, are one. */
async function foldEndpoints(scope: CodeScope): Promise<EndpointGroup[]> {
  const sorted = findEndpoints(scope).toSorted(
    (a, b) => a.endpoint.path.localeCompare(b.endpoint.path) || order(a) - order(b),
  );
  const groups = Map.groupBy(sorted, (one) => {
    const by =
      one.handler === null
        ? (one.endpoint.handler ?? `${one.path}:${one.endpoint.startLine}`)
        : `${one.handler.path}:${one.handler.symbol.startLine}`;
    return one.handler === null
      ? `${addressOf(one.endpoint.path)} ${by}`
      : `${by} ${isRouter(one) ? addressOf(one.endpoint.path) : ""}`;
  });
  return await Promise.all(
    [...groups.values()].flatMap((all) => {
      const [found] = all;
      if (found === undefined) return [];
      const newest = all.at(-1) ?? found;
      const own = [...new Set(all.map(({ endpoint }) => endpoint.method))];
      const telling = own.filter((method) => !/^(?:HEAD|OPTIONS)$/.test(method));
      return [
        findHandlerMarks(scope, found.handler).then((marks) => {
          const said =
            own.includes("ANY") && marks.methods.length > 0 ? marks.methods : telling.length > 0 ? telling : own;
          return { path: newest.endpoint.path, methods: said, found, all, marks };
        }),
      ];
    }),
  );
}

/** A function that only makes a handler, or hands on to several, is no handler of one thing. */
function isRouter({ endpoint, handler }: LocatedEndpoint): boolean {
  return handler === null || !endpoint.handler?.endsWith(handler.symbol.name);
}

function addressOf(path: string): string {
  return path.replace(/\/v\d+(?=\/|$)/, "").replace(/\/$/, "");
}

function order({ endpoint }: LocatedEndpoint): number {
  return ["GET", "POST", "PUT", "PATCH", "DELETE"].indexOf(endpoint.method);
}

/** "GetLyrics serves GET /Audio/{id}/Lyrics" says its address once more. */
const emptyInRequests =
  "api rest router serve answer process request response endpoint http post put delete fetch retrieve list show render view load find create make update change edit remove add save store receive page form json data current";
/** A comment that adds fewer words to the address and to the name of the handler says what they say. */
const leastNewWords = 4;

/** What a comment says of one thing that is handed over is not about the request. */
const ofParameter = /^[`*]*\w+[`*]*\s*(?::|–|-)\s|\broute definition\b/;

/** That a request writes the one table it is about says less than its address. */
function reachesFar(effects: readonly FlowEffect[]): boolean {
  return (
    effects.some(({ verb }) => !/writes$|deletes/.test(verb)) || new Set(effects.map(({ target }) => target)).size > 1
  );
}

interface EndpointRow extends TableRow {
  says: boolean;
  /** Whether a comment says what it does. */
  isTold: boolean;
  weight: number;
}

async function endpointRow(scope: CodeScope, group: EndpointGroup, least: number): Promise<EndpointRow> {
  const { found, methods, marks } = group;
  const { handler, endpoint } = found;
  const starts = startsOf(scope, group);
  const effects = await effectsOf(scope, group, starts);
  // What a class is says nothing of what a request to it does.
  const isCode = handler !== null && /function|method|constant|variable/.test(handler.symbol.kind);
  const doc = isCode ? summarizeBriefly(handler.symbol.doc) : null;
  // Beside what is written, a few words are enough to say why.
  const enough = effects.text === "" ? least : Math.min(least, 1);
  const isTold =
    doc !== null &&
    !ofParameter.test(doc.text) &&
    !isCopied(scope, doc.text) &&
    (handler === null ||
      countNewWords(`${handler.symbol.name} ${endpoint.path} ${emptyInRequests}`, doc.text) >= enough);
  const says = isTold || (effects.text !== "" && (least === 1 || reachesFar(effects.effects)));
  const said = isTold ? withoutRoute(doc?.text ?? "") : "";
  const does = effects.text === "" ? "" : `${effects.text.charAt(0).toUpperCase()}${effects.text.slice(1)}.`;
  const location = handler && handler.path !== found.path ? handler.path : found.path;
  const handlerName = handlerNameOf(found);
  const name =
    handlerName === null
      ? codeSpan(scope.shorten(found.path))
      : `${codeSpan(handlerName, 60)} in ${codeSpan(scope.shorten(location))}`;
  return {
    cells: [methods.join(", "), addressesText(group), name, [said, does].filter((text) => text !== "").join(" ")],
    evidence: [
      found.evidence,
      ...(handler === null || (said === "" && marks.methods.length === 0)
        ? []
        : [symbolEvidence(scope, handler.path, handler.symbol)]),
      ...effects.effects.slice(0, 6).map((one) => scope.at(one.path, one.line)),
    ],
    lists: tablesNamed(scope, effects.targets),
    says,
    isTold,
    weight: (starts[0]?.weight ?? 0) + (isTold ? 3 : 0) + (effects.text === "" ? 0 : 4) + Math.log2(group.all.length),
  };
}

/** Whether the same words stand above several handlers: they came along when one was copied. */
function isCopied(scope: CodeScope, text: string): boolean {
  const counts = scope.once("docsOfHandlers", () => {
    const handlers = findEndpoints(scope).flatMap(({ handler }) => handler ?? []);
    const own = new Map(handlers.map(({ path, symbol }) => [`${path}:${symbol.startLine}`, symbol]));
    const found = new Map<string, number>();
    for (const symbol of own.values()) {
      const said = summarizeBriefly(symbol.doc)?.text;
      if (said !== undefined) found.set(said, (found.get(said) ?? 0) + 1);
    }
    return found;
  });
  return (counts.get(text) ?? 0) > 1;
}

/** A method that a class has from another one is called after that; null where a library has it. */
function handlerNameOf({ path, endpoint, handler }: LocatedEndpoint): string | null {
  if (endpoint.handler === null || !isMethodOfClass(path, endpoint.handler)) return endpoint.handler;
  return handler === null ? null : [handler.symbol.parent, handler.symbol.name].filter(Boolean).join(".");
}

/** Rows of which the code says the same, and nobody anything, are one. */
function foldAlike(rows: readonly EndpointRow[]): EndpointRow[] {
  const groups = Map.groupBy(rows, ({ cells, isTold }) => (isTold ? "" : (cells[3] ?? "")));
  const folded = new Set<string>();
  return rows.flatMap((row) => {
    const text = row.isTold ? "" : (row.cells[3] ?? "");
    const own = text === "" ? [] : (groups.get(text) ?? []);
    if (own.length < leastAlike) return [row];
    if (folded.has(text)) return [];
    folded.add(text);
    const column = (at: number, max: number) => fold([...new Set(own.map(({ cells }) => cells[at] ?? ""))], max);
    const evidence = own.slice(0, shownPerArea).flatMap((one) => one.evidence.slice(0, 3));
    return [{ ...row, cells: [column(0, 4), column(1, shownPerArea), column(2, 2), text], evidence }];
  });
}

const leastAlike = 3;

/** "`/a` and 3 more": one function at several addresses. */
function addressesText({ all, path }: EndpointGroup): string {
  const others = new Set(all.map(({ endpoint }) => addressOf(endpoint.path))).size - 1;
  return others > 0 ? `${codeSpan(path)} and ${others} more` : codeSpan(path);
}

/** What is followed of the endpoints, where any is worth it. */
function startsOf(scope: CodeScope, { all }: EndpointGroup): FlowStart[] {
  const byKey = scope.once("endpointStarts", () => {
    const found = findFlowStarts(scope)
      .filter(({ key }) => key.startsWith("request "))
      .slice(0, followed);
    return new Map(found.map((start) => [start.key, start]));
  });
  return all.flatMap(({ endpoint }) => byKey.get(`request ${endpoint.method} ${endpoint.path}`) ?? []);
}

/** What each method comes to; without its name where one alone is answered. */
async function effectsOf(scope: CodeScope, { methods }: EndpointGroup, starts: readonly FlowStart[]) {
  const parts: { method: string; text: string }[] = [];
  const effects: FlowEffect[] = [];
  const targets: (string | null)[] = [];
  for (const start of starts.slice(0, shownMethods)) {
    const own = await ownEffects(scope, (await followFlow(scope, start)).effects);
    // Of what is written in some cases, or beside what no table is known of, one part alone would stand for the whole.
    const isWhole = own.every(({ verb, target }) => target !== null || !/writes$|deletes/.test(verb));
    const sum = summaryOf(isWhole ? own.filter(({ mayBe }) => mayBe !== true) : []);
    if (isPlain(start, own)) continue;
    const method = /^request (\w+)/.exec(start.key)?.[1] ?? "";
    if (sum.text === "") continue;
    parts.push({ method, text: sum.text });
    effects.push(...sum.effects.slice(0, 3));
    targets.push(...sum.effects.map(({ target }) => target));
  }
  // What all methods come to is said once.
  const isOne =
    new Set(parts.map(({ text }) => text)).size === 1 && parts.length === Math.min(starts.length, shownMethods);
  const said = parts.map(({ method, text }) =>
    methods.length > 1 && method !== "ANY" && !isOne ? `${method} ${text}` : text,
  );
  return { text: [...new Set(said)].join("; "), effects, targets };
}

const shownMethods = 3;

/** That a request to create a boat writes boats is what its address says. */
function isPlain({ key }: FlowStart, effects: readonly FlowEffect[]): boolean {
  const [, method = "", path = ""] = /^request (\w+) (\S*)/.exec(key) ?? [];
  const parts = path.split(/[/.]/).filter((part) => /^[a-z][\w-]*$/i.test(part));
  // Of a call by name, such as `CreateBoat` or `boats.create`, the last part says what is done.
  const act = /^(?:create|add|update|set|upsert|delete|remove|save)(?=[A-Z_]|$)/i.exec(parts.at(-1) ?? "")?.[0] ?? "";
  const areas = [...parts, (parts.at(-1) ?? "").slice(act.length)].filter(Boolean).map(entityKey);
  const verb = method === "DELETE" || /^(?:delete|remove)/i.test(act) ? "deletes" : "writes";
  return (
    method !== "GET" &&
    effects.every((one) => one.verb === verb && one.target !== null && areas.includes(entityKey(one.target)))
  );
}

/** Addresses alone, a line for each thing that they are about. */
function areaItems(scope: CodeScope, groups: readonly EndpointGroup[]): ListItem[] {
  const areas = byArea(groups.map(({ found }) => found));
  const methodsOf = new Map(groups.map((group) => [group.found, group]));
  return areas.slice(0, shownAreas).map(([area, own]): ListItem => {
    const files = [...new Set(own.map(({ handler, path }) => codeSpan(scope.shorten(handler?.path ?? path))))];
    const names = own.map((one) => {
      const handler = files.length > 1 && one.handler !== null ? handlerNameOf(one) : null;
      const by = handler === null ? "" : ` by ${codeSpan(handler, 60)}`;
      return `${methodsOf.get(one)?.methods.join(", ") ?? ""} ${codeSpan(methodsOf.get(one)?.path ?? one.endpoint.path, 60)}${by}`;
    });
    // Where each has a file of its own, the names of what answers tell which.
    const where = files.length > 1 ? "" : `, in ${fold(files, 1)}`;
    return {
      text: `**${codeSpan(area, 60)}**${where}: ${fold(names, shownPerArea)}.`,
      evidence: own.slice(0, shownPerArea).map(({ evidence }) => evidence),
    };
  });
}
