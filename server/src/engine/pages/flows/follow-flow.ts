import { openCallFinder, type CallFinder } from "#server/code-index/analysis/graph/find-calls.ts";
import { findTriggers } from "#server/engine/facts/code/find-triggers.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { findRefusals } from "#server/engine/retrieval/failure-lines.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { earlyEnds } from "#server/engine/text/early-ends.ts";
import { conditionsAround, isKeptForLater } from "#server/engine/text/line-conditions.ts";

import { effectsBelow } from "./effects-below.ts";
import { flowEffectOf, hostOf } from "./flow-effect.ts";
import type { FlowStart } from "./flow-start.ts";
import type { Flow, FlowEvent, FollowedBody } from "./followed-flow.ts";
import { handOverOf } from "./hand-over.ts";
import type { CalledSymbol } from "./implementations.ts";
import { linesOfOtherMethods } from "./method-branches.ts";
import { namedTable } from "./named-table.ts";
import { isOfAnother } from "./other-receiver.ts";
import { isSwallowed } from "./swallowed-errors.ts";
import type { FlowBody } from "./trigger-body.ts";
import { wholeOf } from "./whole-statement.ts";
import { workersOf } from "./workers-of.ts";

const maxBodies = 60;
const maxDepth = 5;
const maxBodyLines = 220;
/** What more files import helps everywhere and is no step. */
const maxImporters = 60;
const helper =
  /^(?:log\w*|debug|info|warn\w*|error\w*|trace|print\w*|t|translate|format\w*|assert\w*|expect|to_?json|to_?string|string|len|\w*(?:Error|Exception|Logger)|new_?\w*(?:error|logger)|with\w*span|now|json|render\w*|tr|ok|respond\w*|(?:write|send)_?json|bind\w*)$/i;
const helperFile =
  /(?:^|[/_.-])(?:log(?:ger|ging)?|sentry|telemetry|tracing|metrics|i18n|lang|errors?|utils?|helpers?|cache)(?:[/_.-]|$)/i;

/** Follows what is called from a start on, through everything it certainly means, to what is written and sent. */
export function followFlow(scope: CodeScope, start: FlowStart): Promise<Flow> {
  return scope.once(`flow ${start.key}`, () => follow(scope, start));
}

interface Walk {
  scope: CodeScope;
  findCalls: CallFinder;
  /** By path and line, in the order in which they were found. */
  known: Map<string, OpenBody>;
  /** Of the request that is followed; "" of all else. */
  method: string;
}

interface OpenBody extends FollowedBody {
  events: FlowEvent[];
  depth: number;
}

/** In breadth: what is near the start is followed before what is far. */
async function follow(scope: CodeScope, start: FlowStart): Promise<Flow> {
  const findCalls = scope.once("callFinder", () => callFinderOf(scope));
  const walk: Walk = { scope, findCalls, known: new Map(), method: /^request (\w+)/.exec(start.key)?.[1] ?? "" };
  const root = bodyAt(walk, start.body, 0);
  // What is found on the way is at the end of the map, and so is looked into in its turn.
  for (const body of walk.known.values()) await lookInto(walk, body);
  for (const body of walk.known.values()) settle(body);
  return { start, root, effects: effectsBelow(root), bodies: [...walk.known.values()] };
}

/** The one body of these lines, which is looked into once. */
function bodyAt(walk: Walk, body: FlowBody, depth: number): OpenBody {
  const key = `${body.path}:${body.startLine}`;
  const known = walk.known.get(key) ?? { ...body, events: [], depth };
  walk.known.set(key, known);
  return known;
}

/** So that the same code always gives the same text, work is bounded by counts and not by the clock. */
const patienceMs = 3_600_000;

function callFinderOf({ repository: { index, reader } }: CodeScope): CallFinder {
  return openCallFinder({
    index,
    reader,
    deadlineMs: patienceMs,
    filesWithWord: async (word) => {
      const query = { pattern: word, isRegex: false, ignoreCase: false, isWord: true };
      const { files, isCutOff } = await index.findLines(query, {
        maxFiles: 400,
        maxLinesPerFile: 1,
        deadlineMs: patienceMs,
      });
      return { paths: files.map(({ path }) => path), isCutOff };
    },
  });
}

