import type { ConfigKeyFact } from "#server/code-index/ports/facts.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";

import { gatherFacts, isAside, type FileFact } from "./gather-facts.ts";

export type SettingFact = FileFact<ConfigKeyFact>;

/** Each setting once, by the declaration that says most of it. */
export async function gatherSettings(context: AnswerContext, about: string): Promise<SettingFact[]> {
  const all = await context.lookUp("list_settings", about, () => gatherFacts(context, (facts) => facts.configKeys));
  const byName = new Map<string, SettingFact>();
  for (const one of all) {
    const known = byName.get(one.fact.name);
    if (!known || descriptionOf(one) > descriptionOf(known)) byName.set(one.fact.name, one);
  }
  return [...byName.values()];
}

function descriptionOf({ fact, path }: SettingFact): number {
  return (fact.defaultValue === null ? 0 : 2) + (fact.comment === null ? 0 : 1) + (isAside(path) ? 0 : 0.5);
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
