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

/** How a key of such a configuration is written as a variable: `tide.pool-size` is `TIDE_POOLSIZE`, `Tide:Size` is `Tide__Size`. */
export function environmentSpelling(name: string, style: SettingStyle): string[] {
  if (style === "colon") return /^[\w:]+$/.test(name) ? [name.replaceAll(":", "__")] : [];
  if (style !== "dotted" || !/^[\w.-]+$/.test(name)) return [];
  return [name.replaceAll("-", "").replaceAll(".", "_").toUpperCase()];
}