async function lookInto(walk: Walk, body: OpenBody): Promise<void> {
  const endLine = Math.min(body.endLine, body.startLine + maxBodyLines);
  const range = { path: body.path, startLine: firstLine(body), endLine };
  const lines = codeLines((await walk.scope.lines(body.path)) ?? []);
  const skipped = body.depth === 0 ? linesOfOtherMethods(lines, range, walk.method) : new Set<number>();
  const calls = await callEvents(walk, body, { ...range, skipped });
  const handed = await handOverEvents(walk, body, { ...range, skipped });
  const effects = await effectEvents(walk, body, range);
  const found = [...(await refusalEvents(walk, range, body.depth)), ...effects, ...calls, ...handed];
  for (const event of found) {
    if (skipped.has(event.line) || (body.depth > 0 && isKeptForLater(lines, event.line, body.startLine + 1))) continue;
    const around = conditionsAround(lines, event.line, body.startLine + 1);
    // What leaves before a refusal decides nothing of what is refused.
    const before = event.kind === "refusal" ? [] : earlyEnds(lines, event.line, firstLine(body));
    body.events.push({ ...event, conditions: [...around, ...before].toSorted((a, b) => a.line - b.line) });
  }
  // Of one line the refusal, then what it does itself, then what it calls.
  const order = { refusal: 0, effect: 1, call: 2 };
  body.events.sort((a, b) => a.line - b.line || order[a.kind] - order[b.kind]);
}

/** What a line does by calling code of the program's own is told by that code, unless only the line names the table. */
function settle(body: OpenBody): void {
  const isNamedBelow = (event: FlowEvent) =>
    event.kind === "call" && event.inside !== null && effectsBelow(event.inside).some(({ target }) => target !== null);
  const calling = Map.groupBy(
    body.events.filter(({ kind }) => kind === "call"),
    ({ line }) => line,
  );
  const left = new Set<FlowEvent>();
  for (const event of body.events) {
    const calls = event.kind === "effect" ? calling.get(event.line) : undefined;
    if (event.kind !== "effect" || calls === undefined) continue;
    if (event.effect.target === null || calls.some(isNamedBelow)) left.add(event);
    else for (const call of calls) if (call.kind === "call" && call.by === null) left.add(call);
  }
  body.events = body.events.filter((event) => !left.has(event));
}

/** Work that a line hands on; at most one a line. */
async function handOverEvents(walk: Walk, body: OpenBody, range: CalledLines): Promise<FlowEvent[]> {
  if (body.depth >= maxDepth) return [];
  const lines = codeLines((await walk.scope.lines(range.path)) ?? []);
  const events: FlowEvent[] = [];
  for (let line = range.startLine; line <= Math.min(range.endLine, lines.length); line += 1) {
    const found = range.skipped.has(line)
      ? null
      : await handOverOf(walk.scope, range.path, line, lines[line - 1] ?? "");
    if (found === null || (found.path === body.path && found.startLine === body.startLine)) continue;
    const inside = walk.known.size < maxBodies ? bodyAt(walk, found, body.depth + 1) : null;
    const { path, symbol, by } = found;
    events.push({
      kind: "call",
      line,
      conditions: [],
      path,
      symbol,
      inside,
      isOneOfSeveral: false,
      by,
      isSwallowed: true,
    });
  }
  return events;
}

function firstLine({ startLine, symbol }: FlowBody): number {
  return symbol === null ? startLine : (symbol.signatureEndLine ?? startLine) + 1;
}

interface WorkedLines {
  path: string;
  startLine: number;
  endLine: number;
}

/** Lines that only requests of another method reach lead nowhere. */
interface CalledLines extends WorkedLines {
  skipped: ReadonlySet<number>;
}

async function refusalEvents({ scope }: Walk, range: WorkedLines, depth: number): Promise<FlowEvent[]> {
  if (depth > 2) return [];
  return (await findRefusals(scope, range)).map((refusal) => ({
    kind: "refusal",
    line: refusal.line,
    conditions: [],
    refusal,
  }));
}

/** Writes that a cache alone sees are none. */
const toCache = /cache|session\b/i;

