import { literalIn } from "#server/code-index/analysis/extract/settings/scan-readings.ts";
import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import type { CodeView, FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import { argumentsOf } from "#server/code-index/analysis/text/arguments-of.ts";
import { matchesInCode, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingBinding, SettingField } from "#server/code-index/ports/setting-facts.ts";

import { classesIn, lastName, memberConstant, plainField } from "./class-nodes.ts";
import type { FileGroups } from "./file-groups.ts";

/** Classes of .NET's options, and the sections that fill them. */
export function csharpGroups(view: CodeView, source: SourceText): FileGroups {
  const constants: Record<string, string> = {};
  const groups = classesIn(view).flatMap(({ own, node }) => {
    const declared = view.fieldsOf(own.body);
    for (const { name, value, node: at } of declared) {
      const text = value === null ? null : view.textOf(view.unwrap(value), () => "");
      const isConstant = /\b(?:const|static\s+readonly)\b/.test(view.s.textOf(at).slice(0, 200));
      if (text !== null && isConstant && /^[\w:.-]{0,80}$/.test(text)) constants[`${own.name}.${name}`] = text;
    }
    const fields = declared.flatMap((field) => fieldOf(view, source, field) ?? []);
    const bases = own.bases.map((base) => lastName(view.s.textOf(base)));
    return fields.length === 0
      ? []
      : [{ name: own.name, style: null, prefix: "", delimiter: ":", bases, fields, line: view.s.line(node) }];
  });
  return { groups, bindings: bindingsIn(source), constants };
}

/** A property that others may set. */
function fieldOf(view: CodeView, source: SourceText, own: FieldView): SettingField | null {
  const { name, type, value, decorators, node } = own;
  const text = view.s.textOf(node).slice(0, 2000);
  if (type === null || !/\bget\s*;\s*(?:set|init)\s*;/.test(text) || /\bstatic\b/.test(text.split("{")[0] ?? ""))
    return null;
  const attributes = decorators.map((one) => view.s.textOf(one));
  if (attributes.some((one) => /^(?:JsonIgnore|Obsolete)\b/.test(one))) return null;
  const line = view.s.line(node);
  const field = plainField(name, type, line);
  const renamed = attributes.flatMap((one) => /^ConfigurationKeyName\("([\w.-]+)"\)/.exec(one)?.[1] ?? [])[0];
  const written = value === null ? null : view.s.textOf(value);
  field.given = renamed === undefined ? [] : [renamed];
  field.defaultValue = written === null ? null : (literalIn(written) ?? memberConstant(written));
  const isDemanded = attributes.some((one) => /^Required\b/.test(one)) || /\brequired\b/.test(text.split("{")[0] ?? "");
  field.isRequired = field.defaultValue !== null ? false : isDemanded ? true : null;
  // Nothing else can be in it at first.
  if (type === "bool" && field.defaultValue === null && !isDemanded) field.defaultValue = "false";
  field.comment =
    commentBeside(source, line)
      ?.replaceAll(/<[^>]{1,200}>/g, "")
      .trim() || null;
  return field;
}

const binders =
  /\b(?<how>Configure|AddOptions|AddOptionsWithValidateOnStart|\w*(?:Options|Settings|Configuration))<(?:\w+\.)*(?<group>\w+)(?:\s*,[^<>]{1,80})?>\s*\(/g;
const reading = /\.GetSection\(/g;

function bindingsIn(source: SourceText): SettingBinding[] {
  if (!/\b(?:GetSection|BindConfiguration|Configure<|Options<|Get<|\.Bind\()/.test(source.text)) return [];
  const found: SettingBinding[] = [];
  const add = (group: string | undefined, prefix: string | null): void => {
    if (group !== undefined && prefix !== null) found.push({ group, style: "colon", prefix });
  };
  for (const { match } of matchesInCode(source, binders)) {
    const { group, how } = match.groups ?? {};
    const { list, end } = argumentsOf(source.text, match.index + match[0].length - 1);
    const written = list.map(({ text }) => text).join(", ");
    const behind = source.text.slice(end + 1, end + 400).split(";")[0] ?? "";
    if (how === "AddOptions" || how === "AddOptionsWithValidateOnStart")
      add(group, sectionIn(behind) ?? nameIn(/\.BindConfiguration\(\s*([^()\n]+(?:\([^()\n]*\))?)/.exec(behind)?.[1]));
    else if (how === "Configure") add(group, sectionIn(written));
    else if (list.length === 1) add(group, nameIn(written) ?? sectionIn(written));
  }
  for (const { match } of matchesInCode(source, reading)) {
    const { list, end } = argumentsOf(source.text, match.index + match[0].length - 1);
    const group = /^\s*\.Get<(?:\w+\.)*(\w+)>\(/.exec(source.text.slice(end + 1, end + 120))?.[1];
    const filled = /^\s*\.Bind\(\s*(\w+)\s*\)/.exec(source.text.slice(end + 1, end + 120))?.[1];
    add(group ?? (filled === undefined ? undefined : typeOf(source, filled)), nameIn(list[0]?.text));
  }
  // All of it at once.
  for (const { match } of matchesInCode(
    source,
    /\b\w*[cC]onfig(?:uration)?\.(?:Bind\(\s*(?<filled>\w+)\s*\)|Get<(?:\w+\.)*(?<group>\w+)>\(\))/g,
  )) {
    const { filled, group } = match.groups ?? {};
    add(group ?? (filled === undefined ? undefined : typeOf(source, filled)), "");
  }
  return found;
}

/** `GetSection("Tide")` anywhere in a text; the whole configuration has no section. */
function sectionIn(text: string): string | null {
  const written = /\.GetSection\(\s*([^()\n]+(?:\([^()\n]*\))?)\s*\)/.exec(text)?.[1];
  if (written !== undefined) return nameIn(written);
  return /^(?:[\w.]+\.)?_?[cC]onfig(?:uration)?$/.test(text.trim()) ? "" : null;
}

/** A text, `nameof(Tide)`, or a constant of a class, which another file may hold. */
function nameIn(written: string | undefined): string | null {
  const text = written?.trim() ?? "";
  const literal = /^"([\w:.-]+)"$/.exec(text)?.[1] ?? /^nameof\((?:\w+\.)*(\w+)\)$/.exec(text)?.[1];
  if (literal !== undefined) return literal;
  const constant = /^(?:\w+\.)*([A-Z]\w*\.[A-Z]\w*)$/.exec(text)?.[1];
  return constant === undefined ? null : `\u0001${constant}`;
}

/** `var tide = new TideOptions();` above `.Bind(tide)`. */
function typeOf(source: SourceText, name: string): string | undefined {
  const declared = new RegExp(
    `\\b${name}\\s*=\\s*new\\s+(?:\\w+\\.)*(\\w+)|\\b([A-Z]\\w+)\\s+${name}\\s*=\\s*new\\b`,
  ).exec(source.text);
  return declared?.[1] ?? declared?.[2];
}
