import type { ConfigKeyFact } from "#server/code-index/ports/facts.ts";
import type { SettingEntry, SettingFacts } from "#server/code-index/ports/setting-facts.ts";

import { nameField } from "./groups/name-fields.ts";

const maxKeys = 1000;

/** Settings of a file as its text alone names them, each by its first line; what documents say of others' is left out. */
export function listConfigKeys(settings: SettingFacts | null): ConfigKeyFact[] {
  if (settings === null) return [];
  const { constants } = settings;
  const byName = new Map<string, ConfigKeyFact>();
  const entries = [...settings.entries, ...fieldEntries(settings)].toSorted((a, b) => a.line - b.line);
  for (const { name: written, source, defaultValue: given, comment, line } of entries) {
    const [prefix = "", constant] = written.split("\u0001");
    const value = constant === undefined ? "" : Object.hasOwn(constants, constant) ? constants[constant] : undefined;
    if (source === "documented" || value === undefined) continue;
    const name = prefix + value;
    const held = given?.startsWith("\u0001") === true ? given.slice(1) : null;
    const defaultValue =
      held === null ? given : ((Object.hasOwn(constants, held) ? constants[held] : undefined) ?? null);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, { name, defaultValue, comment, line });
    else known.defaultValue ??= defaultValue;
  }
  return [...byName.values()].slice(0, maxKeys);
}

type LocalEntry = Pick<SettingEntry, "name" | "source" | "defaultValue" | "comment" | "line">;

/** Fields of the file's own classes, as far as the file alone names them. */
function fieldEntries({ groups }: SettingFacts): LocalEntry[] {
  return groups.flatMap(({ style, prefix, fields }) =>
    style === null
      ? []
      : fields.flatMap((field) => {
          const [name] = nameField(field, style, prefix);
          const { defaultValue, comment, line } = field;
          return name === undefined ? [] : [{ name, source: "declared" as const, defaultValue, comment, line }];
        }),
  );
}