async function effectEvents({ scope }: Walk, { symbol }: FlowBody, range: WorkedLines): Promise<FlowEvent[]> {
  const lines = codeLines((await scope.lines(range.path)) ?? []);
  const events: FlowEvent[] = [];
  const sets = rowSets(lines.slice(range.startLine - 1, range.endLine));
  for (let line = range.startLine; line <= Math.min(range.endLine, lines.length); line += 1) {
    const written = lines[line - 1] ?? "";
    const text = withModel(written, sets);
    const verb = /^\s*(?:\/\/|#|\*)/.test(text) ? null : flowEffectOf(text);
    if (verb === null) continue;
    const near = lines.slice(line - 1, line + 2).join(" ");
    const target =
      verb === "writes" || verb === "deletes"
        ? namedTable(scope, { text, near, above: beginningOf(lines, line), parent: symbol?.parent ?? null })
        : verb === "calls another service"
          ? hostOf(near)
          : workNamed(scope, text);
    if (target === null && toCache.test(text)) continue;
    events.push({
      kind: "effect",
      line,
      conditions: [],
      effect: { verb, path: range.path, line, text: written.trim(), whole: wholeOf(lines, line), target },
    });
  }
  return events;
}

/** Names of a function that stand for rows of a model: `q` of `q = Flip.objects.filter(…)`. */
function rowSets(lines: readonly string[]): ReadonlyMap<string, string> {
  const found = lines.flatMap((line) => {
    const [, name, model] = /^\s*(\w+)\s*=\s*(\w+)\.(?:objects|query)\b/.exec(line) ?? [];
    return name === undefined || model === undefined ? [] : [[name, model] as const];
  });
  return new Map(found);
}

/** `q.update(…)` as what it means: `Flip.objects.update(…)`. */
function withModel(line: string, sets: ReadonlyMap<string, string>): string {
  const [, before = "", name = "", rest = ""] =
    /^(\s*(?:\w+\s*=\s*)?)(\w+)(\.(?:update|delete|create|bulk_\w+)\(.*)$/.exec(line) ?? [];
  const model = sets.get(name);
  return model === undefined ? line : `${before}${model}.objects${rest}`;
}

/** What stands above a line that goes on with a statement: `.save()`, or `).update(`. */
function beginningOf(lines: readonly string[], line: number): string {
  const isOpen = (at: number) => /^\s*[.)\]}?]|^\s*->/.test(lines[at - 1] ?? "");
  let first = line;
  while (
    first > 1 &&
    line - first < maxBeginning &&
    (isOpen(first) ||
      (first < line && !/\w\s*$|[=:]\s*$/.test(lines[first - 1] ?? "") && !/^\s*\w+\s*=/.test(lines[first - 1] ?? "")))
  )
    first -= 1;
  return lines.slice(first - 1, line - 1).join(" ");
}

const maxBeginning = 6;

/** A job or message of the program's own that a line names. */
function workNamed(scope: CodeScope, text: string): string | null {
  const words = new Set(text.match(/[A-Za-z_][\w.:-]{3,}/g) ?? []);
  const found = findTriggers(scope).find(
    ({ kind, name, topic }) => /job|consumer/.test(kind) && (words.has(name) || (topic !== null && words.has(topic))),
  );
  return found?.name ?? null;
}

async function callEvents(walk: Walk, body: OpenBody, range: CalledLines): Promise<FlowEvent[]> {
  if (body.depth >= maxDepth) return [];
  const seen = new Set<string>();
  const events: FlowEvent[] = [];
  const text = codeLines((await walk.scope.lines(body.path)) ?? []);
  for (const { name, line, definitions } of await walk.findCalls(range)) {
    if (range.skipped.has(line) || seen.has(name) || helper.test(name)) continue;
    const workers = await workersOf(walk.scope, name, definitions);
    const [worker] = workers;
    if (worker === undefined || isAside(walk.scope, worker)) continue;
    seen.add(name);
    const { path, symbol } = worker;
    if (path === body.path && symbol.startLine === body.startLine) continue;
    if (path === body.path && isOfAnother(text[line - 1] ?? "", symbol, walk.scope.facts(path)?.language ?? null))
      continue;
    const isEntered = walk.known.size < maxBodies && !isBringing(name);
    const lines = { path, startLine: symbol.startLine, endLine: symbol.endLine, symbol };
    const inside = isEntered ? bodyAt(walk, lines, body.depth + 1) : null;
    events.push({
      kind: "call",
      line,
      conditions: [],
      path,
      symbol,
      inside,
      isOneOfSeveral: workers.length > 1,
      by: null,
      isSwallowed: isSwallowed(text, line, body.path),
    });
  }
  return events;
}

const bringing =
  /^(?:get|extract|convert|to|from|build|new|parse|is|has|load|fetch|find|list|make|resolve|format|generate|read|default|decode|encode|marshal|unmarshal|map|calc\w*|count|exists|create_?(?:url|link|hash|token))(?![a-z])/;

/** Whether a function only brings what others work on, by its name: "GetNote", "parse_date". */
export function isBringing(name: string): boolean {
  return bringing.test(name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase());
}

function isAside(scope: CodeScope, { path, symbol }: CalledSymbol): boolean {
  const isHelper = symbol.parent === null && scope.repository.index.importersOf(path).length > maxImporters;
  return scope.facts(path)?.kind !== "source" || helperFile.test(path) || isHelper;
}
