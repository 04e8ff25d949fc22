import { environmentSpelling, nameField } from "#server/code-index/analysis/extract/settings/groups/name-fields.ts";
import { classIn, plainType } from "#server/code-index/analysis/extract/settings/setting-types.ts";
import type { SettingEntry, SettingField, SettingGroup, SettingStyle } from "#server/code-index/ports/setting-facts.ts";

import type { SettingContext } from "./expand-settings.ts";
import { GroupDefaults, withDefault, within, type GivenValues } from "./group-defaults.ts";

interface LocatedGroup {
  path: string;
  group: SettingGroup;
}

/** How the fields of a group become names. */
interface FieldNaming {
  style: SettingStyle;
  prefix: string;
  delimiter: string | null;
}

interface OwnedField {
  path: string;
  field: SettingField;
  /** The class that declares it. */
  owner: string;
}

/** What a program looks like is said in files of their own, which are no settings. */
const looks = /^(?:Theme|Palette|Colou?r|Style|Skin)\w*(?:Config|Definition)/;
const mainName = /^(?:\w*(?:Config|Configuration|Settings|Options))$/;

const maxDepth = 8;
const maxEntries = 3000;

/** The settings that classes declare, with what their bases and the classes of their fields add. */
export class GroupExpander {
  private readonly context: SettingContext;
  private readonly groups = new Map<string, LocatedGroup[]>();
  /** Texts by `Class.NAME`; null where two classes differ. */
  private readonly constants = new Map<string, string | null>();
  private readonly found = new Map<string, SettingEntry[]>();
  private readonly defaults: GroupDefaults;
  private count = 0;

  constructor(context: SettingContext) {
    this.context = context;
    this.defaults = new GroupDefaults(context);
    for (const { constants } of context.settings.values())
      for (const [name, value] of Object.entries(constants)) {
        const known = this.constants.get(name);
        this.constants.set(name, known === undefined || known === value ? value : null);
      }
    for (const [path, facts] of context.settings)
      for (const group of facts.groups) {
        const known = this.groups.get(group.name);
        if (known === undefined) this.groups.set(group.name, [{ path, group }]);
        else known.push({ path, group });
      }
    if (this.groups.size > 0) this.expandAll();
  }

  /** Entries by the file that declares the field. */
  entriesOf(path: string): readonly SettingEntry[] {
    return this.found.get(path) ?? [];
  }

  private expandAll(): void {
    const inner = this.innerGroups();
    const mains = new Set<SettingGroup>();
    for (const [path, facts] of this.context.settings) {
      for (const group of facts.groups) {
        const naming = this.namingOf({ path, group }, new Set());
        if (naming !== null && !inner.has(group)) this.expand({ path, group }, naming, []);
      }
      for (const { group: name, style, prefix: written } of facts.bindings) {
        const bound = name === "" ? this.mainGroup(path) : this.lookUp(name, path);
        if (name === "" && bound !== null && mains.has(bound.group)) continue;
        if (name === "" && bound !== null) mains.add(bound.group);
        const prefix = written.startsWith("\u0001") ? this.constants.get(written.slice(1)) : written;
        if (bound !== null && typeof prefix === "string" && !looks.test(bound.group.name))
          this.expand(bound, { style, prefix, delimiter: null }, []);
      }
    }
  }

  /** What a program that fills whatever it is handed hands to it: the class of its whole configuration. */
  private mainGroup(path: string): LocatedGroup | null {
    const language = this.context.languageOf(path);
    const own = [...this.groups.values()].flat().filter((one) => this.context.languageOf(one.path) === language);
    const within = new Set(
      own.flatMap((one) =>
        [...one.group.fields.map(({ type }) => classIn(type ?? "") ?? ""), ...one.group.bases].map((name) =>
          name.replace(/^.*\./, ""),
        ),
      ),
    );
    const roots = own.filter(
      ({ group }) => mainName.test(group.name) && !within.has(group.name) && group.style === null,
    );
    const sized = roots.map((root) => ({ root, size: this.classesWithin(root, new Set()) }));
    const [largest, second] = sized.toSorted((a, b) => b.size - a.size);
    return largest === undefined || largest.size < 3 || second?.size === largest.size ? null : largest.root;
  }

