import type { ConfigKeyFact } from "#server/code-index/ports/facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { asSentence, cutText, leadingSentences } from "#server/engine/text/sentences.ts";

import { explainReading } from "./explain-reading.ts";
import { parseEnvFile } from "./parse-env-file.ts";

/** One setting, merged from every position that reads or documents it. */
export interface Setting {
  name: string;
  /** As written in the example file or at the reading code; null when there is none. */
  defaultValue: string | null;
  /** What a comment says about it; null without one. */
  about: string | null;
  /** The comment that `about` was read from, as written. */
  comment: string | null;
  /** Source files that read it, sorted. */
  readers: string[];
  /** How the first reading line uses it; null where a comment says more or the line does not show. */
  reading: string | null;
  isInExample: boolean;
  evidence: Evidence[];
}

const exampleFile =
  /(?:^|\/)(?:\.env(?:\.[\w.-]+)?|\.[\w.-]*env[\w.-]*\.(?:example|sample|template|dist|defaults?)|(?:example|sample)\.env)$/i;

/** Settings of a Spring program, which it carries along and reads by itself. */
const propertiesFile = /(?:^|\/)src\/main\/resources\/(?:config\/)?application(?:-[\w-]+)?\.properties$/;

/** Settings of tests and examples are nobody's to fill in. */
const checkFolder =
  /(?:^|\/)(?:tests?|__tests__|e2e|fixtures?|testdata|examples?|samples?|playground)\/|\.env\.(?:test|ci)\b/i;

/** Files made to be copied come first, then what is committed for everybody, then for one environment. */
function distance(path: string): number {
  const kind = /example|sample|template|dist|default/.test(path) ? 0 : path.endsWith(".env") ? 1 : 2;
  return kind * 10 + path.split("/").length;
}

/** Environment variables and settings keys; those of the example file first, in its order. */
export function findSettings(scope: CodeScope): Promise<Setting[]> {
  return scope.once("findSettings", () => gatherSettings(scope));
}

async function gatherSettings(scope: CodeScope): Promise<Setting[]> {
  const settings = new Map<string, Setting>();
  const examples = scope.repository.index
    .files()
    .map((file) => file.path)
    .filter((path) => isSettingsFile(path) && !checkFolder.test(path))
    .toSorted((a, b) => distance(a) - distance(b));
  const own = examples.filter((path) => scope.folder === "" || path.startsWith(`${scope.folder}/`));
  const sources = scope.sources.map((file) => file.path);
  for (const path of [...own, ...sources]) {
    for (const key of await configKeys(scope, path)) {
      if (!systemVariable.test(key.name)) merge(settings, { scope, path, key, isExample: isSettingsFile(path) });
    }
  }
  await findReaders(scope, settings, examples);
  await Promise.all([...settings.values()].map((setting) => explainSetting(scope, setting)));
  return [...settings.values()].toSorted((a, b) => Number(b.isInExample) - Number(a.isInExample));
}

function isSettingsFile(path: string): boolean {
  return exampleFile.test(path) || propertiesFile.test(path);
}

/** What the index read, and what it leaves to us: files of environment variables. */
async function configKeys(scope: CodeScope, path: string): Promise<readonly ConfigKeyFact[]> {
  const indexed = scope.facts(path)?.configKeys ?? [];
  return indexed.length === 0 && isSettingsFile(path) ? parseEnvFile((await scope.lines(path)) ?? [], path) : indexed;
}

async function explainSetting(scope: CodeScope, setting: Setting): Promise<void> {
  await confirmComment(scope, setting);
  const location = setting.evidence.find(({ path }) => setting.readers.includes(path));
  if (setting.about !== null || location === undefined) return;
  const line = (await scope.lines(location.path))?.[location.startLine - 1] ?? "";
  setting.reading = explainReading(line, setting.name);
}

/**
 * Files that read some settings often read others through a function of their own (`readNumber(env, "PORT")`): keys of
 * the example files are looked for there by name. Keys of an example file above the scope count only when found.
 */
