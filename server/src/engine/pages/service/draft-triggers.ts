import type { IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence, ListedFacts } from "#server/engine/evidence/evidence.ts";
import { glossOf, symbolEvidence } from "#server/engine/facts/code/describe.ts";
import { findPublishers, findTriggers } from "#server/engine/facts/code/find-triggers.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { findFlowStarts, keyOfTrigger } from "#server/engine/pages/flows/flow-start.ts";
import { summaryOf } from "#server/engine/pages/flows/flow-summary.ts";
import { capitalize } from "#server/engine/pages/flows/flow-wording.ts";
import { followFlow } from "#server/engine/pages/flows/follow-flow.ts";
import type { FlowEffect } from "#server/engine/pages/flows/followed-flow.ts";
import { tablesNamed } from "#server/engine/pages/flows/named-table.ts";
import { ownEffects } from "#server/engine/pages/flows/own-effects.ts";
import { conditionsOfStart } from "#server/engine/pages/flows/start-conditions.ts";
import { bodyOfTrigger, isAmongOthers } from "#server/engine/pages/flows/trigger-body.ts";
import { chosenRows, type ChosenRows } from "#server/engine/pages/jobs/chosen-rows.ts";
import { declaredStart, type DeclaredStart } from "#server/engine/pages/jobs/declared-start.ts";
import { isNeverStarted } from "#server/engine/pages/jobs/idle-job.ts";
import { putInLine } from "#server/engine/pages/jobs/put-in-line.ts";
import { listing, paragraph, table, type DraftBlock, type TableRow } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { describeTrigger, triggerTables } from "#server/engine/text/describe-trigger.ts";
import { countNewWords } from "#server/engine/text/summarize-doc.ts";
import { fold } from "#server/engine/text/wording.ts";

const shownRows = 60;
const maxLines = 12;

/** What starts work beside requests: schedules, messages, jobs and events of the program, and what is sent. */
export async function draftTriggers({ scopes: [scope] }: PageSubject): Promise<Draft | null> {
  if (!scope) return null;
  const all = findTriggers(scope);
  const isIdle = await Promise.all(all.map((one) => isNeverStarted(scope, one)));
  const triggers = all.filter((_, at) => isIdle[at] !== true);
  const facts = listedFacts(scope, "jobs");
  const blocks: DraftBlock[] = [];
  const entries = await Promise.all(
    eachOnce(triggers.filter((one) => !isBlank(one))).map(async (trigger): Promise<TriggerEntry> => {
      const declared = trigger.kind === "job" ? await declaredStart(scope, trigger) : null;
      return { trigger, declared, kind: declared?.kind ?? trigger.kind };
    }),
  );
  for (const { kind, title, columns } of triggerTables) {
    const own = entries.filter((one) => one.kind === kind);
    if (own.length === 0) continue;
    const read = await Promise.all(own.slice(0, shownRows).map((one) => triggerRow(scope, one)));
    const rows = kind === "schedule" ? foldTimes(read.filter(isOfNote)) : tellingRows(kind, read);
    if (rows.length === 0) continue;
    // One job of which nothing is said is no list.
    if (kind === "job" && rows.length === 1 && rows[0]?.cells[3] === "") continue;
    const silent = kind === "job" ? silentJobs(own, rows) : null;
    if (silent !== null) {
      blocks.push(listing(paragraph(silent), facts));
      continue;
    }
    const told = rows.reduce((sum, { jobs }) => sum + jobs, 0);
    // A few of many are no list of them.
    if (told * leastShare < own.length) continue;
    const lead = own.length > told ? `${title}, ${told} of ${own.length}:` : `${title}:`;
    const [shown, names] = withoutEmpty(rows, [...columns, "What it does", "Where"]);
    blocks.push(listing(table(lead, names, shown), facts));
  }
  const sent = sentRows(scope);
  if (sent.length > 0) blocks.push(listing(table("Sent:", ["Message", "By", "Where"], sent), facts));
  return blocks.length === 0 ? null : { blocks };
}

/** A trigger, with what its class says of when it runs. */
interface TriggerEntry {
  trigger: IndexedTrigger;
  declared: DeclaredStart | null;
  kind: IndexedTrigger["kind"];
}

interface TriggerRow extends TableRow {
  /** Whether anything is said of what is done. */
  says: boolean;
  /** So many of them are told in it. */
  jobs: number;
}

/** When something runs says enough; a name that any program has tells nothing of what runs, whatever decides whether it does. */
function isOfNote({ cells, says }: TriggerRow): boolean {
  // What has no name but its time tells nothing either.
  return says || (!anybodys.test(cells[1] ?? "") && cells[1] !== cells[0]);
}

