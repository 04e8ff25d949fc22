import type { ChangedLines, OverviewRow, Risk } from "@cairn/contract/change-overview";

import type { IndexedTable } from "#server/code-index/ports/data-facts.ts";
import type { IndexedSetting } from "#server/code-index/ports/setting-facts.ts";
import type { IndexedTrigger, TriggerKind } from "#server/code-index/ports/triggers.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

import { spanAfter, spanBefore, type FactDifferences, type ComparedEndpoint, type Pair } from "./compare-facts.ts";
import { makeRisk, makeRow, nameAll, newLine, oldLine } from "./overview-row.ts";

/** What the change does to what the product offers, asks for and stores. */
export function sayFacts({ endpoints, triggers, settings, tables }: FactDifferences): OverviewRow[] {
  return [
    ...endpoints.added.map((one) => makeRow(`Adds ${nameEndpoint(one)}${sayGuards(one)}`, [spanAfter(one, one.file)])),
    ...triggers.added.map((one) => makeRow(`Adds ${nameTrigger(one)}`, [spanAfter(one, one.path)])),
    ...triggers.removed.map((one) => makeRow(`Removes ${nameTrigger(one)}`, [spanBefore(one, one.path)])),
    ...triggers.kept.flatMap(sayNewTime),
    ...tables.added.map((one) => makeRow(`Adds the table ${sayTable(one)}`, linesOfTable(one, "new"))),
    ...tables.kept.flatMap(sayNewColumns),
    ...settings.added
      .filter(({ isRequired }) => !isRequired)
      .map((one) => makeRow(saySetting(one), linesOfSetting(one, "new"))),
    ...settings.removed.map((one) =>
      makeRow(`Reads the setting ${codeSpan(one.name)} no more`, linesOfSetting(one, "old")),
    ),
    ...settings.kept.flatMap(sayNewDefault),
  ];
}

/** What of it breaks others, or lets somebody do more than before. */
export function findFactRisks({ endpoints, settings, tables, stepped }: FactDifferences): Risk[] {
  return [
    ...endpoints.kept.flatMap(findLostGuards),
    ...findUnguarded(endpoints.added, endpoints.kept),
    ...tables.removed.map((one) => sayDroppedTable(one, stepped)),
    ...tables.kept.flatMap((pair) => findDroppedColumns(pair, stepped)),
    ...settings.added.filter(({ isRequired }) => isRequired).map(newlyRequired),
    ...settings.kept
      .filter(({ before, after }) => after.isRequired && !before.isRequired)
      .map(({ after }) => newlyRequired(after)),
    ...endpoints.removed.map((one) => {
      const text = `Removes ${nameEndpoint(one)}, which callers may still use`;
      return makeRisk({ kind: "removed-endpoint", level: "warning", text }, [spanBefore(one, one.file)]);
    }),
  ];
}

/** "`GET /tides`"; what stands in front of a path that is not known in full is said to be unknown. */
function nameEndpoint({ method, path, certainty, protocol }: ComparedEndpoint): string {
  const name = codeSpan(`${method} ${path}`);
  if (protocol !== "http") return name;
  return certainty === "unknown" || certainty === "local" ? `the route ${name}` : name;
}

function sayGuards({ guards }: ComparedEndpoint): string {
  return guards.length === 0 ? "" : `, behind ${nameAll(guards.map(({ name }) => name))}`;
}

const triggerNames: Record<TriggerKind, string> = {
  schedule: "the scheduled job",
  consumer: "the consumer",
  job: "the job",
  command: "the command",
  "event-listener": "the listener",
};

function nameTrigger({ kind, name, schedule, topic }: IndexedTrigger): string {
  const when = schedule === null ? "" : ` (${codeSpan(schedule)})`;
  const of = topic === null || topic === name ? "" : ` of ${codeSpan(topic)}`;
  return `${triggerNames[kind]} ${codeSpan(name)}${of}${when}`;
}

function sayNewTime({ before, after }: Pair<IndexedTrigger>): OverviewRow[] {
  if (before.schedule === after.schedule || after.schedule === null) return [];
  const former = before.schedule === null ? "" : ` instead of ${codeSpan(before.schedule)}`;
  const text = `${codeSpan(after.name)} runs at ${codeSpan(after.schedule)}${former}`;
  return [makeRow(text, [spanBefore(before, before.path), spanAfter(after, after.path)])];
}

function sayTable({ name, columns }: IndexedTable): string {
  return columns.length === 0 ? codeSpan(name) : `${codeSpan(name)} with ${nameAll(columns.map((one) => one.name))}`;
}

const namesOf = ({ columns }: IndexedTable) => new Set(columns.map(({ name }) => name));

function sayNewColumns({ before, after }: Pair<IndexedTable>): OverviewRow[] {
  const former = namesOf(before);
  const added = after.columns.filter(({ name }) => !former.has(name));
  if (added.length === 0) return [];
  const text = `Adds ${nameAll(added.map(({ name }) => name))} to the table ${codeSpan(after.name)}`;
  return [
    makeRow(
      text,
      added.map(({ path, line }) => newLine(path, line)),
    ),
  ];
}

