import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { glossOf, symbolEvidence } from "#server/engine/facts/code/describe.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { listedFactsIn } from "#server/engine/facts/scope/open-scope.ts";
import type { Refusal } from "#server/engine/retrieval/failure-lines.ts";
import { list, paragraph, steps, table, type ListItem, type TableRow } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject, SectionTemplate } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { asParenthetical } from "#server/engine/text/sentences.ts";
import { withoutRoute } from "#server/engine/text/without-route.ts";
import { enumerate, someOf } from "#server/engine/text/wording.ts";

import type { FlowStart } from "./flow-start.ts";
import { phraseOf, summaryOf } from "./flow-summary.ts";
import {
  effectsBelow,
  followFlow,
  isBringing,
  type Flow,
  type FlowEffect,
  type FlowEvent,
  type FollowedBody,
} from "./follow-flow.ts";

/** The parts of a page about one flow: what happens, what is written, what may go wrong. */
export function flowTemplates(scope: CodeScope, start: FlowStart): readonly SectionTemplate[] {
  const name = start.opening.replace(/ (?:is answered by|is taken by|it is|runs)$/, "");
  const draftOf = (draft: (scope: CodeScope, flow: Flow) => Promise<Draft | null>) => async (subject: PageSubject) =>
    subject.scopes.length === 0 ? null : await draft(scope, await followFlow(scope, start));
  return [
    { templateKey: "flow-steps", title: "What happens", output: "markdown", draft: draftOf(draftSteps), prompt: `Follow ${name} step by step, from what starts it to what is written and sent.` },
    { templateKey: "flow-data", title: "What it writes and sends", output: "markdown", draft: draftOf(draftEffects), prompt: `Which tables, jobs, messages and services does ${name} reach, and where?` },
    { templateKey: "flow-failures", title: "When it is refused or fails", output: "markdown", draft: draftOf(draftRefusals), prompt: `When is ${name} refused, with which message, and what is tried again?` },
  ]; // prettier-ignore
}

/** Whether a flow is worth a page: it has several steps and ends in something that stays. */
export async function isTelling(scope: CodeScope, start: FlowStart): Promise<boolean> {
  const flow = await followFlow(scope, start);
  return flow.effects.length > 0 && (await stepItems(scope, flow)).length >= leastSteps;
}

const leastSteps = 2;
const mostSteps = 14;
const mostInner = 6;

/** What answers and what it comes to in the end, then step by step. */
async function draftSteps(scope: CodeScope, flow: Flow): Promise<Draft | null> {
  const items = await stepItems(scope, flow);
  if (items.length < leastSteps) return null;
  return { blocks: [paragraph(openingStatement(scope, flow)), steps("Step by step:", items)] };
}

function openingStatement(scope: CodeScope, { start, root, effects }: Flow): Statement {
  const { symbol, path } = root;
  const described = [start.declared, symbol === null ? null : { path, symbol }].flatMap((one) => {
    const gloss = one === null ? null : glossOf(one.symbol, 200);
    return one === null || gloss === null ? [] : [{ ...one, gloss }];
  })[0];
  const name =
    symbol === null
      ? `code in ${codeSpan(scope.shorten(path))}`
      : `${codeSpan(nameOf(symbol))} in ${codeSpan(scope.shorten(path))}`;
  const said =
    described === undefined ? "" : `: ${asParenthetical(described.symbol.name, withoutRoute(described.gloss.text))}`;
  const sum = summaryOf(effects);
  return {
    text: `${start.opening} ${name}${said}.${sum.text === "" ? "" : ` In the end it ${sum.text}.`}`,
    evidence: [
      start.evidence,
      ...(described === undefined ? [] : [symbolEvidence(scope, described.path, described.symbol)]),
      ...(symbol === null ? [] : [symbolEvidence(scope, path, symbol)]),
      ...sum.effects.map((one) => scope.at(one.path, one.line)),
    ],
  };
}

/** Steps in the order of the code; a first function that only hands on is told by what it hands on to. */
async function stepItems(scope: CodeScope, { root }: Flow): Promise<ListItem[]> {
  const items: ListItem[] = [];
  for (const event of root.events) {
    const item = await stepItem(scope, root, event);
    if (item === null) continue;
    items.push(item);
    if (event.kind === "call" && event.inside !== null && isWorthOpening(event.inside)) {
      const inner = await Promise.all(event.inside.events.map((one) => stepItem(scope, event.inside ?? root, one)));
      const shown = inner.filter((one) => one !== null).slice(0, mostInner);
      if (shown.length > 1) items.push(...shown.map((one) => ({ ...one, depth: 1 })));
    }
  }
  return items.slice(0, mostSteps + 6);
}

