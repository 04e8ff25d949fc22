import { literalIn } from "#server/code-index/analysis/extract/settings/scan-readings.ts";
import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import { argumentsOf } from "#server/code-index/analysis/text/arguments-of.ts";
import {
  closingBracket,
  lineAt,
  matchesInCode,
  type SourceText,
} from "#server/code-index/analysis/text/source-text.ts";
import type { SettingField, SettingGroup } from "#server/code-index/ports/setting-facts.ts";

import { memberConstant, plainField } from "./class-nodes.ts";
import type { FileGroups } from "./file-groups.ts";

const classHead =
  /(?<annotations>(?:@[\w.]+(?:\([^)\n]{0,200}\))?\s+){0,8})(?:(?:internal|public|private|open|abstract|inner|sealed)\s+){0,3}(?<kind>(?:data\s+)?class)\s+(?<name>\w+)\s*(?:@\w+\s+constructor\s*|constructor\s*)?(?=[({:])/g;
const maxClasses = 200;
const maxFields = 300;

/** Spring's classes in Kotlin, of which there is no tree: properties of the constructor and of the body. */
export function kotlinGroups(source: SourceText): FileGroups {
  const groups: SettingGroup[] = [];
  for (const { match, offset } of matchesInCode(source, classHead)) {
    if (groups.length >= maxClasses) break;
    const { annotations = "", name = "" } = match.groups ?? {};
    const bound = /@ConfigurationProperties\b(?:\(\s*(?:(?:prefix|value)\s*=\s*)?"([\w.-]*)")?/.exec(annotations);
    const fields = fieldsFrom(source, match.index + match[0].length).slice(0, maxFields);
    if (fields.length === 0) continue;
    const line = lineAt(source, offset + annotations.length);
    const style = bound === null ? null : "dotted";
    groups.push({ name, style, prefix: bound?.[1] ?? "", delimiter: ".", bases: [], fields, line });
  }
  return { groups, bindings: [] };
}

/** From the bracket behind the name of a class. */
function fieldsFrom(source: SourceText, at: number): SettingField[] {
  const { text } = source;
  const found: SettingField[] = [];
  let next = at;
  if (text[at] === "(") {
    const { list, end } = argumentsOf(text, at);
    for (const one of list) found.push(...(fieldOf(source, one.text, one.offset, true) ?? []));
    next = end + 1;
  }
  const open = /^(?:\s*:\s*[\w<>., ()]{1,200})?\s*\{/.exec(text.slice(next, next + 400));
  if (open === null) return found;
  const start = next + open[0].length;
  const end = closingBracket(text, start - 1);
  for (const { offset, statement } of statementsIn(text, start, end))
    found.push(...fieldOf(source, statement, offset, false));
  return found;
}

/** Lines of a body that are not within further brackets. */
function statementsIn(text: string, start: number, end: number): { offset: number; statement: string }[] {
  const found: { offset: number; statement: string }[] = [];
  let from = start;
  for (let at = start; at <= end; at += 1) {
    const character = text[at];
    if (character === "{" || character === "(") at = closingBracket(text, at);
    else if (character === "\n" || at === end) {
      found.push({ offset: from, statement: text.slice(from, at) });
      from = at + 1;
    }
  }
  return found;
}

const property =
  /^(?<before>(?:\s|@[\w:.]+(?:\([^)\n]{0,200}\))?|\/\/[^\n]*\n|\/\*[^]*?\*\/)*)(?:(?:override|lateinit|public|internal|open)\s+){0,3}(?:va[lr])\s+(?<name>\w+)\s*(?::\s*(?<type>[\w<>,.? ]+?))?\s*(?:=\s*(?<value>[^\n]{1,300}?))?\s*,?$/;

function fieldOf(source: SourceText, statement: string, offset: number, isParameter: boolean): SettingField[] {
  const match = property.exec(statement.slice(0, 2000).replace(/\s+\/\/[^\n]*$/, ""));
  if (match === null) return [];
  const { before = "", name = "", type, value } = match.groups ?? {};
  const line = lineAt(source, offset + before.length);
  const made = /^([A-Z]\w*)\(\)$/.exec(value ?? "")?.[1];
  const field = plainField(name, type?.trim() ?? made ?? typeBy(value), line);
  field.defaultValue = value === undefined ? null : (literalIn(value) ?? memberConstant(value));
  const isDemanded =
    isParameter || /\blateinit\b/.test(statement) || /@(?:\w+:)?Not(?:Null|Blank|Empty)\b/.test(before);
  field.isRequired = value !== undefined || type?.endsWith("?") === true ? false : isDemanded ? true : null;
  field.comment = commentBeside(source, line);
  return [field];
}

function typeBy(value: string | undefined): string | null {
  if (value === undefined) return null;
  return /^(?:true|false)$/.test(value)
    ? "Boolean"
    : /^-?\d+$/.test(value)
      ? "Int"
      : value.startsWith('"')
        ? "String"
        : null;
}
