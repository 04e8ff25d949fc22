import type { IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import { findPublishers, findTriggers } from "#server/engine/facts/code/find-triggers.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { listing, table, type DraftBlock, type TableRow } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { describeTrigger, triggerTables } from "#server/engine/text/describe-trigger.ts";

const shownRows = 60;
const maxLines = 12;

/** What starts work beside requests: schedules, messages, jobs and events of the program, and what is sent. */
export async function draftTriggers({ scopes: [scope] }: PageSubject): Promise<Draft | null> {
  if (!scope) return null;
  const triggers = findTriggers(scope);
  const facts = listedFacts(scope, "jobs");
  const blocks = triggerTables.flatMap(({ kind, title, columns }): DraftBlock[] => {
    const own = eachOnce(triggers.filter((one) => one.kind === kind && !isBlank(one)));
    if (own.length === 0) return [];
    const rows = own.slice(0, shownRows).map((one) => triggerRow(scope, one));
    const lead = own.length > rows.length ? `${title} (${rows.length} of ${own.length}):` : `${title}:`;
    return [listing(table(lead, [...columns, "Where"], rows), facts)];
  });
  const sent = sentRows(scope);
  if (sent.length > 0) blocks.push(listing(table("Sent:", ["Message", "By", "Where"], sent), facts));
  return blocks.length === 0 ? null : { blocks };
}

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

function triggerRow(scope: CodeScope, trigger: IndexedTrigger): TableRow {
  const { path, startLine, endLine } = trigger;
  return {
    cells: [...describeTrigger(trigger), codeSpan(scope.shorten(path))],
    evidence: [scope.at(path, startLine, Math.min(endLine, startLine + maxLines))],
  };
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
