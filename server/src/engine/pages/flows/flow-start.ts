import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { glossOf } from "#server/engine/facts/code/describe.ts";
import { entityKey } from "#server/engine/facts/code/entity-key.ts";
import { findEndpoints, type LocatedEndpoint } from "#server/engine/facts/code/find-endpoints.ts";
import { findStoredSchemas, mostReferred } from "#server/engine/facts/code/find-schemas.ts";
import { findTriggers } from "#server/engine/facts/code/find-triggers.ts";
import { findProductWords } from "#server/engine/facts/code/product-words.ts";
import { symbolsNamed } from "#server/engine/facts/code/symbols-named.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

import { shownInTitle, titleOfRequest, wordsOf } from "./flow-titles.ts";
import { bodyOfTrigger, type FlowBody } from "./trigger-body.ts";

/** What sets work going that may be worth a page: a request that writes, a schedule, a message, a job, a command. */
export interface FlowStart {
  /** Unique in its repository, and the same after every push that leaves the trigger as it is. */
  key: string;
  title: string;
  /** How it begins, up to the name of what does the work: "`POST /notes` is answered by". */
  opening: string;
  /** Lines in which the work is done. */
  body: FlowBody;
  /** The trigger's own lines. */
  evidence: Evidence;
  /** What is declared apart from what does the work, where it is: its comment may say more. */
  declared: { path: string; symbol: SymbolFact } | null;
  /** Guards in front of it, outermost first. */
  guards: LocatedEndpoint["endpoint"]["guards"];
  /** What it is about, so that one matter does not take all the pages. */
  subject: string;
  /** How likely a reader asks for it: what is followed then says more. */
  weight: number;
}

const maxKeyLength = 200;

/** All of a scope, the most promising first. */
export function findFlowStarts(scope: CodeScope): readonly FlowStart[] {
  return scope.once("findFlowStarts", () => {
    const endpoints = findEndpoints(scope);
    const routes = Map.groupBy(endpoints, ({ handler }) =>
      handler === null ? "" : `${handler.path}:${handler.symbol.startLine}`,
    );
    const requests = endpoints.flatMap((one) => {
      const start = requestStart(scope, one);
      if (start === null) return [];
      // What many addresses lead to is an entrance of the product.
      const many =
        one.handler === null ? 1 : (routes.get(`${one.handler.path}:${one.handler.symbol.startLine}`)?.length ?? 1);
      return [{ ...start, weight: start.weight + Math.min(3, Math.log2(many)) }];
    });
    const others = findTriggers(scope).flatMap((one) => triggerStart(scope, one) ?? []);
    const inOrder = [...requests, ...others].toSorted((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1));
    return eachOnce(inOrder);
  });
}

/** What is reached in two ways, as over HTTP and gRPC, is one; and so are two triggers that say the same. */
function eachOnce(starts: readonly FlowStart[]): FlowStart[] {
  const seen = new Set<string>();
  const titles = new Map<string, number>();
  for (const { title } of starts) titles.set(title, (titles.get(title) ?? 0) + 1);
  return starts
    .filter(({ key, body }) => {
      // One function that asks for the method itself does other things for another one.
      const method = /^request (?:GET|POST|PUT|PATCH|DELETE) /.exec(key)?.[0] ?? "";
      const marks = [key, `${method}${body.path}:${body.startLine}`];
      const isNew = marks.every((mark) => !seen.has(mark));
      for (const mark of marks) seen.add(mark);
      return isNew;
    })
    .map((start) =>
      (titles.get(start.title) ?? 0) > 1 && start.key.startsWith("request ")
        ? { ...start, title: `${start.title} (${shownInTitle(start.key.slice(8), 70)})` }
        : start,
    );
}

/** Weights of methods; others only read. */
const methods: Record<string, number> = { POST: 3, MUTATION: 3, PUT: 2, PATCH: 2, DELETE: 1, RPC: 2, ANY: 1 };
const reading =
  /^(?:[Gg]et|[Ll]ist|[Ff]ind|[Ff]etch|[Ss]earch|[Rr]ead|[Ss]how|[Ii]ndex|[Cc]ount|[Cc]heck|[Ww]atch|[Ss]tream|[Pp]review|[Dd]ownload|[Ee]xport|[Hh]as|[Ii]s)(?![a-z])/;
