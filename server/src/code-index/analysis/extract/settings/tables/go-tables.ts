import { plainField } from "#server/code-index/analysis/extract/settings/groups/class-nodes.ts";
import type { FileGroups } from "#server/code-index/analysis/extract/settings/groups/file-groups.ts";
import { literalIn } from "#server/code-index/analysis/extract/settings/scan-readings.ts";
import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import { plainEntry } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import { plainType } from "#server/code-index/analysis/extract/settings/setting-types.ts";
import { argumentsOf, namedArguments } from "#server/code-index/analysis/text/arguments-of.ts";
import { matchesInCode, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry, SettingField } from "#server/code-index/ports/setting-facts.ts";

import { commandFlags } from "./go-flags.ts";

const leastRows = 3;

/** Tables that a program keeps of its settings, by who reads what they hold. */
export function scanGoTables(source: SourceText): FileGroups | null {
  if (source.language !== "go") return null;
  const holder = `table of ${/^package (\w+)/m.exec(source.text)?.[1] ?? ""}`;
  const fields = tableRows(source);
  const entries = [...typedKeys(source), ...commandFlags(source)];
  const readsAll = /\bos\.Environ\(\)/.test(source.text);
  if (fields.length + entries.length === 0 && !readsAll) return null;
  return {
    groups:
      fields.length === 0
        ? []
        : [{ name: holder, style: null, prefix: "", delimiter: null, bases: [], fields, line: fields[0]?.line ?? 1 }],
    // Somebody beside it goes through all variables there are.
    bindings: readsAll ? [{ group: holder, style: "tagged", prefix: "" }] : [],
    entries,
  };
}

/** `map[string]*option{"TIDE_PORT": {rawValue: "80", valueType: intType}}`. */
function tableRows(source: SourceText): SettingField[] {
  if (!/\bmap\[string\]\*?\w+\s*\{/.test(source.text)) return [];
  const found: SettingField[] = [];
  for (const { match, line } of matchesInCode(source, /^[ \t]+"(?<name>[A-Z][A-Z0-9_]+)":[ \t]*(?:&?\w*)\{/gm)) {
    const named = namedArguments(argumentsOf(source.text, match.index + match[0].length - 1).list, ":");
    const keys = [...named.keys()];
    const value = keys.find((key) => /^(?:raw|default|def)(?:Val(?:ue)?)?$/i.test(key));
    const type = keys.find((key) => /^(?:value)?type|kind$/i.test(key));
    if (value === undefined) continue;
    const field = plainField(match.groups?.["name"] ?? "", null, line);
    field.given = [field.name];
    field.type = type === undefined ? null : plainType((named.get(type) ?? "").replace(/Type$/, ""));
    field.defaultValue = literalIn(named.get(value) ?? "");
    field.isRequired = false;
    found.push(field);
  }
  return found.length < leastRows ? [] : found;
}

/** `const Port Key = "server.port"`, where methods of `Key` ask a library for themselves. */
function typedKeys(source: SourceText): SettingEntry[] {
  const { text } = source;
  const method =
    /^func \((?<self>\w+) (?<type>\w+)\) (?<name>\w+)\([^)\n]{0,80}\)[^{\n]{0,60}\{\s*(?:return )?(?:viper|ko?|koanf)\.(?<call>\w+)\(\s*string\(\k<self>\)/gm;
  const methods = [...text.matchAll(method)].map(({ groups }) => groups ?? {});
  const type = methods[0]?.["type"];
  if (type === undefined) return [];
  const setter = methods.find(({ call }) => call === "SetDefault")?.["name"];
  const defaults = new Map<string, string>();
  if (setter !== undefined)
    for (const { match } of matchesInCode(source, new RegExp(`\\b(?<name>[A-Z]\\w*)\\.${setter}\\(`, "g"))) {
      const [given] = argumentsOf(text, match.index + match[0].length - 1).list;
      const value = literalIn(given?.text ?? "");
      if (value !== null) defaults.set(match.groups?.["name"] ?? "", value);
    }
  const declared = new RegExp(
    `^[ \\t]*(?:const[ \\t]+)?(?<name>\\w+)[ \\t]+${type}[ \\t]*=[ \\t]*["\`](?<key>[\\w.-]+)["\`]`,
    "gm",
  );
  return [...matchesInCode(source, declared)].map(({ match, line }) => {
    const { name = "", key = "" } = match.groups ?? {};
    const entry = plainEntry(key, { kind: "key", source: "declared", line });
    entry.defaultValue = defaults.get(name) ?? null;
    entry.isRequired = entry.defaultValue === null ? null : false;
    entry.comment = commentBeside(source, line);
    return entry;
  });
}
