import { environmentSpelling } from "#server/code-index/analysis/extract/settings/groups/name-fields.ts";
import { maxValue, plainEntry, unquoted } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

/**
 * A key of a configuration file with its value. A value that is taken from the environment makes the variable the
 * setting, of which the key is another spelling.
 */
export function valueEntries(
  key: string,
  written: string,
  { line, comment }: { line: number; comment: string | null },
): SettingEntry[] {
  const given = unquoted(written.trim());
  const { value, inner } = withoutNested(given);
  if (inner !== null) return [...valueEntries(key, value, { line, comment }), ...standIns(inner, { line, comment })];
  const taken = [...value.matchAll(placeholder)];
  const [only] = taken;
  const entry = plainEntry(key, { kind: "key", source: "declared", line });
  entry.comment = comment;
  if (taken.length === 0) {
    entry.aliases = environmentSpelling(key, "dotted");
    entry.defaultValue = value.slice(0, maxValue) || null;
    return [entry];
  }
  const found = taken.map((match) => {
    const { name = "", text } = match.groups ?? {};
    const variable = plainEntry(name, {
      kind: /^[A-Z][A-Z0-9_]*$/.test(name) ? "variable" : "key",
      source: "declared",
      line,
    });
    const isWhole = only !== undefined && taken.length === 1 && only[0] === value;
    variable.defaultValue = text?.slice(0, maxValue) || null;
    variable.isRequired = text === undefined ? null : false;
    variable.comment = comment;
    if (isWhole) variable.aliases = [key];
    // A property of the build, or another key of the file.
    else if (variable.kind === "key") variable.source = "mentioned";
    return variable;
  });
  if (found.some(({ kind, aliases }) => kind === "variable" || aliases.length > 0)) return found;
  // `${user.home}/tide` is put together from other keys: it is the value.
  entry.aliases = environmentSpelling(key, "dotted");
  entry.defaultValue = value.slice(0, maxValue);
  return [entry, ...found];
}

/** `${OPEN:${FORMER_OPEN:true}}` with what is meant in the end, and the variable that stands in. */
function withoutNested(value: string): { value: string; inner: string | null } {
  const [, outer, inner, last] = nested.exec(value) ?? [];
  if (outer === undefined || inner === undefined) return { value, inner: null };
  return { value: `\${${outer}${last === undefined ? "" : `:${last}`}}`, inner };
}

/** A variable that is asked where another one is not set is a setting of its own. */
function standIns(name: string, { line, comment }: { line: number; comment: string | null }): SettingEntry[] {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) return [];
  const entry = plainEntry(name, { kind: "variable", source: "mentioned", line });
  entry.comment = comment;
  return [entry];
}

const nested = /^\$\{([A-Za-z][\w.-]*):\$\{([A-Za-z][\w.-]*)(?::([^${}]{0,300}))?\}\}$/;
/** The default of a shell begins after a dash, which a number has as well. */
const placeholder = /\$\{(?<name>[A-Za-z][\w.-]*)(?::(?:-(?!\d*\}))?(?<text>[^}]{0,300}))?\}/g;
