import type { ConfigKeyFact } from "../../../code-index/facts.ts";
import type { Evidence } from "../../evidence.ts";
import { cleanProse } from "../text/clean-prose.ts";
import { asSentence, cutText, leadingSentences } from "../text/sentences.ts";
import type { Scope } from "./open-scope.ts";

/** One setting, gathered from every place that reads or shows it. */
export interface Setting {
  name: string;
  /** As written in the example file or beside the reading; null where none stands. */
  defaultValue: string | null;
  /** What a comment says about it; null without one. */
  about: string | null;
  /** Source files that read it, sorted. */
  readers: string[];
  isInExample: boolean;
  evidence: Evidence[];
}

const exampleFile =
  /(?:^|\/)(?:\.env[\w.-]*\.(?:example|sample|template|dist|defaults?)|\.env\.(?:example|sample)|(?:example|sample)\.env)/i;

/** Environment variables and settings keys; those of the example file first, in its order. */
export function findSettings(scope: Scope): Setting[] {
  return scope.once("findSettings", () => {
    const settings = new Map<string, Setting>();
    const sources = new Set(scope.sources.map((file) => file.path));
    const files = scope.files.filter(({ path }) => sources.has(path) || exampleFile.test(path));
    const ordered = files.toSorted((a, b) => Number(exampleFile.test(b.path)) - Number(exampleFile.test(a.path)));
    for (const { path } of ordered) {
      const isExample = exampleFile.test(path);
      for (const key of scope.facts(path)?.configKeys ?? []) merge(settings, { scope, path, key, isExample });
    }
    return [...settings.values()].toSorted((a, b) => Number(b.isInExample) - Number(a.isInExample));
  });
}

function merge(
  settings: Map<string, Setting>,
  { scope, path, key, isExample }: { scope: Scope; path: string; key: ConfigKeyFact; isExample: boolean },
): void {
  const known = settings.get(key.name);
  const setting = known ?? {
    name: key.name,
    defaultValue: null,
    about: null,
    readers: [],
    isInExample: false,
    evidence: [],
  };
  setting.defaultValue ??= key.defaultValue === "" ? null : key.defaultValue;
  setting.about ??= explain(key.comment);
  setting.isInExample ||= isExample;
  if (!isExample && !setting.readers.includes(path)) setting.readers.push(path);
  if (setting.evidence.length < 2) setting.evidence.push(scope.at(path, key.line));
  settings.set(key.name, setting);
}

function explain(comment: string | null): string | null {
  const text = comment === null ? "" : cutText(leadingSentences(cleanProse(comment), 180, 1), 180);
  return /\p{L}{3,}\s+\p{L}{2,}/u.test(text) && !/eslint|@ts-|todo/i.test(text) ? asSentence(text) : null;
}

/** Values that could be somebody's secret are never repeated. */
export function shownDefault(setting: Setting): string | null {
  if (setting.defaultValue === null) return null;
  const isSecret =
    /secret|password|passphrase|token|private|api_?key|credential|salt/i.test(setting.name) &&
    setting.defaultValue.length > 4;
  return isSecret ? null : setting.defaultValue;
}
