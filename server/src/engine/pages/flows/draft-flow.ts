import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence, ListedFacts } from "#server/engine/evidence/evidence.ts";
import { glossOf, symbolEvidence } from "#server/engine/facts/code/describe.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { listedFactsIn } from "#server/engine/facts/scope/open-scope.ts";
import type { Refusal } from "#server/engine/retrieval/failure-lines.ts";
import { paragraph, steps, table, type ListItem, type TableRow } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject, SectionTemplate } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { asParenthetical } from "#server/engine/text/sentences.ts";
import { countNewWords, type DocSummary } from "#server/engine/text/summarize-doc.ts";
import { withoutRoute } from "#server/engine/text/without-route.ts";
import { enumerate, fileName, someOf } from "#server/engine/text/wording.ts";

import { countRefusals, draftRefusals, evidenceOfRefusal } from "./draft-failures.ts";
import { effectsBelow } from "./effects-below.ts";
import type { FlowStart } from "./flow-start.ts";
import { phraseOf, summaryOf } from "./flow-summary.ts";
import { capitalize, chooseConditions, conditionText } from "./flow-wording.ts";
import { followFlow, isBringing } from "./follow-flow.ts";
import type { Flow, FlowEffect, FlowEvent, FollowedBody } from "./followed-flow.ts";
import { tablesNamed } from "./named-table.ts";
import { ownEffects } from "./own-effects.ts";
import { conditionsOfStart } from "./start-conditions.ts";

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
  const own = await ownEffects(scope, flow.effects);
  return (
    own.some((one) => isNamed(one) && one.mayBe !== true && !upkeep.test(one.target ?? "")) &&
    stepItems(scope, flow).length + (countRefusals(flow) > 1 ? 1 : 0) >= leastTold
  );
}

/** Tables that count tries and keep who is signed in: nothing ends in them. */
const upkeep = /bucket|rate_?limit|throttl|session|attempt|nonce|csrf|cache|lock(?:s|ed)?$/i;

/** What is sent, called or put in line is an effect; what is written is one where its table is known. */
function isNamed({ verb, target }: FlowEffect): boolean {
  return target !== null || !/writes|deletes/.test(verb);
}

const leastSteps = 1;
/** Steps, and that it may be refused for several reasons: one guard in front of one step is what its route says. */
const leastTold = 2;
const mostSteps = 14;
const mostInner = 6;

/** What answers and what it comes to in the end, then step by step. */
async function draftSteps(scope: CodeScope, flow: Flow): Promise<Draft | null> {
  const items = stepItems(scope, flow);
  if (items.length < leastSteps) return null;
  return { blocks: [paragraph(await openingStatement(scope, flow)), steps(null, items)] };
}

async function openingStatement(scope: CodeScope, { start, root, effects }: Flow): Promise<Statement> {
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
  const sum = summaryOf(await ownEffects(scope, effects));
  const only = await conditionsOfStart(scope, start.evidence.path, start.evidence.startLine);
  return {
    text: `${start.opening} ${name}${said}.${only.text === "" ? "" : ` That is so ${only.text}.`}${sum.text === "" ? "" : ` Where it leads: it ${sum.text}.`}`,
    evidence: [
      start.evidence,
      ...only.evidence,
      ...(described === undefined ? [] : [symbolEvidence(scope, described.path, described.symbol)]),
      ...(symbol === null ? [] : [symbolEvidence(scope, path, symbol)]),
      ...sum.effects.map((one) => scope.at(one.path, one.line)),
    ],
    lists: tablesOf(scope, sum.effects),
  };
}

/** Those that are named as what is written to. */
function tablesOf(scope: CodeScope, effects: readonly FlowEffect[]): ListedFacts[] {
  return tablesNamed(
    scope,
    effects.map(({ target }) => target),
  );
}