  private classesWithin({ path, group }: LocatedGroup, seen: Set<SettingGroup>): number {
    if (seen.has(group)) return 0;
    seen.add(group);
    let size = 1;
    for (const field of group.fields) {
      const nested = this.nestedOf(field, path, "dotted");
      if (nested !== null) size += this.classesWithin(nested, seen);
    }
    return size;
  }

  /** Structs that stand in a field of another one under a prefix of it. */
  private innerGroups(): Set<SettingGroup> {
    const inner = new Set<SettingGroup>();
    for (const [path, facts] of this.context.settings)
      for (const group of facts.groups)
        for (const field of group.fields) {
          if (group.style !== "tagged" || (field.prefix ?? "") === "" || field.given.length > 0) continue;
          const nested = this.nestedOf(field, path, group.style);
          if (nested !== null && nested.group !== group) inner.add(nested.group);
        }
    return inner;
  }

  /** By its own library, or by that of a base; what the class says itself counts first. */
  private namingOf({ path, group }: LocatedGroup, seen: Set<SettingGroup>): FieldNaming | null {
    if (seen.has(group) || seen.size > maxDepth) return null;
    seen.add(group);
    const { style, prefix, delimiter } = group;
    let inherited: FieldNaming | null = null;
    for (const base of group.bases) {
      const found = this.lookUp(base, path);
      inherited ??= found === null ? null : this.namingOf(found, seen);
    }
    const chosen = style ?? inherited?.style;
    if (chosen === undefined) return null;
    return {
      style: chosen,
      prefix: prefix || (inherited?.prefix ?? ""),
      delimiter: delimiter ?? inherited?.delimiter ?? null,
    };
  }

  /** `around` are the values that are given from outside, the outermost first. */
  private expand(at: LocatedGroup, naming: FieldNaming, around: readonly GivenValues[]): void {
    for (const { path, field: own, owner } of this.fieldsOf(at, new Set())) {
      if (this.count >= maxEntries) return;
      const given = [...around, { values: this.defaults.of(owner, path), at: "" }];
      const field = withDefault(own, given);
      const isNamed = field.given.length > 0 && naming.style !== "dotted" && naming.style !== "colon";
      const nested = isNamed ? null : this.nestedOf(field, path, naming.style);
      if (nested !== null && around.length < maxDepth) {
        const inner = innerNaming(naming, field);
        // A class of its own settings is read by itself.
        if (inner !== null && !this.isReadByItself(nested)) this.expand(nested, inner, within(given, field.name));
        continue;
      }
      if (nested === null && isFilledFurther(field, naming)) continue;
      for (const entry of entriesFor(field, naming, this.context.languageOf(path))) {
        this.count += 1;
        const list = this.found.get(path);
        if (list === undefined) this.found.set(path, [entry]);
        else list.push(entry);
      }
    }
  }

  /** With a convention or a prefix of its own: such an object is handed to the class. */
  private isReadByItself(nested: LocatedGroup): boolean {
    const { style, prefix } = nested.group;
    return (style === "dotted" && prefix !== "") || this.namingOf(nested, new Set())?.style === "variable";
  }

  /** Own fields and those of bases. */
  private fieldsOf({ path, group }: LocatedGroup, seen: Set<SettingGroup>): OwnedField[] {
    if (seen.has(group) || seen.size > maxDepth) return [];
    seen.add(group);
    const inherited = group.bases.flatMap((base) => {
      const found = this.lookUp(base, path);
      return found === null ? [] : this.fieldsOf(found, seen);
    });
    const own = new Set(group.fields.map(({ name }) => name));
    return [
      ...inherited.filter(({ field }) => !own.has(field.name)),
      ...group.fields.map((field) => ({ path, field, owner: group.name })),
    ];
  }

