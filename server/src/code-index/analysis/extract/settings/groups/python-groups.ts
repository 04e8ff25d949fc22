import { literalIn } from "#server/code-index/analysis/extract/settings/scan-readings.ts";
import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import { plainEntry } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import { isOptionalType, plainType } from "#server/code-index/analysis/extract/settings/setting-types.ts";
import type { CallView, ClassView, CodeView, FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry, SettingField, SettingGroup } from "#server/code-index/ports/setting-facts.ts";

import { classesIn, lastName, plainField } from "./class-nodes.ts";
import type { FileGroups } from "./file-groups.ts";

/** pydantic's classes of settings, and the models that they nest. */
export function pythonGroups(view: CodeView, source: SourceText): FileGroups {
  const groups = classesIn(view).flatMap(({ own, node }) => {
    const group = groupOf(view, source, own, node);
    return group.fields.length > 0 || group.style !== null ? [group] : [];
  });
  return { groups, bindings: [], entries: classesIn(view).flatMap(({ own }) => capitalFields(view, source, own)) };
}

const leastFields = 3;
const taken = /\b(?:environ|getenv|env|config|config_ini)\b/;

/** Flask's classes of settings: `class Config: TIDE_SIZE = 5`; those for tests and one developer's machine are left out. */
function capitalFields(view: CodeView, source: SourceText, own: ClassView): SettingEntry[] {
  if (!/(?:^|[a-z])Config$/.test(own.name) || /^(?:Test|Dev|Debug|Local|CI)/.test(own.name)) return [];
  const fields = view.fieldsOf(own.body).filter(({ name }) => /^[A-Z][A-Z0-9_]{2,80}$/.test(name));
  if (fields.length < leastFields) return [];
  return fields.flatMap(({ name, type, value, node }): SettingEntry[] => {
    const written = value === null ? null : view.s.textOf(value);
    const defaultValue = written === null ? null : literalIn(written);
    if (
      written === null ||
      (defaultValue === null && !taken.test(written.slice(0, 400)) && !/^(?:None|""|''|\[\]|\{\})$/.test(written))
    )
      return [];
    const line = view.s.line(node);
    const entry = plainEntry(name, { kind: "key", source: "declared", line });
    entry.type = type === null ? null : plainType(type);
    entry.defaultValue = defaultValue;
    entry.comment = commentBeside(source, line);
    return [entry];
  });
}

function groupOf(view: CodeView, source: SourceText, own: ClassView, node: SyntaxNode): SettingGroup {
  const bases = own.bases.map((base) => lastName(view.s.textOf(base)));
  const fields = view.fieldsOf(own.body);
  const options = new Map<string, string>();
  for (const { name, value } of fields) {
    const call = name === "model_config" && value !== null ? view.callOf(view.unwrap(value)) : null;
    for (const [option, given] of call?.named ?? []) options.set(option, textIn(view, given));
  }
  // `class Settings(BaseSettings, env_prefix="TIDE_")`
  for (const [option, value] of optionsInHeader(view.s.textOf(node))) options.set(option, value);
  for (const child of view.s.children(own.body)) {
    const inner = view.classOf(child);
    if (inner?.name !== "Config") continue;
    for (const { name, value } of view.fieldsOf(inner.body)) if (value !== null) options.set(name, textIn(view, value));
  }
  return {
    name: own.name,
    style: bases.includes("BaseSettings") ? "variable" : null,
    prefix: options.get("env_prefix") ?? "",
    delimiter: options.get("env_nested_delimiter") ?? null,
    bases,
    fields: fields.flatMap((field) => fieldOf(view, source, field) ?? []),
    line: view.s.line(node),
  };
}

function optionsInHeader(text: string): [option: string, value: string][] {
  const header = /^\s*class\s+\w+\s*\(([^()]{0,300})\)\s*:/.exec(text.slice(0, 400))?.[1] ?? "";
  return [...header.matchAll(/\b(env_prefix|env_nested_delimiter)\s*=\s*["'](\w*)["']/g)].map((one) => [
    one[1] ?? "",
    one[2] ?? "",
  ]);
}

function textIn(view: CodeView, node: SyntaxNode): string {
  return view.textOf(view.unwrap(node), () => "") ?? "";
}

function fieldOf(view: CodeView, source: SourceText, { name, type, value, node }: FieldView): SettingField | null {
  if (type === null || name === "model_config" || name.startsWith("_") || /\bClassVar\b/.test(type)) return null;
  const line = view.s.line(node);
  const field = plainField(name, type, line);
  field.comment = commentBeside(source, line);
  const options = [...type.matchAll(/"([^"]*)"|'([^']*)'/g)].map((one) => one[1] ?? one[2] ?? "");
  if (/\bLiteral\[/.test(type)) field.allowed = options;
  if (value === null) return { ...field, isRequired: !isOptionalType(type) };
  const call = view.callOf(view.unwrap(value));
  if (call === null || !/(?:^|\.)Field$/.test(view.s.textOf(call.callee)))
    return { ...field, defaultValue: literalIn(view.s.textOf(value)), isRequired: false };
  return { ...field, ...fieldCall(view, call, field) };
}

/** `Field(default, alias="NAME", description="…")`. */
function fieldCall(view: CodeView, { args, named }: CallView, field: SettingField): Partial<SettingField> {
  const given = named.get("default") ?? args[0];
  const text = given === undefined ? undefined : view.s.textOf(given);
  const isMissing = (text === undefined && !named.has("default_factory")) || text === "...";
  const aliases = ["validation_alias", "alias", "env"].flatMap((key) => {
    const node = named.get(key);
    return node === undefined ? [] : textsIn(view, node);
  });
  const about = named.get("description");
  return {
    given: aliases,
    defaultValue: text === undefined ? null : literalIn(text),
    isRequired: isMissing,
    comment: (about === undefined ? null : textIn(view, about) || null) ?? field.comment,
  };
}

/** A text, or those of `AliasChoices("A", "B")` and of a list. */
function textsIn(view: CodeView, node: SyntaxNode): string[] {
  const inner = view.unwrap(node);
  const text = view.textOf(inner, () => "");
  if (text !== null) return [text];
  const items = view.itemsOf(inner) ?? view.callOf(inner)?.args ?? [];
  return items.flatMap((one) => view.textOf(view.unwrap(one), () => "") ?? []);
}
