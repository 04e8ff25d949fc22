import { literalIn } from "#server/code-index/analysis/extract/settings/scan-readings.ts";
import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import { plainEntry } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import { isOptionalType, plainType } from "#server/code-index/analysis/extract/settings/setting-types.ts";
import type { CodeView, FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import { argumentsOf, namedArguments, stringIn } from "#server/code-index/analysis/text/arguments-of.ts";
import { matchesInCode, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type {
  SettingBinding,
  SettingEntry,
  SettingField,
  SettingGroup,
} from "#server/code-index/ports/setting-facts.ts";

import { classesIn, plainField } from "./class-nodes.ts";
import type { FileGroups } from "./file-groups.ts";

/** Variables of clap's options, and the structs that figment, config and envy fill. */
export function rustGroups(view: CodeView, source: SourceText): FileGroups {
  const entries: SettingEntry[] = [];
  const groups: SettingGroup[] = [];
  for (const { own, node } of classesIn(view)) {
    const all = view.fieldsOf(own.body);
    for (const field of all) entries.push(...clapVariable(view, source, field));
    if (!own.bases.some((base) => /(?:^|::)Deserialize$/.test(view.s.textOf(base)))) continue;
    const renamed = optionOf(attributesOf(view, own.decorators ?? []), "serde", "rename_all");
    const read = all.map((field) => serdeField(view, source, { field, renamed }));
    const fields = read.flatMap((one) => (typeof one === "string" ? [] : (one ?? [])));
    const bases = read.filter((one) => typeof one === "string");
    if (fields.length + bases.length > 0)
      groups.push({ name: own.name, style: null, prefix: "", delimiter: ".", bases, fields, line: view.s.line(node) });
  }
  return { groups, bindings: bindingsIn(source), entries };
}

interface AttributeText {
  name: string;
  list: { text: string }[];
  named: Map<string, string>;
}

function attributesOf(view: CodeView, decorators: readonly number[]): AttributeText[] {
  return decorators.flatMap((node) => {
    const text = view.s.textOf(node);
    const [, name] = /^(?:#\[)?\s*(?:\w+::)*(\w+)\s*\(/.exec(text) ?? [];
    if (name === undefined) return [];
    const { list } = argumentsOf(text, text.indexOf("("));
    return [{ name, list, named: namedArguments(list, "=") }];
  });
}

function optionOf(attributes: readonly AttributeText[], attribute: string, option: string): string | null {
  for (const { name, named } of attributes) {
    const written = name === attribute ? named.get(option) : undefined;
    if (written !== undefined) return stringIn(written);
  }
  return null;
}

/** `#[arg(long, env = "TIDE_PORT", default_value_t = 80)] port: u16`, or a constant that holds the name. */
function clapVariable(view: CodeView, source: SourceText, { name, type, decorators, node }: FieldView): SettingEntry[] {
  const own = attributesOf(view, decorators).filter((one) => /^(?:arg|clap|structopt)$/.test(one.name));
  const isNamed = own.some(({ list }) => list.some(({ text }) => /^env\b/.test(text)));
  if (!isNamed || type === null) return [];
  const take = (option: string): string | undefined =>
    own.map(({ named }) => named.get(option)).find((one) => one !== undefined);
  const written = take("env");
  const constant = /^(?:\w+::)*([A-Z]\w*)$/.exec(written ?? "")?.[1];
  const variable =
    written === undefined ? name.toUpperCase() : constant === undefined ? stringIn(written) : `\u0001${constant}`;
  if (variable === null) return [];
  const line = view.s.line(node);
  const fallback = take("default_value_t") ?? take("default_value");
  const hasFallback = own.some(({ list }) => list.some(({ text }) => text.startsWith("default_value")));
  const entry = plainEntry(variable, { kind: "variable", source: "declared", line });
  entry.type = plainType(type);
  entry.defaultValue = fallback === undefined ? null : literalIn(fallback);
  entry.isRequired = !hasFallback && !isOptionalType(type) && !/^(?:bool|Vec<|Option<)/.test(type);
  entry.comment = commentBeside(source, Math.min(line, ...decorators.map((one) => view.s.line(one))));
  if (fallback === undefined && hasFallback) entry.isRequired = false;
  return [entry];
}

/** A field by its name in files; the name of its type where its fields stand in its place. */
function serdeField(
  view: CodeView,
  source: SourceText,
  { field: own, renamed }: { field: FieldView; renamed: string | null },
): SettingField | string | null {
  const { name, type, decorators, node } = own;
  const attributes = attributesOf(view, decorators);
  const words = attributes
    .filter(({ name: one }) => one === "serde")
    .flatMap(({ list }) => list.map(({ text }) => text));
  if (type === null || words.some((word) => /^skip(?:_deserializing)?$/.test(word))) return null;
  if (words.includes("flatten")) return /^(?:Option<)?(?:\w+::)*(\w+)/.exec(type)?.[1] ?? null;
  const line = view.s.line(node);
  const field = plainField(name, type, line);
  const given = optionOf(attributes, "serde", "rename") ?? spelled(name, renamed);
  field.given = given === name ? [] : [given];
  const built = attributes.find(({ name: one }) => one === "builder")?.named.get("default");
  const value = built === undefined ? null : literalIn(unwrapped(built));
  field.defaultValue = value;
  const isOptional = isOptionalType(type) || built !== undefined || words.some((word) => /^default\b/.test(word));
  field.isRequired = isOptional ? false : null;
  field.comment = commentBeside(source, Math.min(line, ...decorators.map((one) => view.s.line(one))));
  return field;
}

/** `r#"String::from("::")"#` and `"587"` are code within a text. */
function unwrapped(written: string): string {
  const code = /^r?#{0,2}"([^]*)"#{0,2}$/.exec(written)?.[1] ?? written;
  return /^(?:\w+::)*\w+::from\(("[^"]*")\)$/.exec(code)?.[1] ?? code;
}

function spelled(name: string, style: string | null): string {
  if (style === "kebab-case") return name.replaceAll("_", "-");
  if (style === "SCREAMING_SNAKE_CASE" || style === "UPPERCASE") return name.toUpperCase();
  if (style !== "camelCase") return name;
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const filling = /\.(?:extract|try_deserialize|try_into)(?:::<(?<group>[\w:]+)>)?\(\)/g;
const envy = /\benvy::(?:prefixed\(\s*"(?<prefix>\w*)"\s*\)\s*\.)?from_(?:env|iter)(?:::<(?<group>[\w:]+)>)?\(/g;

function bindingsIn(source: SourceText): SettingBinding[] {
  const { text } = source;
  const found: SettingBinding[] = [];
  const add = (match: RegExpExecArray, style: "dotted" | "variable"): void => {
    const group = match.groups?.["group"]?.split("::").at(-1) ?? typeAbove(text, match.index);
    if (group !== null) found.push({ group, style, prefix: match.groups?.["prefix"] ?? "" });
  };
  if (/\bFigment\b|\bconfig::|\bConfig::builder\(/.test(text))
    for (const { match } of matchesInCode(source, filling)) add(match, "dotted");
  for (const { match } of matchesInCode(source, envy)) add(match, "variable");
  for (const { match } of matchesInCode(source, parsing)) {
    const group = match.groups?.["group"]?.split("::").at(-1) ?? typeAbove(text, match.index);
    // Programs parse much else.
    if (group !== null && wholeConfiguration.test(group)) found.push({ group, style: "dotted", prefix: "" });
  }
  return found;
}

const parsing =
  /\b(?:serde_ya?ml\w*|serde_yml|serde_saphyr|toml|serde_json5?|deser_hjson|ron|hjson)(?:::\w+)?::from_(?:str|reader|slice)\w*(?:::<(?<group>[\w:]+)>)?\(/g;
const wholeConfiguration = /^(?:App|Server|Main|Global|Root|File)?(?:Config|Configuration|Settings)$/;

const maxAbove = 2500;

/** `let tide: Tide = …`, else what the function around hands back. */
function typeAbove(text: string, offset: number): string | null {
  const above = text.slice(Math.max(0, offset - maxAbove), offset);
  const statement = above.slice(Math.max(above.lastIndexOf(";"), above.lastIndexOf("{")) + 1);
  const declared = /\blet\s+(?:mut\s+)?\w+\s*:\s*(?:\w+::)*([A-Z]\w*)\s*=/.exec(statement)?.[1];
  if (declared !== undefined) return declared;
  const returned = [...above.matchAll(/\bfn\s+\w+[^{;]{0,300}?->\s*(?:(?:\w+::)*Result<\s*)?(?:\w+::)*([A-Z]\w*)/g)].at(
    -1,
  )?.[1];
  if (returned === undefined || returned !== "Self") return returned ?? null;
  return [...above.matchAll(/^impl\s+(\w+)/gm)].at(-1)?.[1] ?? null;
}
