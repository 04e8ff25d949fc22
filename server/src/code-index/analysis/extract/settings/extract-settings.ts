import { guardParser } from "#server/code-index/analysis/extract/parsing/load-grammar.ts";
import type { WholeTree } from "#server/code-index/analysis/extract/parsing/whole-tree.ts";
import { stringIn } from "#server/code-index/analysis/text/arguments-of.ts";
import type { FileRole } from "#server/code-index/analysis/text/classify-path.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { closingBracket, lineAt, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { ConfigKeyFact } from "#server/code-index/ports/facts.ts";
import type { SettingEntry, SettingFacts, SettingHelper } from "#server/code-index/ports/setting-facts.ts";

import { readDocument } from "./documents/read-document.ts";
import { extractDeclaredSettings } from "./extract-declared-settings.ts";
import { extractFlags } from "./extract-flags.ts";
import { findHelpers } from "./find-helpers.ts";
import type { FileGroups } from "./groups/file-groups.ts";
import { mayGiveDefaults, scanDefaults } from "./groups/scan-defaults.ts";
import { mayDeclareGroups, scanGroups } from "./groups/scan-groups.ts";
import { scanCalls } from "./scan-calls.ts";
import { readByGivenNames } from "./scan-given-names.ts";
import { literalIn, scanReadings, type OpenReading } from "./scan-readings.ts";
import { scanSpellings } from "./scan-spellings.ts";
import { scanSchemas } from "./schemas/scan-schemas.ts";
import { commentBeside } from "./setting-comments.ts";
import { plainEntry } from "./setting-entry.ts";
import { readersOf, declaringLibraries } from "./setting-libraries.ts";
import { scanGoTables } from "./tables/go-tables.ts";
import { scanRustTables } from "./tables/rust-tables.ts";

const maxEntries = 2000;

/** What a file says about settings; null where it says nothing. */
export async function extractSettings(
  whole: WholeTree,
  { source, role }: { source: SourceText; role: FileRole | null },
): Promise<SettingFacts | null> {
  const facts: SettingFacts = {
    entries: [],
    groups: [],
    bindings: [],
    defaults: [],
    helpers: [],
    calls: [],
    constants: {},
    spellings: [],
  };
  const documented = readDocument(source, role);
  if (documented !== null) facts.entries = documented;
  else await readCode(whole, facts, role);
  facts.entries = facts.entries.slice(0, maxEntries);
  return isEmpty(facts) ? null : facts;
}

