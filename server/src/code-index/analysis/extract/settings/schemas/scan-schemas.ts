import { literalIn } from "#server/code-index/analysis/extract/settings/scan-readings.ts";
import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import { plainEntry } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import type { OptionsRule, SettingLibrary } from "#server/code-index/analysis/extract/settings/setting-library.ts";
import { plainType } from "#server/code-index/analysis/extract/settings/setting-types.ts";
import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

import { chainConstants } from "./schema-chain.ts";
import { readSchemaValue, textsIn, type SchemaFile, type SchemaValue } from "./schema-values.ts";
import { readValidatedClasses } from "./validated-classes.ts";

const maxEntries = 1000;
const variable = /^[A-Z][A-Z0-9_]{2,80}$/;

/** The variables that schemas, maps of options and checked classes of a file demand, by the libraries that it uses. */
export function scanSchemas(view: CodeView, source: SourceText, libraries: readonly SettingLibrary[]): SettingEntry[] {
  const constants = chainConstants(view);
  const found: SettingEntry[] = [];
  for (const { schema, options, isValidatedClass } of libraries) {
    if (isValidatedClass !== undefined) found.push(...readValidatedClasses(view, source));
    for (let node = 0; node < view.s.size && found.length < maxEntries; node += 1) {
      const entries = schema === undefined && options === undefined ? null : view.entriesOf(node);
      if (entries === null || entries.size === 0) continue;
      if (schema !== undefined) found.push(...readMap({ view, rule: schema, constants }, source, entries));
      if (options !== undefined) found.push(...readOptionsMap(view, source, { rule: options, entries }));
    }
  }
  return found;
}

/** `{ format: "port", default: 8080, env: "PORT" }`. */
function readOptionsMap(
  view: CodeView,
  source: SourceText,
  { rule, entries }: { rule: OptionsRule; entries: ReadonlyMap<string, SyntaxNode> },
): SettingEntry[] {
  const at = entries.get(rule.name);
  const name = at === undefined ? null : view.textOf(view.unwrap(at), () => "");
  if (at === undefined || name === null || !variable.test(name)) return [];
  if (!rule.needs.some((key) => entries.has(key))) return [];
  const take = (key: string | undefined): SyntaxNode => entries.get(key ?? "") ?? -1;
  const line = view.s.line(at);
  const entry = plainEntry(name, { kind: "variable", source: "declared", line });
  const [type, fallback, comment, required] = [rule.type, rule.fallback, rule.comment, rule.required].map(take);
  entry.allowed = textsIn(view, view.itemsOf(view.unwrap(type ?? -1)) ?? []);
  if (type !== undefined && type >= 0)
    entry.type = plainType(view.textOf(view.unwrap(type), () => "") ?? view.s.textOf(type));
  if (fallback !== undefined && fallback >= 0) {
    entry.defaultValue = literalIn(view.s.textOf(fallback));
    entry.isRequired = view.s.textOf(fallback) === "null" ? null : false;
  }
  if (required !== undefined && required >= 0 && view.s.textOf(required) === "true") entry.isRequired = true;
  entry.comment = (comment === undefined ? null : textsIn(view, [comment])[0]) ?? commentBeside(source, line);
  return [entry];
}

/** Most keys are variables, and what is not written with the library comes from another file. */
function readMap(file: SchemaFile, source: SourceText, entries: ReadonlyMap<string, SyntaxNode>): SettingEntry[] {
  const names = [...entries.keys()].filter((name) => variable.test(name));
  if (names.length * 2 <= entries.size || !names.some((name) => name.includes("_") || name === "PORT")) return [];
  const values = names.flatMap((name): [SyntaxNode, string, SchemaValue][] => {
    const node = entries.get(name) ?? -1;
    const value = readSchemaValue(file, node);
    return value === null ? [] : [[node, name, value]];
  });
  if (!values.some(([, , { isKnown }]) => isKnown)) return [];
  return values.map(([node, name, value]) => {
    const line = file.view.s.line(file.view.s.parent(node));
    const { isKnown: _, ...own } = value;
    const entry = { ...plainEntry(name, { kind: "variable", source: "declared", line }), ...own };
    entry.comment ??= commentBeside(source, line);
    return entry;
  });
}