async function findReaders(
  scope: CodeScope,
  settings: Map<string, Setting>,
  examples: readonly string[],
): Promise<void> {
  const readers = [...new Set([...settings.values()].flatMap((setting) => setting.readers))].slice(0, maxReaders);
  const texts = await Promise.all(readers.map(async (path) => ({ path, lines: (await scope.lines(path)) ?? [] })));
  for (const example of examples) {
    for (const key of await configKeys(scope, example)) {
      for (const { path, lines } of texts) {
        const at = lines.findIndex((line) => new RegExp(`["'\`.]${key.name.replace(/\W/g, "\\$&")}\\b`).test(line));
        if (at < 0) continue;
        if (!settings.get(key.name)?.isInExample) merge(settings, { scope, path: example, key, isExample: true });
        merge(settings, {
          scope,
          path,
          key: { ...key, line: at + 1, defaultValue: null, comment: null },
          isExample: false,
        });
      }
    }
  }
}

const maxReaders = 8;

/** A comment counts only directly at the key: above it or on its line. */
async function confirmComment(scope: CodeScope, setting: Setting): Promise<void> {
  const opening = setting.comment?.trim().split("\n")[0]?.slice(0, 24) ?? "";
  const locations = await Promise.all(
    setting.evidence.map(
      async ({ path, startLine }) => (await scope.lines(path))?.slice(Math.max(0, startLine - 7), startLine) ?? [],
    ),
  );
  if (opening !== "" && !locations.flat().some((line) => line.includes(opening))) setting.about = null;
}

function merge(
  settings: Map<string, Setting>,
  { scope, path, key, isExample }: { scope: CodeScope; path: string; key: ConfigKeyFact; isExample: boolean },
): void {
  const known = settings.get(key.name);
  const setting = known ?? {
    name: key.name,
    defaultValue: null,
    about: null,
    comment: null,
    readers: [],
    reading: null,
    isInExample: false,
    evidence: [],
  };
  setting.defaultValue ??= key.defaultValue === "" ? null : key.defaultValue;
  const about = explain(key.comment);
  if (setting.about === null && about !== null) Object.assign(setting, { about, comment: key.comment });
  setting.isInExample ||= isExample;
  if (!isExample && !setting.readers.includes(path)) setting.readers.push(path);
  const isKnown = setting.evidence.some((one) => one.path === path);
  if (setting.evidence.length < 2 && !isKnown) setting.evidence.push(scope.at(path, key.line));
  settings.set(key.name, setting);
}

/** Variables the system or a build tool sets; nobody fills them in for this product. */
const systemVariable =
  /^(?:PATH|HOME|PWD|OLDPWD|SHELL|USER|USERNAME|TERM|TMP|TEMP|TMPDIR|LANG|HOSTNAME|EDITOR|PAGER|CI|NO_COLOR|FORCE_COLOR|COLORTERM|APPDATA|LOCALAPPDATA|PYTHON\w*|CARGO_\w+|OUT_DIR|TARGET|PROFILE|RUSTC\w*|XDG_\w+|LC_\w+|GITHUB_\w+|GOPATH|GOROOT|JAVA_HOME|npm_\w+|(?:wsgi|werkzeug|java|os|user|file|line)\.[\w.]+)$/;

function explain(comment: string | null): string | null {
  const text =
    comment === null ? "" : cutText(leadingSentences(cleanProse(comment.replace(/(^|\n)\s*:\s+/g, "$1")), 180, 1), 180);
  return /\p{L}{3,}\s+\p{L}{2,}/u.test(text) && !/eslint|@ts-|todo/i.test(text) ? asSentence(text) : null;
}

/** Whether a setting of that name could hold somebody's secret. */
export function isSecretName(name: string): boolean {
  return /secret|passw|passphrase|token|private|api_?key|_key$|credential|salt|_dsn$/i.test(name);
}

/** Whether a file holds environment variables, which may be somebody's own. */
export function isEnvironmentFile(path: string): boolean {
  return exampleFile.test(path);
}

/** Values that could be somebody's secret are never repeated; of addresses only what leads there is. */
export function shownDefault(setting: Setting): string | null {
  if (setting.defaultValue === null) return null;
  if (isSecretName(setting.name) && setting.defaultValue.length > 4) return null;
  return setting.defaultValue.replace(/(\w:\/\/)[^/@\s]+@/, "$1…@");
}