/** Things that nearly every product has, and that say little of this one. */
const technical =
  /log-?(?:in|out)|auth(?!or)|health|token|password|sign-?(?:up|in|out)|session|callback|embed|debug|metrics|settings?\b|setup|avatar|favicon|theme|oauth|saml|two_?factor|totp|webauthn|otp\b|csrf|preferences?|dismiss|console|locale|csp\b/i;
const minLines = 3;

function requestStart(scope: CodeScope, found: LocatedEndpoint): FlowStart | null {
  const { endpoint, path } = found;
  const weight = methods[endpoint.method];
  if (weight === undefined) return null;
  const handler = found.handler === null ? null : workerOf(scope, found.handler);
  if ((found.handler !== null && handler === null) || (handler !== null && reading.test(handler.symbol.name)))
    return null;
  const body: FlowBody = handler
    ? {
        path: handler.path,
        startLine: handler.symbol.startLine,
        endLine: handler.symbol.endLine,
        symbol: handler.symbol,
      }
    : { path, startLine: endpoint.startLine, endLine: endpoint.endLine, symbol: null };
  if (body.endLine - body.startLine < minLines) return null;
  if (endpoint.method === "ANY" && body.symbol === null) return null;
  const subject = subjectOf(endpoint.path, body.symbol?.name ?? "");
  const address = `${endpoint.method} ${endpoint.path}`;
  return {
    key: `request ${address}`.slice(0, maxKeyLength),
    title: titleOfRequest(endpoint, body.symbol?.name ?? ""),
    opening: `${codeSpan(address)} is answered by`,
    body,
    evidence: found.evidence,
    declared: found.handler === handler ? null : found.handler,
    guards: endpoint.guards,
    subject,
    weight:
      weight +
      (/^(?:create|add|store|send|submit|import|upload)/i.test(body.symbol?.name ?? "") ? 1 : 0) -
      (/^(?:delete|destroy|remove)/i.test(body.symbol?.name ?? "") ? 1 : 0) +
      sizeOf(body) +
      centrality(scope, subject) +
      namedInDocuments(scope, subject) -
      (technical.test(`${endpoint.path} ${body.symbol?.name ?? ""}`) ? 4 : 0) -
      (/\/admin\b|\/test/i.test(`${path}/${endpoint.path}`) ? 2 : 0) +
      (endpoint.method === "RPC" ? -1.5 : 0),
  };
}

const definition = /\.(?:proto|graphqls?|ya?ml|json)$/;

/** A declaration of an interface definition has no lines that work: what implements it takes its request. */
function workerOf(scope: CodeScope, handler: NonNullable<LocatedEndpoint["handler"]>): LocatedEndpoint["handler"] {
  if (!definition.test(handler.path)) return handler;
  const { name } = handler.symbol;
  const worker = symbolsNamed(scope, name).find(
    ({ symbol, path }) =>
      symbol.signature.includes(`${name}Request`) &&
      symbol.endLine - symbol.startLine >= minLines &&
      !definition.test(path) &&
      !/client|\.gen\.|connect/i.test(path),
  );
  return worker ?? null;
}

/** Names that work has wherever it is done. */
const generic =
  /^(?:perform|handle|run|execute|Command|call|start|loop|work|worker|main|process|tick|do_work|Execute|Run)$/;
const longestTitle = 64;