type Stepped = FactDifferences["stepped"];

function sayDroppedTable(table: IndexedTable, stepped: Stepped): Risk {
  const name = codeSpan(table.name);
  const isDropped = stepped.has(table.database);
  const text = isDropped
    ? `Drops the table ${name} with what is in it`
    : `The code does not declare the table ${name} any more`;
  return dropped(text, isDropped, linesOfTable(table, "old"));
}

function findDroppedColumns({ before, after }: Pair<IndexedTable>, stepped: Stepped): Risk[] {
  // Where not all columns are known, one that is missing is not gone.
  if (after.certainty !== "resolved" || before.certainty !== "resolved") return [];
  const now = namesOf(after);
  const gone = before.columns.filter(({ name }) => !now.has(name));
  if (gone.length === 0) return [];
  const names = nameAll(gone.map(({ name }) => name));
  const table = codeSpan(before.name);
  const isDropped = stepped.has(after.database);
  const text = isDropped
    ? `${table} loses ${names} with what is in ${gone.length === 1 ? "it" : "them"}`
    : `The code does not declare ${names} of ${table} any more`;
  return [
    dropped(
      text,
      isDropped,
      gone.map(({ path, line }) => oldLine(path, line)),
    ),
  ];
}

/** What the code alone forgets stays in the database. */
function dropped(text: string, isDropped: boolean, evidence: readonly ChangedLines[]): Risk {
  return makeRisk({ kind: "dropped-data", level: isDropped ? "danger" : "warning", text }, evidence);
}

function linesOfTable({ sources }: IndexedTable, side: "old" | "new"): ChangedLines[] {
  return sources.slice(0, 1).map((one) => (side === "old" ? spanBefore(one, one.path) : spanAfter(one, one.path)));
}

function saySetting({ name, defaultValue }: IndexedSetting): string {
  const value =
    defaultValue === null || defaultValue === "" ? "" : `, which is ${codeSpan(defaultValue)} when nothing is set`;
  return `Reads the setting ${codeSpan(name)}${value}`;
}

function sayNewDefault({ before, after }: Pair<IndexedSetting>): OverviewRow[] {
  if (before.defaultValue === after.defaultValue || after.defaultValue === null || before.defaultValue === null)
    return [];
  const text = `${codeSpan(after.name)} is ${codeSpan(after.defaultValue)} when nothing is set, instead of ${codeSpan(before.defaultValue)}`;
  return [makeRow(text, [...linesOfSetting(before, "old"), ...linesOfSetting(after, "new")])];
}

function newlyRequired(setting: IndexedSetting): Risk {
  const text = `Does not work without the setting ${codeSpan(setting.name)} any more`;
  return makeRisk({ kind: "required-setting", level: "warning", text }, linesOfSetting(setting, "new"));
}

function linesOfSetting({ sites }: IndexedSetting, side: "old" | "new"): ChangedLines[] {
  return sites.slice(0, 1).map(({ path, line }) => (side === "old" ? oldLine(path, line) : newLine(path, line)));
}

const guardNames = ({ guards }: ComparedEndpoint) => guards.map(({ name }) => name);

function findLostGuards({ before, after }: Pair<ComparedEndpoint>): Risk[] {
  const now = new Set(guardNames(after));
  const lost = guardNames(before).filter((name) => !now.has(name));
  if (lost.length === 0) return [];
  const gained = guardNames(after).filter((name) => !guardNames(before).includes(name));
  const instead = gained.length === 0 ? "" : `; now behind ${nameAll(gained)}`;
  const text = `${nameEndpoint(after)} is no longer behind ${nameAll(lost)}${instead}`;
  const level = after.guards.length === 0 ? "danger" : "warning";
  return [
    makeRisk({ kind: "lost-guard", level, text }, [spanBefore(before, before.file), spanAfter(after, after.file)]),
  ];
}

const writingMethods: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE", "MUTATION"]);
/** Fewer others tell nothing about what is usual. */
const fewestOthers = 3;
const usualShare = 0.6;

/** New endpoints that write and have no guard where most others that write have one. */
function findUnguarded(added: readonly ComparedEndpoint[], kept: readonly Pair<ComparedEndpoint>[]): Risk[] {
  const others = kept.map(({ after }) => after).filter(({ method }) => writingMethods.has(method));
  const guarded = others.filter(({ guards }) => guards.length > 0).length;
  if (others.length < fewestOthers || guarded < others.length * usualShare) return [];
  const open = added.filter(({ method, guards }) => writingMethods.has(method) && guards.length === 0);
  return open.map((one) => {
    const text = `No guard was found of ${nameEndpoint(one)}; ${guarded} of ${others.length} others that write have one`;
    return makeRisk({ kind: "unguarded-endpoint", level: "danger", text }, [spanAfter(one, one.file)]);
  });
}
