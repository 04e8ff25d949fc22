import { literalIn } from "#server/code-index/analysis/extract/settings/scan-readings.ts";
import { plainEntry } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import { plainType } from "#server/code-index/analysis/extract/settings/setting-types.ts";
import { argumentsOf, namedArguments, stringIn } from "#server/code-index/analysis/text/arguments-of.ts";
import { matchesInCode, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

const flag = /\bcli\.(?:Generic|Path)?(?<type>[A-Z][A-Za-z0-9]{1,20})Flag\{/g;
const maxLength = 600;

/**
 * Options of urfave/cli that variables give as well: `EnvVars: []string{"TIDE_PORT"}`, `EnvVar: "TIDE_PORT"`,
 * `Sources: cli.EnvVars("TIDE_PORT")`. The first of several variables is the one that counts.
 */
export function commandFlags(source: SourceText): SettingEntry[] {
  if (!/\burfave\/cli\b/.test(source.text)) return [];
  return [...matchesInCode(source, flag)].flatMap(({ match, line }) => {
    const open = match.index + match[0].length - 1;
    const named = namedArguments(argumentsOf(source.text, open).list, ":");
    const [name, ...others] = variablesOfFlag(named);
    if (name === undefined) return [];
    const option = /^\w[\w.-]*/.exec(stringIn(named.get("Name") ?? "") ?? "")?.[0];
    const value = named.get("Value");
    const type = match.groups?.["type"] ?? "";
    const entry = plainEntry(name, { kind: "variable", source: "declared", line });
    entry.aliases = [...others, ...(option === undefined ? [] : [`--${option}`])];
    entry.type = type.endsWith("Slice") ? "list" : plainType(type);
    entry.defaultValue = value === undefined ? null : literalIn(value);
    entry.isRequired = named.get("Required") === "true";
    entry.comment = stringIn(named.get("Usage") ?? "");
    return [entry];
  });
}

/** Variables that give a flag as well, by its named fields; empty where none do. */
export function variablesOfFlag(named: ReadonlyMap<string, string>): string[] {
  const given = named.get("EnvVars") ?? named.get("EnvVar") ?? named.get("Sources");
  return given === undefined ? [] : variablesIn(given.slice(0, maxLength));
}

/** Names of variables, without what reads a file whose name another one holds. */
function variablesIn(written: string): string[] {
  const texts = written
    .replace(/os\.Getenv\([^()]*\)/g, "")
    .matchAll(/"([A-Z][A-Z0-9_]*(?:\s*,\s*[A-Z][A-Z0-9_]*)*)"/g);
  return [...texts].flatMap(([, text = ""]) => text.split(/\s*,\s*/));
}
