import type { IndexedSetting, SettingSite } from "#server/code-index/ports/setting-facts.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { isEnvironmentFile, shownDefault, shownExample } from "#server/engine/facts/project/find-config.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";

import { isAside, type FileFact } from "./gather-facts.ts";

/** A setting with the line that says most of it. */
interface LocatedSetting extends Pick<IndexedSetting, "name" | "kind" | "type" | "isRequired" | "allowed" | "comment"> {
  /** Null where there is none, or where it could be somebody's secret. */
  defaultValue: string | null;
  /** What an example file shows, in the same way. */
  example: string | null;
  isDeclared: boolean;
  line: number;
}

export type SettingFact = FileFact<LocatedSetting>;

/** Each setting of each repository once; those of examples and benchmarks only where it has no others. */
export async function gatherSettings(context: AnswerContext, about: string): Promise<SettingFact[]> {
  return await context.lookUp("list_settings", about, async () => {
    const all: SettingFact[] = [];
    for (const codebase of context.codebases) {
      for (const setting of codebase.index.settings()) {
        const [first] = setting.sites.toSorted((a, b) => weightOf(b) - weightOf(a));
        if (first === undefined) continue;
        const { path, line } = first;
        const values = { defaultValue: shownDefault(setting), example: shownExample(setting) };
        const fact = { ...setting, ...values, isDeclared: first.source === "declared", line };
        all.push({ codebase, path, fact });
      }
      await context.yieldToEventLoop();
    }
    // What only a file of values names comes last.
    all.sort((a, b) => Number(isEnvironmentFile(a.path)) - Number(isEnvironmentFile(b.path)));
    const own = all.filter(({ path }) => !isAside(path));
    return own.length > 0 ? own : all;
  });
}

/** The code says more than what is written about it. */
function weightOf({ source, path, defaultValue, comment }: SettingSite): number {
  const isOfCode = source === "declared" || source === "read";
  return (isOfCode ? 4 : 0) + (isAside(path) ? -2 : 0) + (defaultValue === null ? 0 : 1) + (comment === null ? 0 : 0.5);
}

/** A word that is written like a setting: with a hyphen, an underscore or a dot in it, or all in capitals. */
const written = /^-{0,2}[A-Za-z][\w]*(?:[-_.][\w]+)+$|^--[a-z]\w+$|^[A-Z][A-Z\d_]{3,}$/;
const maxNamed = 3;

/** Settings that a question names, in any spelling: `maxmemory-policy`, `maxmemory_policy`, `MAXMEMORY_POLICY`. */
export async function findNamedSettings(context: AnswerContext, part: QuestionPart): Promise<SettingFact[]> {
  const words = part.text
    .replaceAll(/[`"'“”‘’()?!,;:]/g, " ")
    .split(/\s+/)
    .map((word) => word.replace(/\.$/, ""));
  const quoted = [...part.text.matchAll(/`([^`\n]{2,80})`/g)].map(([, name = ""]) => name);
  const wanted = new Set([...quoted, ...words.filter((word) => written.test(word))].map(bareName));
  wanted.delete("");
  if (wanted.size === 0) return [];
  const all = await gatherSettings(context, [...wanted].join(" "));
  const isWhole = all.filter(({ fact }) => wanted.has(bareName(fact.name)));
  if (isWhole.length > 0) return isWhole.slice(0, maxNamed);
  // `timeout` of `server.timeout`.
  return all
    .filter(({ fact }) => /[.:]/.test(fact.name) && wanted.has(bareName(fact.name.split(/[.:]/).at(-1) ?? "")))
    .slice(0, maxNamed);
}

/** A name without what its spellings differ in. */
export function bareName(name: string): string {
  return name.replaceAll(/[-_.\s:]/g, "").toLowerCase();
}
