import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import type { CodeView, FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingField, SettingGroup } from "#server/code-index/ports/setting-facts.ts";

import { classesIn, lastName, parseTag, plainField } from "./class-nodes.ts";
import type { FileGroups } from "./file-groups.ts";
import { goKeyGroups } from "./go-key-groups.ts";

/** Structs whose fields name their variables: caarlos0/env, cleanenv, go-envconfig, envconfig, go-flags, kong. */
export function goGroups(view: CodeView, source: SourceText): FileGroups {
  const variables = envTags.test(source.text) ? variableGroups(view, source) : [];
  const keys = goKeyGroups(view, source);
  const named = new Set(variables.map(({ name }) => name));
  return { groups: [...variables, ...keys.groups.filter(({ name }) => !named.has(name))], bindings: keys.bindings };
}

const envTags = /`[^`\n]*\b(?:env|envconfig|envPrefix|split_words):"|\benvconfig\.(?:Must)?Process\(/;

function variableGroups(view: CodeView, source: SourceText): SettingGroup[] {
  const processed = /\benvconfig\.(?:Must)?Process\(\s*"(\w*)"/.exec(source.text)?.[1];
  const given =
    givenPrefix
      .exec(source.text)
      ?.slice(1)
      .find((one) => one !== undefined) ?? "";
  const prefix = processed === undefined || processed === "" ? given : `${processed.toUpperCase()}_`;
  const groups = classesIn(view).flatMap(({ own, node }): SettingGroup[] => {
    const fields = structFields(view, source, view.fieldsOf(own.body), { usesWords: processed !== undefined });
    const bases = own.bases.map((base) => lastName(view.s.textOf(base)));
    if (fields.length === 0 && bases.length === 0) return [];
    return [{ name: own.name, style: "tagged", prefix, delimiter: "_", bases, fields, line: view.s.line(node) }];
  });
  return groups.filter(({ fields }) => fields.length > 0);
}

/** caarlos0/env's options, and go-envconfig's lookups. */
const givenPrefix = /\b\w+\.Options\{[^{}]{0,500}?\bPrefix:\s*"(\w+)"|\bPrefixLookuper\(\s*"(\w+)"/;
const maxDepth = 6;

function structFields(
  view: CodeView,
  source: SourceText,
  fields: readonly FieldView[],
  { usesWords, prefix = "", depth = 0 }: { usesWords: boolean; prefix?: string; depth?: number },
): SettingField[] {
  return fields.flatMap(({ name, type, tag, node }) => {
    const tags = parseTag(tag ?? "");
    const inner = view.s.child(node, "type");
    const body = view.s.type(inner) === "struct_type" ? view.s.firstChild(inner) : -1;
    const nested = prefixOf(tags);
    if (body >= 0 && depth < maxDepth) {
      const deeper = nested ?? (usesWords ? `${name.toUpperCase()}_` : "");
      return structFields(view, source, view.fieldsOf(body), { usesWords, prefix: prefix + deeper, depth: depth + 1 });
    }
    const given = namesOf(tags, name, usesWords);
    const isStruct =
      type !== null && /^\*?(?:\w+\.)?[A-Z]\w*$/.test(type) && !/^\*?(?:time|url|net|slog|big|netip)\./.test(type);
    if (given.length === 0 && !isStruct && nested === undefined) return [];
    const line = view.s.line(node);
    const field = plainField(name, type, line);
    return {
      ...field,
      ...optionsOf(tags),
      given: given.map((one) => prefix + one),
      prefix: given.length > 0 ? null : prefix + (nested ?? ""),
      comment:
        tags.get("env-description") ??
        tags.get("description") ??
        tags.get("help") ??
        tags.get("desc") ??
        commentBeside(source, line),
    };
  });
}

/** What go-flags calls a namespace stands before an underscore. */
function prefixOf(tags: ReadonlyMap<string, string>): string | undefined {
  const namespace = tags.get("env-namespace");
  const prefix = tags.get("envPrefix") ?? tags.get("env-prefix") ?? tags.get("envconfig-prefix");
  return prefix ?? (namespace === undefined || namespace === "" ? undefined : `${namespace}_`);
}

function namesOf(tags: ReadonlyMap<string, string>, name: string, usesWords: boolean): string[] {
  const written = tags.get("env") ?? tags.get("envconfig");
  const named =
    (written ?? "")
      .split(/,\s*(?![A-Z_][A-Z0-9_]*(?:,|$))/)[0]
      ?.split(",")
      .filter((one) => /^[A-Z_a-z]\w*$/.test(one)) ?? [];
  if (named.length > 0 || !usesWords || written === "-") return named;
  if (tags.get("ignored") === "true" || tags.has("prefix")) return [];
  if (!tags.has("default") && !tags.has("required") && !tags.has("split_words") && !tags.has("desc")) return [];
  const words =
    tags.get("split_words") === "true"
      ? name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_")
      : name;
  return [words.toUpperCase()];
}

function optionsOf(tags: ReadonlyMap<string, string>): Pick<SettingField, "defaultValue" | "isRequired"> {
  const inline = tags.get("env") ?? tags.get("envconfig") ?? "";
  const value =
    tags.get("envDefault") ??
    tags.get("env-default") ??
    tags.get("default") ??
    /\bdefault=(.*)$/.exec(inline)?.[1] ??
    null;
  const isTold =
    /,\s*(?:required|notEmpty)\b/.test(inline) ||
    ["required", "env-required"].some((key) => /^(?:true|yes|)$/.test(tags.get(key) ?? "no"));
  return { defaultValue: value === "" ? null : value, isRequired: value !== null ? false : isTold ? true : null };
}
