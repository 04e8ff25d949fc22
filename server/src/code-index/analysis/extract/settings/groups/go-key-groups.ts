import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import type { CodeView, FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import {
  closingBracket,
  lineAt,
  matchesInCode,
  type SourceText,
} from "#server/code-index/analysis/text/source-text.ts";
import type { SettingBinding, SettingField, SettingGroup } from "#server/code-index/ports/setting-facts.ts";

import { classesIn, parseTag, plainField } from "./class-nodes.ts";
import type { FileGroups } from "./file-groups.ts";

const viper = /"github\.com\/spf13\/viper"/;
/** Where the configuration of a program is declared, its parts may have the tags of JSON. */
const wholeFile = /^type Config(?:uration)? struct/m;
const keyTags = ["mapstructure", "koanf", "yaml", "toml"];
const maxDepth = 6;

/** Structs whose fields name keys of configuration (Viper, koanf, YAML and TOML), and what is filled as a whole. */
export function goKeyGroups(view: CodeView, source: SourceText): FileGroups {
  const groups = classesIn(view).flatMap(({ own, node }): SettingGroup[] => {
    const line = view.s.line(node);
    // Viper finds what has no tag by its name.
    const isByName = viper.test(source.text) && /(?:[cC]onfig|[cC]onfiguration|[oO]ptions|[sS]ettings)$/.test(own.name);
    const { fields, inlined } = keyFields(view, source, view.fieldsOf(own.body), { isByName, depth: 0 });
    if (fields.length === 0 && inlined.length === 0) return [];
    const bases = [...own.bases.map((base) => view.s.textOf(base).replace(/^\*/, "")), ...inlined];
    return [{ name: own.name, style: null, prefix: "", delimiter: ".", bases, fields, line }];
  });
  const unnamed = unnamedStructs(source);
  return {
    groups: [...groups, ...unnamed.map(({ group }) => group)],
    bindings: [...bindingsIn(source), ...unnamed.map(({ binding }) => binding)],
  };
}

function keyFields(
  view: CodeView,
  source: SourceText,
  all: readonly FieldView[],
  { isByName, depth }: { isByName: boolean; depth: number },
): { fields: SettingField[]; inlined: string[] } {
  const fields: SettingField[] = [];
  const inlined: string[] = [];
  for (const { name, type, tag, node } of all) {
    const tags = parseTag(tag ?? "");
    const isFile = wholeFile.test(source.text);
    const tagged = [...keyTags, ...(isFile ? ["json"] : [])]
      .map((key) => tags.get(key))
      .find((one) => one !== undefined);
    const written = tagged ?? (isByName && /^[A-Z]/.test(name) && !/:"-"/.test(tag ?? "") ? "" : undefined);
    if (written === undefined || type === null) continue;
    const [key = "", ...options] = written.split(",");
    if (key === "-") continue;
    const type_ = view.s.child(node, "type");
    const body = view.s.type(type_) === "struct_type" ? view.s.firstChild(type_) : -1;
    const own = key === "" ? name.toLowerCase() : key;
    if (options.includes("squash") || options.includes("inline")) inlined.push(type.replace(/^\*/, ""));
    else if (body >= 0 && depth < maxDepth) {
      const inner = keyFields(view, source, view.fieldsOf(body), { isByName, depth: depth + 1 }).fields;
      fields.push(
        ...inner.map((one) => ({
          ...one,
          name: `${name}.${one.name}`,
          given: one.given.map((last) => `${own}.${last}`),
        })),
      );
    } else {
      const line = view.s.line(node);
      const about = tags.get("description") ?? tags.get("desc") ?? tags.get("jsonschema_description");
      const comment = about ?? commentBeside(source, line);
      fields.push({ ...plainField(name, type, line), given: [own], comment, ...checksOf(tags) });
    }
  }
  return { fields, inlined };
}

/** `default:"80"`, `validate:"required"`, `jsonschema:"default=80,enum=80,enum=443"`. */
function checksOf(tags: ReadonlyMap<string, string>): Pick<SettingField, "defaultValue" | "isRequired" | "allowed"> {
  const schema = (tags.get("jsonschema") ?? "").split(",").map((one) => one.split("="));
  const take = (key: string): string[] => schema.flatMap(([name, value]) => (name === key && value ? [value] : []));
  const value = (tags.get("default") || take("default")[0]) ?? null;
  const isDemanded = /^required(?:,|$)/.test(tags.get("validate") ?? "") || tags.get("required") === "true";
  return { defaultValue: value, isRequired: value !== null ? false : isDemanded ? true : null, allowed: take("enum") };
}

const filling =
  /\b(?:viper|[vV]|vp|ko|k|koanf|conf|config|cfg|final|(?:c|s|self|cfg|conf)\.\w{1,20})\.Unmarshal(?:Exact|Key)?(?:WithConf)?\(\s*(?:(?:"(?<prefix>[\w.-]*)"|(?<=(?:WithConf|Key)\(\s*)(?<path>\w+))\s*,\s*)?&?(?<name>\w+)\s*[,)]/g;
const decoding =
  /\b(?:yaml|toml)\.(?:Unmarshal|UnmarshalStrict|Decode|DecodeFile)\([^()\n]{1,80},\s*&?(?<name>\w+)\s*[,)]|\.Decode\(&?(?<decoded>\w+)\)/g;

function bindingsIn(source: SourceText): SettingBinding[] {
  const { text } = source;
  const found: SettingBinding[] = [];
  if (/spf13\/viper|knadh\/koanf|\/(?:config|conf)"/.test(text))
    for (const { match } of matchesInCode(source, filling)) {
      const { name = "", prefix = "", path } = match.groups ?? {};
      const group = typeOf(text, name, match.index);
      const isAnything = new RegExp(`[(,]\\s*${name}\\s+(?:any|interface\\{\\})\\s*[,)]`).test(text);
      if (group !== null && path === undefined) found.push({ group, style: "dotted", prefix });
      else if (group === null && isAnything) found.push({ group: "", style: "dotted", prefix });
    }
  // Programs decode much else from such files; in a package of settings it is the settings.
  if (/^package (?:config|conf|configuration|settings?)\b/m.test(text) && /\b(?:yaml|toml)\b/.test(text))
    for (const { match } of matchesInCode(source, decoding)) {
      const group = typeOf(text, match.groups?.["name"] ?? match.groups?.["decoded"] ?? "", match.index);
      if (group !== null && /(?:Config|Configuration|Settings|Options)$/.test(group))
        found.push({ group, style: "dotted", prefix: "" });
    }
  if (/^package (?:main|cmd|serve|server)\b/m.test(text) && /\/yaml|BurntSushi\/toml|pelletier\/go-toml/.test(text))
    for (const { match } of matchesInCode(source, reading)) {
      const group = typeOf(text, match.groups?.["name"] ?? "", match.index);
      if (group !== null && /^(?:config\.)?Config(?:uration)?$/.test(group))
        found.push({ group, style: "dotted", prefix: "" });
    }
  return found;
}

const reading = /\b\w{0,40}(?:[uU]nmarshal|[dD]ecode)\w{0,20}\([^()\n]{0,80}&(?<name>\w+)\s*[,)]/g;

/** `var c struct { Host string \`koanf:"host"\` }` above `ko.Unmarshal("db", &c)`. */
function unnamedStructs(source: SourceText): { group: SettingGroup; binding: SettingBinding }[] {
  const { text } = source;
  return [...matchesInCode(source, filling)].flatMap(({ match, line }) => {
    const { name = "", prefix = "" } = match.groups ?? {};
    const start = Math.max(0, match.index - maxAbove);
    const at = text.slice(start, match.index).lastIndexOf(`var ${name} struct {`);
    if (at < 0) return [];
    const open = text.indexOf("{", start + at);
    const body = text.slice(open, closingBracket(text, open));
    const fields = [...body.matchAll(/^[ \t]*(\w+)[ \t]+([\w.[\]*]+)[ \t]+`([^`\n]*)`/gm)].flatMap((one) => {
      const tags = parseTag(one[3] ?? "");
      const key = keyTags
        .map((tag) => tags.get(tag))
        .find((given) => given !== undefined)
        ?.split(",")[0];
      if (key === undefined || key === "-" || key === "") return [];
      return [{ ...plainField(one[1] ?? "", one[2] ?? null, lineAt(source, open + one.index)), given: [key] }];
    });
    const own = `${name} above line ${line}`;
    if (fields.length === 0) return [];
    const group: SettingGroup = { name: own, style: null, prefix: "", delimiter: ".", bases: [], fields, line };
    return [{ group, binding: { group: own, style: "dotted" as const, prefix } }];
  });
}

const maxAbove = 3000;

/** `var c Config`, `c := &Config{}`, `c := new(Config)`, `c *Config` of a parameter: the last one above. */
function typeOf(text: string, name: string, offset: number): string | null {
  if (!/^\w{1,60}$/.test(name)) return null;
  const pattern = new RegExp(
    `\\b${name}\\s*:?=\\s*&?(?:new\\()?((?:\\w+\\.)?[A-Za-z]\\w*)[{)]|\\bvar\\s+${name}\\s+\\*?((?:\\w+\\.)?[A-Za-z]\\w*)|\\b${name}\\s+((?:\\w+\\.)?[A-Za-z]\\w*)$|[(,]\\s*${name}\\s+\\*((?:\\w+\\.)?[A-Z]\\w*)`,
    "gm",
  );
  const found = [...text.slice(Math.max(0, offset - maxAbove), offset).matchAll(pattern)].at(-1);
  const type = found?.slice(1).find((one) => one !== undefined);
  if (type !== undefined) return type;
  // A variable of the package.
  return new RegExp(`^(?:var|\\t)\\s*${name}\\s*=\\s*&?((?:\\w+\\.)?[A-Za-z]\\w*)\\{`, "m").exec(text)?.[1] ?? null;
}
