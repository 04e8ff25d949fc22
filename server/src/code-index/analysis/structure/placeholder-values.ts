import { plainDuration } from "#server/code-index/analysis/extract/triggers/trigger-values.ts";

import type { ResolveContext } from "./import-target.ts";

/** Of `${boats.delay:30000}`: the key, and what stands in for it. */
const placeholder = /\$\{([\w.-]{1,120})(?::([^{}]{0,200}))?\}/g;

/** What settings are where nobody sets them: keys that texts of the code ask for by placeholders, and fields of classes. */
export class PlaceholderValues {
  /** By their plain names; null where files differ. */
  private readonly values = new Map<string, string | null>();
  /** Defaults of fields of classes that a library fills with settings; null where classes differ. */
  private readonly fields = new Map<string, string | null>();

  constructor({ files, links }: Pick<ResolveContext, "files" | "links">) {
    for (const { path, kind } of files) {
      const { settings } = links(path);
      if (kind === "test" || settings === null) continue;
      for (const { name, defaultValue } of settings.groups.flatMap(({ fields }) => fields))
        keep(this.fields, name, defaultValue);
      if (settingFile.test(path))
        for (const { name, defaultValue } of settings.entries) keep(this.values, plain(name), defaultValue);
    }
  }

  /** What `config.App.TidyTime` is where nobody sets it; null for what is no such field. */
  fieldOf(expression: string): string | null {
    const [, field] = /\b(?:conf|config|cfg|settings|options|opts)\.(?:\w+\.){0,4}(\w+)$/i.exec(expression) ?? [];
    return field === undefined ? null : (this.fields.get(field) ?? null);
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

function keep(values: Map<string, string | null>, name: string, value: string | null): void {
  if (value === null || value === "" || value.includes("\u0001")) return;
  const known = values.get(name);
  values.set(name, known === undefined || known === value ? value : null);
}

/** The program's own, and not those of one profile. */
const settingFile = /(?:^|\/)(?:application|bootstrap|config)\.(?:ya?ml|properties)$/;

/** The spellings of a key are one: `boats.maxDelay`, `boats.max-delay`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}
