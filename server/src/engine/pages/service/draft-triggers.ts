import type { IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import { glossOf, symbolEvidence } from "#server/engine/facts/code/describe.ts";
import { findPublishers, findTriggers } from "#server/engine/facts/code/find-triggers.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { bodyOfTrigger, findFlowStarts, keyOfTrigger } from "#server/engine/pages/flows/flow-start.ts";
import { summaryOf } from "#server/engine/pages/flows/flow-summary.ts";
import { capitalize } from "#server/engine/pages/flows/flow-wording.ts";
import { followFlow } from "#server/engine/pages/flows/follow-flow.ts";
import type { FlowEffect } from "#server/engine/pages/flows/followed-flow.ts";
import { tablesNamed } from "#server/engine/pages/flows/named-table.ts";
import { ownEffects } from "#server/engine/pages/flows/own-effects.ts";
import { conditionsOfStart } from "#server/engine/pages/flows/start-conditions.ts";
import { listing, table, type DraftBlock, type TableRow } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { describeTrigger, triggerTables } from "#server/engine/text/describe-trigger.ts";
import { countNewWords } from "#server/engine/text/summarize-doc.ts";

const shownRows = 60;
const maxLines = 12;

/** What starts work beside requests: schedules, messages, jobs and events of the program, and what is sent. */
export async function draftTriggers({ scopes: [scope] }: PageSubject): Promise<Draft | null> {
  if (!scope) return null;
  const triggers = findTriggers(scope);
  const facts = listedFacts(scope, "jobs");
  const blocks: DraftBlock[] = [];
  for (const { kind, title, columns } of triggerTables) {
    const own = eachOnce(triggers.filter((one) => one.kind === kind && !isBlank(one)));
    if (own.length === 0) continue;
    const read = await Promise.all(own.slice(0, shownRows).map((one) => triggerRow(scope, one)));
    // When something runs says enough; that there is a job of a name does not where others are told.
    // The same words above several jobs were copied along with them.
    const said = Map.groupBy(read, ({ cells }) => cells[3] ?? "");
    for (const { cells } of read) if (kind !== "schedule" && (said.get(cells[3] ?? "")?.length ?? 0) > 1) cells[3] = "";
    const telling = read.filter(({ cells }) => cells[3] !== "");
    // That something is listened to says which file does it, and no more.
    const isNamed = kind === "event-listener" && telling.length === 0 && read.length > fewListeners;
    const rows = (kind === "schedule" || (telling.length === 0 && !isNamed) ? read : telling).filter(
      // A name that any program has tells nothing of what runs.
      ({ cells }) => kind !== "schedule" || (cells[3] ?? "") !== "" || !anybodys.test(cells[1] ?? ""),
    );
    if (rows.length === 0) continue;
    const lead = own.length > rows.length ? `${title} (${rows.length} of ${own.length}):` : `${title}:`;
    const isTold = rows.some(({ cells }) => cells[3] !== "");
    const shown = isTold ? rows : rows.map((row) => ({ ...row, cells: row.cells.toSpliced(3, 1) }));
    blocks.push(listing(table(lead, [...columns, ...(isTold ? ["What it does"] : []), "Where"], shown), facts));
  }
  const sent = sentRows(scope);
  if (sent.length > 0) blocks.push(listing(table("Sent:", ["Message", "By", "Where"], sent), facts));
  return blocks.length === 0 ? null : { blocks };
}

const fewListeners = 3;
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

async function triggerRow(scope: CodeScope, trigger: IndexedTrigger): Promise<TableRow> {
  const { path, startLine, endLine } = trigger;
  const body = bodyOfTrigger(scope, trigger);
  const gloss = body?.symbol == null ? null : glossOf(body.symbol, 140);
  const names = `${trigger.name} ${body?.symbol?.name ?? ""} ${body?.symbol?.parent ?? ""}`;
  const doc = gloss !== null && countNewWords(names, gloss.text) >= leastNewWords ? gloss : null;
  const start =
    doc !== null
      ? undefined
      : findFlowStarts(scope).find(
          // Several may bear one name, such as `Command.handle`.
          (one) => one.key === keyOfTrigger(trigger) && one.evidence.path === trigger.path,
        );
  const effects = start === undefined ? [] : await ownEffects(scope, (await followFlow(scope, start)).effects);
  // That `CleanupDocumentsTask` deletes from `documents` is what its name says.
  const sum = summaryOf(isNamedAfter(names, effects) ? [] : effects);
  const run = doc !== null || sum.text !== "" ? null : await commandOf(scope, trigger);
  const does =
    doc?.text ??
    (run === null
      ? sum.text === ""
        ? ""
        : `${sum.text.charAt(0).toUpperCase()}${sum.text.slice(1)}.`
      : `Runs ${codeSpan(run, 80)}.`);
  const only = await conditionsOfStart(scope, path, startLine);
  const when = only.text === "" ? "" : `${capitalize(only.text)}.`;
  return {
    cells: [
      ...describeTrigger(trigger),
      [does, when].filter((text) => text !== "").join(" "),
      codeSpan(scope.shorten(path)),
    ],
    evidence: [
      scope.at(path, startLine, Math.min(endLine, startLine + maxLines)),
      ...only.evidence,
      ...(doc === null || body?.symbol == null ? [] : [symbolEvidence(scope, body.path, body.symbol)]),
      ...sum.effects.slice(0, 3).map((one) => scope.at(one.path, one.line)),
    ],
    lists: tablesNamed(
      scope,
      sum.effects.map(({ target }) => target),
    ),
  };
}

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
    if (first === undefined) return [];
    const { topic, framework, path, startLine, endLine } = first;
    const evidence = [scope.at(path, startLine, Math.min(endLine, startLine + maxLines))];
    return [{ cells: [codeSpan(topic), framework, codeSpan(scope.shorten(path))], evidence }];
  });
}