/** Steps in the order of the code; a first function that only hands on is told by what it hands on to. */
function stepItems(scope: CodeScope, { root }: Flow): ListItem[] {
  const items: ListItem[] = [];
  for (const event of root.events) {
    const item = stepItem(scope, root, event);
    if (item === null) continue;
    const inner: ListItem[] = [];
    if (event.kind === "call" && event.inside !== null && isWorthOpening(event.inside)) {
      const { inside } = event;
      const all = inside.events.map((one) => stepItem(scope, inside, one));
      inner.push(...all.filter((one) => one !== null).slice(0, mostInner));
    }
    // That something is called which writes what the beginning names is a step where it leads on to others alone.
    if (inner.length === 0 && saysNothingNew(event)) continue;
    items.push(item, ...inner.map((one) => ({ ...one, depth: 1 })));
  }
  return items.slice(0, mostSteps + 6);
}

/** A call without a condition, of which nobody says anything. */
function saysNothingNew(event: FlowEvent): boolean {
  return (
    event.kind === "call" &&
    event.by === null &&
    isAlways(event.conditions) &&
    glossOfStep(event) === null &&
    !checks.test(event.symbol.name)
  );
}

/** What is said of a function beyond its name and its file. */
function glossOfStep({ symbol, path }: { symbol: SymbolFact; path: string }): DocSummary | null {
  const gloss = glossOf(symbol, 140);
  const name = `${symbol.name} ${symbol.parent ?? ""} ${fileName(path)}`;
  return gloss !== null && countNewWords(name, gloss.text) >= leastNewWords ? gloss : null;
}

const leastNewWords = 2;

/** What does several things by itself is shown from the inside too. */
function isWorthOpening(body: FollowedBody): boolean {
  const handsOn = body.events.some((event) => event.kind === "call" && event.by !== null);
  return handsOn || (effectsBelow(body).length > 1 && body.events.length > 1);
}

function stepItem(scope: CodeScope, body: FollowedBody, event: FlowEvent): ListItem | null {
  switch (event.kind) {
    case "refusal":
      return null;
    case "effect":
      return isPlain(event.effect, event.conditions) ? null : effectItem(scope, body, event.effect, event.conditions);
    case "call":
      return callItem(scope, body, event);
  }
}

/** That a thing is saved, without a condition or a value, is said where the flow begins. */
function isPlain({ verb, target, text }: FlowEffect, around: FlowEvent["conditions"]): boolean {
  if (!/writes|deletes/.test(verb)) return target === null && isAlways(around);
  return target === null || (isAlways(around) && !hasValues.test(text));
}

/** No branch or loop stands around it. */
function isAlways(around: FlowEvent["conditions"]): boolean {
  return around.every(({ isEarlier }) => isEarlier === true);
}

