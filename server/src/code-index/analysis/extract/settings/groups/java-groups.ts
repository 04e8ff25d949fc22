import { literalIn } from "#server/code-index/analysis/extract/settings/scan-readings.ts";
import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import { isOptionalType } from "#server/code-index/analysis/extract/settings/setting-types.ts";
import type { ClassView, CodeView, FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingBinding, SettingField, SettingGroup } from "#server/code-index/ports/setting-facts.ts";

import { classesIn, lastName, memberConstant, plainField } from "./class-nodes.ts";
import type { FileGroups } from "./file-groups.ts";

const binding = /^(?:ConfigurationProperties|ConfigMapping|EachProperty)$/;

/** Java and Kotlin: classes and records of Spring and Micronaut, interfaces of Quarkus, and methods that hand out a filled object. */
export function javaGroups(view: CodeView, source: SourceText): FileGroups {
  const groups: SettingGroup[] = [];
  const bindings: SettingBinding[] = [];
  for (const { own, node } of classesIn(view)) {
    if (own.body < 0) continue;
    const prefix = prefixOf(view, own.decorators ?? []);
    const fields = [
      ...view.fieldsOf(own.body).flatMap((field) => fieldOf(view, source, field) ?? []),
      ...methodFields(view, source, own),
    ];
    groups.push({
      name: own.name,
      style: prefix === null ? null : "dotted",
      prefix: prefix ?? "",
      delimiter: ".",
      bases: own.bases.map((base) => lastName(view.s.textOf(base))),
      fields,
      line: view.s.line(node),
    });
    bindings.push(...methodBindings(view, own));
  }
  return { groups: groups.filter(({ fields, style }) => fields.length > 0 || style !== null), bindings };
}

/** The prefix of an annotation; null where none binds. */
function prefixOf(view: CodeView, decorators: readonly SyntaxNode[]): string | null {
  for (const node of decorators) {
    const call = view.callOf(node);
    if (!binding.test(lastName(view.s.textOf(call?.callee ?? node).replace(/\(.*$/s, "")))) continue;
    const given = call?.named.get("prefix") ?? call?.named.get("value") ?? call?.args[0];
    if (given === undefined) return "";
    const text = view.textOf(view.unwrap(given), () => "");
    if (text !== null) return text;
    return constantIn(view.s.text, view.s.textOf(given));
  }
  return null;
}

/** `PREFIX` or `Tide.PREFIX`, where the class is in the file. */
function constantIn(text: string, written: string): string | null {
  const [, holder, name] = /^(?:\w+\.)*?(?:(\w+)\.)?(\w+)$/.exec(written) ?? [];
  if (name === undefined) return null;
  const start =
    holder === undefined ? 0 : text.search(new RegExp(`\\b(?:class|record|interface|object)\\s+${holder}\\b`));
  if (start < 0) return null;
  return new RegExp(`\\b${name}\\s*=\\s*"([\\w.-]+)"`).exec(text.slice(start))?.[1] ?? null;
}

function fieldOf(view: CodeView, source: SourceText, own: FieldView): SettingField | null {
  const { name, value, decorators, node } = own;
  const head = view.s
    .textOf(node)
    .slice(0, 300)
    .replaceAll(/@[\w:]+(?:\([^)]*\))?/g, "");
  const written = value === null ? null : view.s.textOf(value);
  const type = own.type ?? (written === null ? null : typeBy(written));
  if (type === null || /^\s*(?:(?:public|private|protected|final)\s+)*static\b/.test(head)) return null;
  const line = view.s.line(node);
  const field = plainField(name, type, line);
  field.defaultValue = written === null ? annotated(view, decorators, "DefaultValue") : valueIn(written);
  // What Kotlin writes without a value and without a question mark must be given.
  const isGiven = source.language === "kotlin" && !isOptionalType(type);
  field.isRequired = written !== null ? false : isGiven || isDemanded(view, decorators) ? true : null;
  // Nothing else can be in it at first.
  if (type === "boolean" && field.defaultValue === null && field.isRequired === null) field.defaultValue = "false";
  field.comment = commentBeside(source, line);
  return field;
}

/** Kotlin leaves out what a value tells: `var pool = Pool()`. */
function typeBy(written: string): string | null {
  if (/^(?:true|false)$/.test(written)) return "Boolean";
  if (/^-?\d+L?$/.test(written)) return "Int";
  return written.startsWith('"') ? "String" : (/^([A-Z]\w*)\(/.exec(written)?.[1] ?? null);
}

function isDemanded(view: CodeView, decorators: readonly SyntaxNode[]): boolean {
  return decorators.some((one) => /^@?(?:\w+[.:])*(?:NotNull|NotBlank|NotEmpty|NonNull)\b/.test(view.s.textOf(one)));
}

/** Quarkus' interfaces: `@WithDefault("80") int poolSize();`. */
function methodFields(view: CodeView, source: SourceText, own: ClassView): SettingField[] {
  if (own.isAbstract !== true) return [];
  return view.s.children(own.body).flatMap((node) => {
    const method = view.functionOf(node);
    if (method?.name == null || method.returns == null || method.parameters.length > 0 || method.returns === "void")
      return [];
    const decorators = method.decorators ?? [];
    const line = view.s.line(node);
    const field = plainField(method.name, method.returns, line);
    const name = annotated(view, decorators, "WithName");
    field.given = name === null ? [] : [name];
    field.defaultValue = annotated(view, decorators, "WithDefault");
    field.isRequired = field.defaultValue === null && !method.returns.startsWith("Optional");
    field.comment = commentBeside(source, line);
    return [field];
  });
}

/** The text of an annotation by its name. */
function annotated(view: CodeView, decorators: readonly SyntaxNode[], name: string): string | null {
  for (const one of decorators) {
    const call = view.callOf(one);
    if (call === null || lastName(view.s.textOf(call.callee)) !== name) continue;
    const [given] = [...call.args, ...call.named.values()];
    return given === undefined ? null : view.textOf(view.unwrap(given), () => "");
  }
  return null;
}

/** `@Bean @ConfigurationProperties("tide") TideProperties tide()`. */
function methodBindings(view: CodeView, own: ClassView): SettingBinding[] {
  return view.s.children(own.body).flatMap((node): SettingBinding[] => {
    const method = view.functionOf(node);
    const prefix = prefixOf(view, method?.decorators ?? []);
    return method?.returns == null || prefix === null
      ? []
      : [{ group: lastName(method.returns), style: "dotted", prefix }];
  });
}

/** A literal, or the member of an enumeration. */
function valueIn(written: string): string | null {
  const duration = /^(?:Duration\.of\w+|DataSize\.of\w+)\((\d+)\)$/.exec(written);
  return duration === null
    ? (literalIn(written.replace(/(?<=^\d[\d_]*)[Ll]$/, "")) ?? memberConstant(written))
    : written;
}