/** What does several things by itself is shown from the inside too. */
function isWorthOpening(body: FollowedBody): boolean {
  return effectsBelow(body).length > 1 && body.events.length > 1;
}

async function stepItem(scope: CodeScope, body: FollowedBody, event: FlowEvent): Promise<ListItem | null> {
  switch (event.kind) {
    case "refusal":
      return null;
    case "effect":
      return await effectItem(scope, body, event.effect);
    case "call":
      return await callItem(scope, body, event);
  }
}

async function effectItem(scope: CodeScope, body: FollowedBody, effect: FlowEffect): Promise<ListItem> {
  const when = await conditionOf(scope, body, effect.line);
  const target = phraseOf(effect.verb, effect.target === null ? [] : [effect.target]) ?? effect.verb;
  return {
    text: `${when.text}${when.text === "" ? "It" : "it"} ${target}: ${codeSpan(effect.text, 120)}.`,
    evidence: [...when.evidence, scope.at(effect.path, effect.line)],
  };
}

const checks = /^(?:validate|check|ensure|authori[sz]e|verify|require|assert|can|is_?allowed)/i;
async function callItem(
  scope: CodeScope,
  body: FollowedBody,
  { line, path, symbol, inside, isOneOfSeveral }: Extract<FlowEvent, { kind: "call" }>,
): Promise<ListItem | null> {
  const sum = summaryOf(inside === null ? [] : effectsBelow(inside));
  const doc = glossOf(symbol, 140);
  const refusals = (inside?.events ?? []).flatMap((one) =>
    one.kind === "refusal" && one.refusal.text !== null ? [one.refusal] : [],
  );
  const refused = sum.text === "" && doc === null && checks.test(symbol.name) ? refusals.slice(0, 2) : [];
  if (sum.text === "" && refused.length === 0 && (doc === null || isBringing(symbol.name))) return null;
  const when = await conditionOf(scope, body, line);
  const name = `${codeSpan(nameOf(symbol))} in ${codeSpan(scope.shorten(path))}`;
  const said = [
    ...(doc === null ? [] : [`: ${asParenthetical(symbol.name, doc.text)}`]),
    ...(sum.text === "" ? [] : [`${doc === null ? ", which" : "; it"} ${sum.text}`]),
    ...(refused.length === 0 ? [] : [`, which refuses with ${enumerate(refused.map(({ text }) => `“${text}”`))}`]),
  ].join("");
  return {
    text: `${when.text}${when.text === "" ? "It" : "it"} calls ${name}${isOneOfSeveral ? ", one of several that implement it" : ""}${said}.`,
    evidence: [
      ...when.evidence,
      scope.at(body.path, line),
      symbolEvidence(scope, path, symbol),
      ...sum.effects.slice(0, 3).map((one) => scope.at(one.path, one.line)),
      ...refused.map((one) => evidenceOfRefusal(scope, one)),
    ],
    lists: symbol.parent === null ? [] : [listedFactsIn(scope, "declarations", path)],
  };
}

/** "When `x`: " where the line stands right below a condition; "" where it does not. */
async function conditionOf(
  scope: CodeScope,
  body: FollowedBody,
  line: number,
): Promise<{ text: string; evidence: Evidence[] }> {
  const lines = (await scope.lines(body.path)) ?? [];
  const depth = indentOf(lines[line - 1] ?? "");
  for (let above = line - 1; above > body.startLine && above >= line - maxAbove; above -= 1) {
    const text = lines[above - 1] ?? "";
    if (text.trim() === "" || indentOf(text) >= depth) continue;
    const found = /^\s*(?:\}\s*)?if\b\s*\(?(.{2,90}?)\)?\s*(?:\{|:|then)?\s*$/.exec(text)?.[1];
    if (found === undefined || /;|^err\b|!$|^\s*$/.test(found) || !isBalanced(found)) break;
    return { text: `When ${codeSpan(found)}, `, evidence: [scope.at(body.path, above)] };
  }
  return { text: "", evidence: [] };
}

const maxAbove = 12;

