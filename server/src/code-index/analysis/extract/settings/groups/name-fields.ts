import type { SettingField, SettingStyle } from "#server/code-index/ports/setting-facts.ts";

/** The names by which a field is given, the usual one first. */
export function nameField(field: SettingField, style: SettingStyle, prefix: string): string[] {
  if (style === "tagged") return field.given.map((one) => prefix + one);
  if (style === "dotted") return [`${prefix === "" ? "" : `${prefix}.`}${field.given[0] ?? kebab(field.name)}`];
  if (style === "colon") return [`${prefix === "" ? "" : `${prefix}:`}${field.given[0] ?? field.name}`];
  if (field.given.length > 0) return field.given.map((one) => one.toUpperCase());
  return [`${prefix}${field.name}`.toUpperCase()];
}

/** `poolSize` is `pool-size`. */
function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