/** A value that is given a name, a statement, or a text. */
const hasValues = /[({,]\s*[\w"']+\s*(?:=(?!=)|:|=>)\s*\S|\b(?:SET|VALUES|WHERE)\b|["'`]\w+|,\s*:?\w/;

function effectItem(
  scope: CodeScope,
  body: FollowedBody,
  effect: FlowEffect,
  around: FlowEvent["conditions"],
): ListItem {
  const when = whenText(scope, body, around);
  const target = phraseOf(effect.verb, effect.target === null ? [] : [effect.target]) ?? effect.verb;
  return {
    text: `${capitalize(`${when.text}it ${target}`)}: ${codeSpan(effect.whole.text, 200)}.`,
    evidence: [...when.evidence, scope.at(effect.path, effect.line, effect.whole.endLine)],
    lists: tablesOf(scope, [effect]),
  };
}

const checks = /^(?:validate|check|ensure|authori[sz]e|verify|require|assert|can|is_?allowed)/i;

function callItem(scope: CodeScope, body: FollowedBody, event: Extract<FlowEvent, { kind: "call" }>): ListItem | null {
  const { line, path, symbol, inside, isOneOfSeveral, by } = event;
  const sum = summaryOf(inside === null ? [] : effectsBelow(inside));
  const doc = glossOfStep(event);
  const refusals = event.isSwallowed ? [] : refusalsIn(inside);
  const refused = sum.text === "" && checks.test(symbol.name) ? refusals.slice(0, 2) : [];
  if (
    by === null &&
    sum.text === "" &&
    refused.length === 0 &&
    (doc === null ||
      isBringing(symbol.name) ||
      /^(?:gets?|returns?|reads?) /i.test(doc.text.replace(/^\w+ (?=get|return)/i, "")))
  )
    return null;
  const when = whenText(scope, body, event.conditions);
  const name = `${codeSpan(nameOf(symbol))} in ${codeSpan(scope.shorten(path))}`;
  const said = [
    ...(doc === null ? [] : [`: ${asParenthetical(symbol.name, doc.text)}`]),
    ...(sum.text === "" ? [] : [`${doc === null ? ", which" : "; it"} ${sum.text}`]),
    ...(refused.length === 0
      ? []
      : [`${doc === null ? ", which" : "; it"} refuses with ${enumerate(refused.map(({ text }) => `“${text}”`))}`]),
  ].join("");
  const does = by === null ? `it calls ${name}` : `it hands on to ${name}, ${carriers[by]}`;
  return {
    text: `${capitalize(`${when.text}${does}`)}${isOneOfSeveral ? ", one of several that implement it" : ""}${said}.`,
    evidence: [
      ...when.evidence,
      scope.at(body.path, line),
      symbolEvidence(scope, path, symbol),
      ...sum.effects.slice(0, 3).map((one) => scope.at(one.path, one.line)),
      ...refused.map((one) => evidenceOfRefusal(scope, one)),
    ],
    lists: [
      ...(symbol.parent === null ? [] : [listedFactsIn(scope, "declarations", path)]),
      ...tablesOf(scope, sum.effects),
    ],
  };
}

const carriers = {
  job: "done later as a job",
  message: "which takes the message",
  thread: "done beside it",
  channel: "which waits at the other end of the channel",
} as const;

function refusalsIn(body: FollowedBody | null): (Refusal & { text: string })[] {
  return (body?.events ?? []).flatMap((one) =>
    one.kind === "refusal" && one.refusal.text !== null ? [{ ...one.refusal, text: one.refusal.text }] : [],
  );
}

/** "for each `x`, when `a` and unless `b`, ": the innermost branches and loops around a line; "" where it is always reached. */
function whenText(
  scope: CodeScope,
  body: FollowedBody,
  around: FlowEvent["conditions"],
): { text: string; evidence: Evidence[] } {
  const known = around.filter(
    ({ text }) => !/^!?\(?err(?:or)?\b[^&|]{0,12}$|\bmethod\b/.test(text) || /err/.test(text),
  );
  const shown = chooseConditions(known);
  if (shown.length === 0) return { text: "", evidence: [] };
  const parts = shown.map((one, at) => conditionText(one, shown[at - 1]?.kind));
  return { text: `${parts.join(" and ")}, `, evidence: shown.map(({ line }) => scope.at(body.path, line)) };
}

/** Where else something is written and sent, a row for each table, job and message that no step names. */
async function draftEffects(scope: CodeScope, flow: Flow): Promise<Draft | null> {
  const told = new Set(
    stepItems(scope, flow).flatMap(({ evidence }) => evidence.map(({ path, startLine }) => `${path}:${startLine}`)),
  );
  const own = await ownEffects(scope, flow.effects);
  const named = own.filter((one) => isNamed(one) && !told.has(`${one.path}:${one.line}`));
  const groups = Map.groupBy(named, ({ verb, target, text }) => `${verb} ${target ?? text}`);
  const rows = [...groups.values()].slice(0, mostRows).flatMap((group): TableRow[] => {
    const [first] = group;
    if (first === undefined) return [];
    const where = someOf([...new Set(group.map(({ path }) => codeSpan(scope.shorten(path))))], 2);
    return [
      {
        cells: [
          phraseOf(first.verb, first.target === null ? [] : [first.target]) ?? first.verb,
          codeSpan(first.whole.text, 160),
          where,
        ].map(capitalize),
        evidence: group.slice(0, 3).map(({ path, line, whole }) => scope.at(path, line, whole.endLine)),
        lists: tablesOf(scope, [first]),
      },
    ];
  });
  return rows.length < 2 ? null : { blocks: [table(null, ["What", "How", "Where"], rows)] };
}

const mostRows = 12;

function nameOf({ name, parent }: { name: string; parent: string | null }): string {
  return parent === null ? name : `${parent}.${name}`;
}
