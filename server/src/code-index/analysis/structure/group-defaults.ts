import type { SettingField } from "#server/code-index/ports/setting-facts.ts";

import type { SettingContext } from "./expand-settings.ts";

/** Values by the path of fields below `at`; null where the program gives different ones. */
export interface GivenValues {
  values: ReadonlyMap<string, string | null>;
  at: string;
}

interface FileValues {
  path: string;
  values: ReadonlyMap<string, string | null>;
}

const none: ReadonlyMap<string, string | null> = new Map();

/** What a program gives to the fields of its classes before anybody else does. */
export class GroupDefaults {
  private readonly byGroup = new Map<string, FileValues[]>();

  constructor(context: SettingContext) {
    for (const [path, { defaults }] of context.settings)
      for (const { group, values } of defaults) {
        const known = this.byGroup.get(group) ?? [];
        const own = known.find((one) => one.path === path);
        if (own === undefined) known.push({ path, values: merged(none, values) });
        else known[known.indexOf(own)] = { path, values: merged(own.values, values) };
        this.byGroup.set(group, known);
      }
  }

  /** Of the same file, of the same folder, else the only ones of that name. */
  of(group: string, path: string): ReadonlyMap<string, string | null> {
    const all = this.byGroup.get(group) ?? [];
    const own = all.find((one) => one.path === path);
    if (own !== undefined) return own.values;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const beside = all.filter((one) => one.path.slice(0, one.path.lastIndexOf("/") + 1) === folder);
    const chosen = beside.length > 0 ? beside : all;
    return chosen.length === 1 ? (chosen[0]?.values ?? none) : none;
  }
}

function merged(
  known: ReadonlyMap<string, string | null>,
  values: readonly (readonly [string, string])[],
): Map<string, string | null> {
  const found = new Map(known);
  for (const [name, value] of values) {
    const before = found.get(name);
    found.set(name, before === undefined || before === value ? value : null);
  }
  return found;
}

/** The field with the value that is given furthest outside, where the class itself says none. */
export function withDefault(field: SettingField, given: readonly GivenValues[]): SettingField {
  if (field.defaultValue !== null) return field;
  for (const { values, at } of given) {
    const value = values.get(at + field.name);
    if (value !== undefined && value !== null) return { ...field, defaultValue: value, isRequired: false };
  }
  return field;
}

/** The same values below a field. */
export function within(given: readonly GivenValues[], field: string): GivenValues[] {
  return given.map(({ values, at }) => ({ values, at: `${at}${field}.` }));
}