function isBalanced(text: string): boolean {
  return (text.match(/\(/g) ?? []).length === (text.match(/\)/g) ?? []).length;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Where what stays is written and sent, a row for each table, job and message. */
async function draftEffects(scope: CodeScope, { effects }: Flow): Promise<Draft | null> {
  const named = effects.filter(({ verb, target }) => target !== null || !/writes|deletes/.test(verb));
  const groups = Map.groupBy(named, ({ verb, target, text }) => `${verb} ${target ?? text}`);
  const rows = [...groups.values()].slice(0, mostRows).flatMap((group): TableRow[] => {
    const [first] = group;
    if (first === undefined) return [];
    const where = someOf([...new Set(group.map(({ path }) => codeSpan(scope.shorten(path))))], 2);
    return [
      {
        cells: [
          phraseOf(first.verb, first.target === null ? [] : [first.target]) ?? first.verb,
          codeSpan(first.text, 100),
          where,
        ].map(capitalize),
        evidence: group.slice(0, 3).map(({ path, line }) => scope.at(path, line)),
      },
    ];
  });
  return rows.length < 2 ? null : { blocks: [table(null, ["What", "How", "Where"], rows)] };
}

const mostRows = 12;

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Guards in front, refusals with their conditions, and lines that try again. */
async function draftRefusals(scope: CodeScope, flow: Flow): Promise<Draft | null> {
  const { start, bodies } = flow;
  const guards = start.guards.slice(0, 3).map((guard): ListItem => ({
    text: `${codeSpan(guard.name)} stands in front of it.`,
    evidence: [scope.at(guard.file, guard.line)],
  }));
  const refusals = bodies.flatMap(({ events }) =>
    events.flatMap((one) => (one.kind === "refusal" ? [one.refusal] : [])),
  );
  const unique = [...new Map(refusals.map((one) => [`${one.status} ${one.text} ${one.condition}`, one])).values()];
  const rows = unique.slice(0, mostRefusals).map((one): TableRow => refusalRow(scope, one));
  const again = await retryItems(scope, flow);
  const blocks = [
    ...(guards.length > 0 ? [list("Before it:", guards)] : []),
    ...(rows.length > 0 ? [table(null, ["When", "It answers", "In"], rows)] : []),
    ...(again.length > 0 ? [list("What is tried again, or kept together:", again)] : []),
  ];
  return blocks.length > 0 ? { blocks } : null;
}

const mostRefusals = 12;

function refusalRow(scope: CodeScope, refusal: Refusal): TableRow {
  const { status, text, condition, path } = refusal;
  const answer = [...(status === null ? [] : [codeSpan(status)]), ...(text === null ? [] : [`“${text}”`])].join(" ");
  return {
    cells: [condition === null ? "" : codeSpan(condition, 100), answer, codeSpan(scope.shorten(path))],
    evidence: [evidenceOfRefusal(scope, refusal)],
  };
}

function evidenceOfRefusal(scope: CodeScope, { path, startLine, endLine }: Refusal): Evidence {
  return scope.at(path, startLine, endLine);
}

const again: readonly [RegExp, string][] = [
  [
    /\b(?:sidekiq_options\b.*\bretry|retry_on|discard_on|sidekiq_retries_exhausted|max_?retries|autoretry_for|retry_?backoff|@retry|tries\s*=|attempts\s*[:=])/i,
    "tried again as",
  ],
  [/\bfor\b.*\b(?:attempt|retry|tries)\b/i, "tried again in a loop:"],
  [
    /(?:\.|\b)(?:transaction|withTransaction|atomic|BeginTx|Begin|with_lock|\$transaction|lockForUpdate|select_for_update)\b\s*(?:\(|do\b|\{|$)/,
    "kept together by",
  ],
];

/** Settings of retries beside the work, loops of attempts, transactions and locks, as written. */
async function retryItems(scope: CodeScope, { bodies }: Flow): Promise<ListItem[]> {
  const items = new Map<string, ListItem>();
  for (const { path, startLine, endLine } of bodies.slice(0, maxBodies)) {
    const lines = (await scope.lines(path)) ?? [];
    const from = Math.max(1, startLine - linesAbove);
    for (let line = from; line <= Math.min(endLine, lines.length); line += 1) {
      const text = lines[line - 1] ?? "";
      const kind = /^\s*(?:\/\/|#|\*|def |func )/.test(text)
        ? undefined
        : again.find(([pattern]) => pattern.test(text));
      if (kind === undefined || (line < startLine && !/retry|discard|tries/i.test(text))) continue;
      items.set(`${path}:${line}`, {
        text: `${capitalize(kind[1])} ${codeSpan(text.trim(), 120)} in ${codeSpan(scope.shorten(path))}.`,
        evidence: [scope.at(path, line)],
      });
    }
  }
  return [...items.values()].slice(0, 6);
}

const maxBodies = 12;
const linesAbove = 12;

function nameOf({ name, parent }: { name: string; parent: string | null }): string {
  return parent === null ? name : `${parent}.${name}`;
}