/** That there is a job of a name does not say enough where others are told. */
function tellingRows(kind: IndexedTrigger["kind"], read: readonly TriggerRow[]): readonly TriggerRow[] {
  // The same words above several jobs were copied along with them.
  const said = Map.groupBy(read, ({ cells }) => cells[3] ?? "");
  const rows = read.map((row) =>
    (said.get(row.cells[3] ?? "")?.length ?? 0) > 1 ? { ...row, cells: row.cells.with(3, "") } : row,
  );
  const telling = rows.filter(({ cells }) => cells[3] !== "");
  if (telling.length > 0) return telling;
  // That something is listened to says which file does it, and no more.
  return kind === "event-listener" && read.length > fewListeners ? [] : rows;
}

/** Jobs of none of which anything is said are one line; null where something is. */
function silentJobs(all: readonly TriggerEntry[], rows: readonly TriggerRow[]): Statement | null {
  if (rows.some(({ cells }) => cells[3] !== "")) return null;
  const names = [...new Set(all.map(({ trigger }) => codeSpan(trigger.name)))];
  const by = new Set(all.map(({ trigger }) => trigger.framework));
  const [only = ""] = by;
  const evidence = rows.slice(0, mostFolded).flatMap((row) => row.evidence.slice(0, 1));
  return {
    text: `Jobs${by.size === 1 && only !== "own job" ? ` by ${only}` : ""}: ${fold(names, mostFolded)}.`,
    evidence,
  };
}

/** What runs at the same time and of which nothing more is said is one row. */
function foldTimes(rows: readonly TriggerRow[]): readonly TriggerRow[] {
  const silent = Map.groupBy(
    rows.filter(({ cells }) => cells[3] === ""),
    ({ cells }) => `${cells[0]}\0${cells[2]}`,
  );
  const folded = [...silent.values()].map((own): TriggerRow => {
    const [first] = own;
    if (first === undefined || own.length === 1) return first ?? { cells: [], evidence: [], says: false, jobs: 0 };
    const column = (at: number) => fold([...new Set(own.map(({ cells }) => cells[at] ?? ""))], mostFolded);
    const cells = [first.cells[0] ?? "", column(1), first.cells[2] ?? "", "", column(4)];
    return { ...first, cells, evidence: own.flatMap(({ evidence }) => evidence.slice(0, 1)), jobs: own.length };
  });
  return [...rows.filter(({ cells }) => cells[3] !== ""), ...folded];
}

const mostFolded = 12;
const leastShare = 5;

/** Without columns in which nothing stands, or nothing but that the program does it itself. */
function withoutEmpty(rows: readonly TriggerRow[], columns: readonly string[]): [TableRow[], string[]] {
  const isTold = columns.map((_, at) => rows.some(({ cells }) => !/^(?:|own job)$/.test(cells[at] ?? "")));
  const only = <T>(all: readonly T[]): T[] => all.filter((_, at) => isTold[at] === true);
  return [
    rows.map(({ cells, evidence, lists }) => ({ cells: only(cells), evidence, ...(lists ? { lists } : {}) })),
    only(columns),
  ];
}

const fewListeners = 3;
/** "Handle save events" says what the event and the name say. */
const emptyInJobs =
  "handle event signal listener receiver job task perform run execute process processor when corresponding object scheduler schedule method function called call kick off mechanism spring async incoming all";
/** A comment that adds fewer words to the name says nothing. */
const leastNewWords = 2;

const anybodys = /^`(?:\w+\.)?(?:init|main|run|start|handle|loop|setup)`$/;

/** A timer that is set in several places starts one job. */
function eachOnce(triggers: readonly IndexedTrigger[]): IndexedTrigger[] {
  const keyOf = ({ path, name, handler, schedule, topic }: IndexedTrigger): string => {
    const when = schedule?.startsWith("{") ? "{" : (schedule ?? topic);
    return [path, name, handler, when].join("\0");
  };
  return [...new Map(triggers.map((one) => [keyOf(one), one])).values()];
}

/** Neither when nor what is known. */
function isBlank({ schedule, name, handler }: IndexedTrigger): boolean {
  return schedule === "{…}" && (handler === null || handler === name);
}

async function triggerRow(scope: CodeScope, { trigger, declared }: TriggerEntry): Promise<TriggerRow> {
  const { path, startLine, endLine } = trigger;
  const does = await workOf(scope, trigger);
  const only = await conditionsOfStart(scope, path, startLine);
  const when = only.text === "" ? "" : `${capitalize(only.text)}.`;
  const [first = "", job = "", ...others] = describeTrigger(trigger);
  const said =
    declared === null
      ? first
      : fold(
          declared.said.map((one) => codeSpan(one)),
          mostEvents,
        );
  return {
    cells: [
      said,
      isAmongOthers(scope, trigger) ? `a loop in ${job}` : job,
      ...others,
      [does.text, when].filter((text) => text !== "").join(" "),
      codeSpan(scope.shorten(path)),
    ],
    evidence: [
      ...(declared === null
        ? [scope.at(path, startLine, Math.min(endLine, startLine + maxLines))]
        : [scope.at(path, startLine), declared.evidence]),
      ...only.evidence,
      ...does.evidence,
    ],
    lists: does.lists,
    says: does.text !== "",
    jobs: 1,
  };
}

