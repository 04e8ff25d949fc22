import { plainDuration } from "#server/code-index/analysis/extract/triggers/trigger-values.ts";

import type { ResolveContext } from "./import-target.ts";

/** Of `${boats.delay:30000}`: the key, and what stands in for it. */
const placeholder = /\$\{([\w.-]{1,120})(?::([^{}]{0,200}))?\}/g;

/** What keys of the program's files of settings say where texts of its code ask for them by placeholders. */
export class PlaceholderValues {
  /** By their plain names; null where files differ. */
  private readonly values = new Map<string, string | null>();

  constructor({ files, links }: Pick<ResolveContext, "files" | "links">) {
    for (const { path, kind } of files) {
      if (kind === "test" || !settingFile.test(path)) continue;
      for (const { name, defaultValue } of links(path).settings?.entries ?? []) {
        if (defaultValue === null || defaultValue === "" || defaultValue.includes("\u0001")) continue;
        const known = this.values.get(plain(name));
        this.values.set(plain(name), known === undefined || known === defaultValue ? defaultValue : null);
      }
    }
  }

  /** The text with what is known put in; a time that is a number alone is one of milliseconds. */
  fill(text: string): string {
    if (!text.includes("${")) return text;
    const filled = text.replace(placeholder, (whole, key: string, standIn: string | undefined) => {
      const value = this.values.get(plain(key)) ?? standIn;
      return value === undefined || value === "" || value.includes("${") ? whole : value;
    });
    return /^\d+$/.test(filled) ? (plainDuration(filled, "milliseconds") ?? filled) : filled;
  }
}

/** The program's own, and not those of one profile. */
const settingFile = /(?:^|\/)(?:application|bootstrap|config)\.(?:ya?ml|properties)$/;

/** The spellings of a key are one: `boats.maxDelay`, `boats.max-delay`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}