  private nestedOf(field: SettingField, path: string, style: SettingStyle): LocatedGroup | null {
    const name = field.type === null ? null : classIn(field.type);
    const holder = /^(?:[*?&]|Option<)*(\w+)(?:\.|::)\w+>?$/.exec(field.type ?? "")?.[1];
    const found = name === null ? null : this.lookUp(holder === undefined ? name : `${holder}.${name}`, path);
    // Structs of keys say nothing of variables.
    return found?.group.delimiter === "." && style === "tagged" ? null : found;
  }

  /** The class of that name: of the same file, of the same folder, else the only one of the language. */
  private lookUp(written: string, path: string): LocatedGroup | null {
    const [, holder, name = written] = /^(\w+)\.(\w+)$/.exec(written) ?? [];
    const named = this.groups.get(name) ?? [];
    // `storage.Config` of Go is the one in the folder of that name, `storage::Config` of Rust may be in a file.
    const held = holder === undefined ? [] : named.filter((one) => isWithin(one.path, holder));
    const nearest = held.length > 1 ? held.filter((one) => one.path.startsWith(folderOf(path))) : held;
    if (nearest.length === 1) return nearest[0] ?? null;
    if (holder !== undefined && /^(?:go|rust)$/.test(this.context.languageOf(path) ?? "")) return null;
    const own = named.find((one) => one.path === path);
    if (own !== undefined) return own;
    const imported = this.context.importsOf(path);
    const near = named.filter((one) => imported.includes(one.path));
    if (near.length === 1) return near[0] ?? null;
    const folder = folderOf(path);
    const beside = named.filter((one) => folderOf(one.path) === folder);
    if (beside.length === 1) return beside[0] ?? null;
    const alike = named.filter((one) => this.context.languageOf(one.path) === this.context.languageOf(path));
    return alike.length === 1 ? (alike[0] ?? null) : null;
  }
}

/** An object of a class that is not known has settings of its own, whose names are not known either. */
function isFilledFurther({ type, defaultValue }: SettingField, { style }: FieldNaming): boolean {
  const isKey = style === "dotted" || style === "colon";
  const name = isKey && type !== null && defaultValue === null ? classIn(type) : null;
  return name !== null && !plainName.test(name);
}

/** Types that stand for one value, by their usual names. */
const plainName =
  /(?:Secret|Str|Utf8|Url|Uri|Addr|Address|Path|Level|Mode|Format|Encryption|Encoding|Strategy|Policy|Provider|Protocol|Kind|Duration|Size|Id|Enum)$/;

function isWithin(path: string, holder: string): boolean {
  return folderOf(path).endsWith(`/${holder}/`) || path.slice(folderOf(path).length).startsWith(`${holder}.`);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function innerNaming({ style, prefix, delimiter }: FieldNaming, field: SettingField): FieldNaming | null {
  if (style === "tagged") return { style, prefix: prefix + (field.prefix ?? ""), delimiter };
  if (style === "dotted") return { style, prefix: nameField(field, style, prefix)[0] ?? prefix, delimiter };
  if (style === "colon") return { style, prefix: nameField(field, style, prefix)[0] ?? prefix, delimiter };
  return delimiter === null ? null : { style, prefix: `${prefix}${field.name}${delimiter}`, delimiter };
}

/** Languages whose libraries spell a key as a variable in one way. */
const spelledAlike = new Set<string | null>(["java", "kotlin", "csharp"]);

function entriesFor(field: SettingField, { style, prefix }: FieldNaming, language: string | null): SettingEntry[] {
  const names = nameField(field, style, prefix);
  const [name, ...aliases] = names;
  if (name === undefined) return [];
  const { defaultValue, isRequired, allowed, comment, line } = field;
  return [
    {
      name,
      kind: style === "dotted" || style === "colon" ? "key" : "variable",
      source: "declared",
      type: field.type === null ? null : plainType(field.type),
      defaultValue,
      isRequired,
      allowed,
      comment,
      aliases: [...aliases, ...(spelledAlike.has(language) ? environmentSpelling(name, style) : [])],
      line,
    },
  ];
}