const mostEvents = 5;

/** What a comment says of the work, or what it writes and which rows; empty where neither is known. */
async function workOf(
  scope: CodeScope,
  trigger: IndexedTrigger,
): Promise<{ text: string; evidence: Evidence[]; lists: ListedFacts[] }> {
  const body = bodyOfTrigger(scope, trigger);
  const gloss = body?.symbol == null ? null : glossOf(body.symbol, 140);
  const names = `${trigger.name} ${trigger.topic ?? ""} ${body?.symbol?.name ?? ""} ${body?.symbol?.parent ?? ""} ${emptyInJobs}`;
  if (body?.symbol != null && gloss !== null && countNewWords(names, gloss.text) >= leastNewWords)
    return { text: gloss.text, evidence: [symbolEvidence(scope, body.path, body.symbol)], lists: [] };
  const start = findFlowStarts(scope).find(
    // Several may bear one name, such as `Command.handle`.
    (one) => one.key === keyOfTrigger(trigger) && one.evidence.path === trigger.path,
  );
  const effects = start === undefined ? [] : await ownEffects(scope, (await followFlow(scope, start)).effects);
  const whole = summaryOf(effects);
  const chosen = await choicesOf(scope, whole.effects);
  // That `CleanupDocumentsTask` deletes from `documents` is what its name says.
  const sum = chosen.length === 0 && isNamedAfter(names, effects) ? summaryOf([]) : whole;
  // That it may send something, nobody knows what, is nothing to go by.
  if (sum.text.includes("`"))
    return {
      text: [`${capitalize(sum.text)}.`, ...chosen.map(({ text }) => text)].join(" "),
      evidence: [
        ...sum.effects.slice(0, 3).map((one) => scope.at(one.path, one.line)),
        ...chosen.flatMap(({ evidence }) => evidence),
      ],
      lists: tablesNamed(scope, sum.effects.map(({ target }) => target)), // prettier-ignore
    };
  const line = trigger.kind === "job" ? await putInLine(scope, trigger) : null;
  if (line !== null) return { ...line, lists: [] };
  const run = await commandOf(scope, trigger);
  return { text: run === null ? "" : `Runs ${codeSpan(run, 80)}.`, evidence: [], lists: [] };
}

/** Which rows it takes, for the tables whose queries say it. */
async function choicesOf(scope: CodeScope, effects: readonly FlowEffect[]): Promise<ChosenRows[]> {
  const found: ChosenRows[] = [];
  for (const one of effects) {
    if (one.target === null || !/writes$|deletes/.test(one.verb) || found.length >= mostChoices) continue;
    const rows = await chosenRows(scope, one);
    if (rows === null || found.some(({ text }) => text.endsWith(`: ${rows.text}.`))) continue;
    found.push({ ...rows, text: `Which rows of ${codeSpan(one.target)}: ${rows.text}.` });
  }
  return found;
}

const mostChoices = 2;

/** Whether a name says all that is written or deleted, and what is done with it. */
function isNamedAfter(names: string, effects: readonly FlowEffect[]): boolean {
  const said = new Set(stemsOf(names));
  return (
    /clean|delet|remov|purg|prun|expir|updat|sync|creat|insert|save/i.test(names) &&
    effects.every(({ target }) => target !== null && stemsOf(target).every((one) => said.has(one)))
  );
}

/** What a list of schedules says that is run: `command: "Stats.fill"`; null where it says nothing. */
async function commandOf(scope: CodeScope, { path, startLine, endLine }: IndexedTrigger): Promise<string | null> {
  const lines = ((await scope.lines(path)) ?? []).slice(startLine - 1, Math.min(endLine, startLine + maxLines));
  const said = lines.flatMap((line) => /^\s*-?\s*["']?command["']?\s*:\s*(\S.*?)\s*$/.exec(line)?.[1] ?? []);
  const [only] = said;
  return only === undefined || said.length > 1 ? null : only.replace(/^(["'])(.*)\1,?$/, "$2");
}

/** Each message once. */
function sentRows(scope: CodeScope): TableRow[] {
  const byTopic = Map.groupBy(findPublishers(scope), ({ topic, framework }) => `${topic}\0${framework}`);
  return [...byTopic.values()].slice(0, shownRows).flatMap(([first]) => {
    // A name that is put in while it runs is none that anybody could look for.
    if (first === undefined || /^\{[^{}]*\}$/.test(first.topic)) return [];
    const { topic, framework, path, startLine, endLine } = first;
    const evidence = [scope.at(path, startLine, Math.min(endLine, startLine + maxLines))];
    return [{ cells: [codeSpan(topic), framework, codeSpan(scope.shorten(path))], evidence }];
  });
}
