import type { KeySpelling, SettingEntry } from "#server/code-index/ports/setting-facts.ts";

import type { SettingContext } from "./expand-settings.ts";

const languages = new Set(["go", "rust", "python"]);

/** The variables by which keys are given, where the program has one way for all of them. */
export class KeySpeller {
  private readonly context: SettingContext;
  private readonly byLanguage = new Map<string, KeySpelling>();

  constructor(context: SettingContext) {
    this.context = context;
    for (const language of languages) {
      const all = [...context.settings]
        .filter(([path]) => context.languageOf(path) === language)
        .flatMap(([, { spellings }]) => spellings);
      const prefixed = all.filter(({ prefix }) => prefix !== "");
      const [only] = prefixed.length > 0 ? prefixed : all;
      const isOne = only !== undefined && prefixed.every(({ prefix }) => prefix === only.prefix);
      if (isOne) this.byLanguage.set(language, { ...only, dot: only.dot ?? firstDot(all) });
    }
  }

  withVariable(entry: SettingEntry, path: string): SettingEntry {
    const spelling = this.byLanguage.get(this.context.languageOf(path) ?? "");
    if (spelling === undefined || entry.kind !== "key" || entry.source === "documented") return entry;
    const name = variableOf(entry.name, spelling);
    return name === null || entry.aliases.includes(name) ? entry : { ...entry, aliases: [...entry.aliases, name] };
  }
}

function firstDot(all: readonly KeySpelling[]): string | null {
  return all.find(({ dot }) => dot !== null)?.dot ?? null;
}

function variableOf(key: string, { prefix, dot, hyphen }: KeySpelling): string | null {
  if ((key.includes(".") && dot === null) || (key.includes("-") && hyphen === null)) return null;
  const rest = key.replaceAll(".", dot ?? "").replaceAll("-", hyphen ?? "");
  return /^\w+$/.test(rest) ? `${prefix}${rest}`.toUpperCase() : null;
}