async function readCode(whole: WholeTree, facts: SettingFacts, role: FileRole | null): Promise<void> {
  const { source } = whole;
  const readings = scanReadings(source, readersOf(source.language));
  facts.constants = scanConstants(source);
  facts.calls = scanCalls(source);
  facts.spellings = scanSpellings(source);
  const open = readings.open.filter(({ name }) => /^[&$A-Za-z_"'`f]/.test(name));
  const declares = mayDeclareGroups(source);
  const schemas = declaringLibraries(source.language, source.text);
  const isParsed = open.length > 0 || declares || schemas.length > 0 || mayGiveDefaults(source);
  const view = isParsed ? await whole.view() : null;
  const demanded: SettingEntry[] = [];
  if (view !== null) {
    demanded.push(...(guardParser(() => scanSchemas(view, source, schemas)).result ?? []));
    facts.helpers = guardParser(() => findHelpers(view, source, open)).result ?? [];
    if (declares) addGroups(facts, guardParser(() => scanGroups(view, source)).result);
    if (mayGiveDefaults(source)) facts.defaults = guardParser(() => scanDefaults(view)).result ?? [];
  }
  addGroups(facts, scanGoTables(source));
  facts.entries.push(...scanRustTables(source));
  const given = open.flatMap((reading) => readByGivenNames(source, reading));
  const constants = open.flatMap((reading) => constantReading(source, reading, facts.helpers));
  const declared = [...extractDeclaredSettings(source, role), ...extractFlags(source)];
  facts.entries = [
    ...facts.entries,
    ...demanded,
    ...readings.entries,
    ...given,
    ...constants,
    ...declared.map(entryOf),
  ];
  const tests = testLines(source);
  if (tests === null) return;
  const isOutside = ({ line }: { line: number }): boolean => line < tests.start || line > tests.end;
  facts.entries = facts.entries.filter(isOutside);
  facts.calls = facts.calls.filter(isOutside);
}

/** What a file of Rust tests itself with is no setting. */
function testLines(source: SourceText): { start: number; end: number } | null {
  const match = source.language === "rust" ? /^#\[cfg\(test\)\]\s*(?:pub )?mod \w+\s*\{/m.exec(source.text) : null;
  if (match === null) return null;
  const end = closingBracket(source.text, match.index + match[0].length - 1);
  return { start: lineAt(source, match.index), end: lineAt(source, end) };
}

function addGroups(facts: SettingFacts, found: FileGroups | null): void {
  if (found === null) return;
  facts.groups.push(...found.groups);
  facts.bindings.push(...found.bindings);
  facts.entries.push(...(found.entries ?? []));
  Object.assign(facts.constants, found.constants);
}

/** The name is a constant, of this file or of another one. */
function constantReading(source: SourceText, reading: OpenReading, helpers: readonly SettingHelper[]): SettingEntry[] {
  const name = /^&?(?:[\w$]+(?:\.|::))*([A-Za-z_]\w*)$/.exec(reading.name)?.[1];
  const isParameter = /^[a-z]/.test(name ?? "") && helpers.length > 0;
  if (name === undefined || isParameter) return [];
  const { rule, isRequired, type, line, fallback } = reading;
  return [
    {
      name: `${rule.prefix ?? ""}\u0001${name}`,
      kind: rule.kind === "key" || rule.kind === "flag" ? rule.kind : "variable",
      source: rule.isMention === true ? "mentioned" : "read",
      type,
      defaultValue: fallback === null ? null : literalIn(fallback),
      isRequired,
      allowed: [],
      comment: commentBeside(source, line),
      aliases: [],
      line,
    },
  ];
}

function entryOf({ name, defaultValue, comment, line }: ConfigKeyFact): SettingEntry {
  const kind = name.startsWith("-") ? "flag" : /^[A-Z][A-Z0-9_]*$/.test(name) ? "variable" : "key";
  return { ...plainEntry(name, { kind, source: "declared", line }), defaultValue, comment };
}

const maxConstants = 200;

/** Constants whose value looks like the name of a variable. */
function scanConstants(source: SourceText): Record<string, string> {
  const found: Record<string, string> = {};
  let count = 0;
  const pattern =
    /\b(?<name>[A-Za-z_]\w{2,60})\s*(?::\s*&?(?:'static )?\w+\s*)?:?=\s*(?<value>["'][A-Z][A-Z0-9_]{2,}["'])/g;
  for (const { match } of matchesInCode(source, pattern)) {
    const { name = "", value: written = "" } = match.groups ?? {};
    const value = stringIn(written);
    if (
      value === null ||
      count >= maxConstants ||
      !(value.includes("_") || /^env|env(?:var)?$|[eE]nv[A-Z_]/i.test(name))
    )
      continue;
    found[name] = value;
    count += 1;
  }
  return { ...found, ...defaultConstants(source) };
}

/** `DefaultPort = 80`, `const DEFAULT_PORT: u16 = 80`, `static final int DEFAULT_PORT = 80`. */
function defaultConstants(source: SourceText): Record<string, string> {
  if (!/default/i.test(source.text)) return {};
  const pattern =
    /\b(?<name>(?:\w{0,40}[dD]efault[A-Z]\w{0,60}|\w{0,40}DEFAULT_\w{1,60}|\w{1,40}(?:_DEFAULT|[a-z]Default)))(?:\s*:\s*[&'\w<> ]{1,30}|[ \t]+[\w.]{1,40})?\s*:?=\s*(?<value>"[^"\n]{1,120}"|'[^'\n]{1,120}'|\x60[^\x60\n]{1,120}\x60|[\w.]{1,40}(?: ?\* ?[\w.]{1,20}){0,3})(?=\s*(?:[;\n]|\/\/|#|$))/g;
  const found: Record<string, string> = {};
  let count = 0;
  for (const { match } of matchesInCode(source, pattern)) {
    const value = literalIn(match.groups?.["value"] ?? "");
    if (value === null || count >= maxConstants) continue;
    found[match.groups?.["name"] ?? ""] = value;
    count += 1;
  }
  return found;
}

function isEmpty({ constants, ...lists }: SettingFacts): boolean {
  return Object.keys(constants).length === 0 && Object.values(lists).every((list) => list.length === 0);
}