/** What the function's own comment says of it, where that is short; else by its name, with when it is done. */
function titleOfTrigger(trigger: IndexedTrigger, body: FlowBody): string {
  const parts = trigger.name.split(/[.:#/\\]+/).filter(Boolean);
  const last = parts.at(-1) ?? trigger.name;
  const stem = trigger.path.slice(trigger.path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  const name = generic.test(last)
    ? parts.length > 1 && !generic.test(parts.at(-2) ?? "")
      ? trigger.name
      : stem
    : last;
  if (trigger.kind === "command") return `What ${shownInTitle(trigger.name, 80)} does`;
  const gloss = body.symbol === null ? null : glossOf(body.symbol, 200);
  const said = gloss?.text.replace(new RegExp(`^${last}\\s+`, "i"), "").replace(/\.$/, "") ?? "";
  if (said !== "" && said.length <= longestTitle && !/[`…]/.test(said))
    return said.charAt(0).toUpperCase() + said.slice(1);
  const when =
    trigger.kind === "schedule" && trigger.schedule?.startsWith("every ") === true
      ? /Ticker|Loop/.test(trigger.framework)
        ? " in its loop"
        : ` ${trigger.schedule}`
      : "";
  return `What ${shownInTitle(name, 80)} does${when}`;
}

const kinds = {
  schedule: {
    weight: 6,
    opening: (when: string) =>
      when === "" ? "By the clock it is" : when.endsWith(",") ? `${when} runs` : `${when} it is`,
  },
  consumer: { weight: 6, opening: (what: string) => `${what} is taken by` },
  job: { weight: 4.5, opening: () => "The job is done by" },
  command: { weight: 4, opening: (what: string) => `${what} runs` },
} as const;

function triggerStart(scope: CodeScope, trigger: IndexedTrigger): FlowStart | null {
  const kind = trigger.kind === "event-listener" ? null : kinds[trigger.kind];
  const body = kind === null ? null : bodyOfTrigger(scope, trigger);
  if (kind === null || body === null || body.endLine - body.startLine < minLines) return null;
  const name = wordsOf(
    trigger.name
      .split(/[.:#/\\]+/)
      .filter((part) => !/^(?:perform|handle|run|execute|Command|call)$/.test(part))
      .at(-1) ?? trigger.name,
  );
  const told = trigger.kind === "schedule" ? shownSchedule(trigger) : codeSpan(trigger.topic ?? trigger.name);
  return {
    key: keyOfTrigger(trigger),
    title: titleOfTrigger(trigger, body),
    opening: kind.opening(told),
    body,
    evidence: scope.at(trigger.path, trigger.startLine, Math.min(trigger.endLine, trigger.startLine + 12)),
    declared: null,
    guards: [],
    subject: name,
    weight:
      kind.weight +
      sizeOf(body) +
      centrality(scope, name) +
      namedInDocuments(scope, name) -
      (technical.test(trigger.name) ||
      /cache|rate.?limit|monitor|server$|\bseed|render|pygment|superuser/i.test(trigger.name)
        ? 4
        : 0),
  };
}

export function keyOfTrigger({ kind, name }: IndexedTrigger): string {
  return `${kind} ${name}`.slice(0, maxKeyLength);
}

/** "every 5 minutes" and cron text; null and what is put in while it runs say nothing. */
function shownSchedule({ schedule, framework }: IndexedTrigger): string {
  if (schedule === null || schedule.includes("{")) return "";
  // A loop may have other clocks beside this one.
  if (/Ticker|Loop/.test(framework)) return `In a loop, with a tick ${codeSpan(schedule)},`;
  return schedule.startsWith("every ") ? `E${schedule.slice(1)}` : `At ${codeSpan(schedule)}`;
}

function sizeOf({ startLine, endLine }: FlowBody): number {
  return Math.min(3, Math.log2(Math.max(2, endLine - startLine) / 4));
}

/** Words that READMEs and guides use often, in any of their forms, make up to two. */
function namedInDocuments(scope: CodeScope, subject: string): number {
  const { written } = findProductWords(scope);
  const counts = subject.split(/\s+/).map((word) => {
    const capital = word.charAt(0).toUpperCase() + word.slice(1);
    return word.length < 4
      ? 0
      : [word, `${word}s`, capital, `${capital}s`].reduce((sum, one) => sum + (written.get(one) ?? 0), 0);
  });
  return Math.min(2, Math.log2(1 + Math.max(0, ...counts)) / 2);
}

/** What the product keeps, the most tied first, makes up to four. */
function centrality(scope: CodeScope, subject: string): number {
  const ranks = scope.once("flowSubjects", () => {
    const names = mostReferred(findStoredSchemas(scope)).map(({ schema }) => entityKey(schema.name));
    return new Map(names.map((name, at) => [name, 1 - at / names.length]).toReversed() as [string, number][]);
  });
  const words = subject.split(/\s+/).map(entityKey);
  return 4 * Math.max(0, ...words.map((word) => ranks.get(word) ?? 0), ranks.get(entityKey(subject)) ?? 0);
}

const verbs =
  /^(?:create|add|new|make|post|update|edit|put|patch|set|save|store|upsert|delete|remove|destroy|insert|send|submit|import|upload|handle|batch|bulk|views?|on)$/i;

/** What a request is about: of "createNote" the note, else the last fixed part of the path. */
function subjectOf(path: string, name: string): string {
  const words = wordsOf(name)
    .split(" ")
    .filter((word) => word !== "" && !verbs.test(word));
  if (words.length > 0 && words.length < 4 && words.join("").length > 3) return words.join(" ");
  const segment = path
    .split("/")
    .findLast((part) => /^[a-z][\w-]{2,}$/i.test(part) && !/^(?:api|v\d+|rest)$/.test(part));
  return wordsOf(segment ?? path);
}
