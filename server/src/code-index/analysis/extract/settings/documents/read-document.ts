import type { FileRole } from "#server/code-index/analysis/text/classify-path.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

import { readComposeSettings } from "./compose-settings.ts";
import { readDockerSettings } from "./docker-settings.ts";
import { readEnvFile } from "./env-file.ts";
import { readJsonKeys } from "./json-keys.ts";
import { readConstants } from "./php-constants.ts";
import { readPropertyKeys } from "./property-keys.ts";
import { readSectionDefaults, readSectionKeys } from "./section-keys.ts";
import { readSettingTables } from "./setting-tables.ts";
import { readYamlKeys } from "./yaml-keys.ts";

/** The settings that a file of configuration or a document lists; null for files of code. */
export function readDocument(source: SourceText, role: FileRole | null): SettingEntry[] | null {
  if (role === "env-example") return readEnvFile(source, { showsValues: true });
  // What somebody has set is nobody else's to read, not even where it is commented out.
  if (role === "env-file") return readEnvFile(source, { showsValues: false });
  if (role === "sample-config") return readSample(source);
  if (role === "compose") return readComposeSettings(source);
  if (role === "dockerfile") return readDockerSettings(source);
  if (role === "app-config" || (role === null && asksEnvironment(source))) {
    if (source.language === "yaml") return readYamlKeys(source);
    if (source.language === "json") return readJsonKeys(source);
    return hasSections.test(source.text) ? readSectionDefaults(source) : readPropertyKeys(source);
  }
  const { language } = source;
  if (language === "yaml" && role === null && hasDefaults.test(source.text)) return readDefaults(source);
  return language === "markdown" || language === "rst" || language === "asciidoc" ? readSettingTables(source) : null;
}

/** A file with other things beside the values by default of a configuration: `defaults: { config: … }`. */
const hasDefaults = /^defaults:[ \t]*\n(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]+(?:config(?:uration)?|settings):[ \t]*$/m;
const ofDefaults = /^defaults\.(?:config(?:uration)?|settings)\./;

function readDefaults(source: SourceText): SettingEntry[] {
  return readYamlKeys(source).flatMap((entry) =>
    ofDefaults.test(entry.name) ? [{ ...entry, name: entry.name.replace(ofDefaults, ""), aliases: [] }] : [],
  );
}

const hasSections = /^\[[\w.-]{1,80}\][ \t]*$/m;
const leastAsked = 2;

/** Whether the values of a file are those that variables are asked for, as frameworks of Java write it, whatever the file is called. */
function asksEnvironment({ language, text }: SourceText): boolean {
  if (language !== "yaml" && language !== "ini") return false;
  const asked = text.match(/^[ \t]*[\w.-]{1,100}[ \t]*[:=][ \t]*["']?\$\{[A-Z][A-Z0-9_]{1,80}:/gm) ?? [];
  return asked.length >= leastAsked && !/^apiVersion:/m.test(text);
}

function readSample(source: SourceText): SettingEntry[] {
  if (source.language === "php") return readConstants(source);
  if (source.language !== "yaml") return readSectionKeys(source);
  return readYamlKeys(source).map(({ defaultValue, ...entry }) => ({
    ...entry,
    ...(defaultValue === null ? {} : { example: defaultValue }),
    defaultValue: null,
    source: "example",
    aliases: [],
  }));
}
