import type { EffectVerb } from "#server/engine/retrieval/find-effect.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import type { FlowEffect } from "./follow-flow.ts";

/** "writes `note` and `tag`, deletes `draft` and sends a message": each kind once. */
export function summaryOf(effects: readonly FlowEffect[]): { text: string; effects: FlowEffect[] } {
  const byVerb = Map.groupBy(effects, ({ verb }) => verb);
  const shown: FlowEffect[] = [];
  const parts = [...byVerb].flatMap(([verb, own]) => {
    const named = [
      ...new Map(own.filter(({ target }) => target !== null).map((one) => [one.target, one])).values(),
    ].slice(0, 4);
    const chosen = named.length > 0 ? named : own.slice(0, 1);
    const text = phraseOf(
      verb,
      named.map(({ target }) => target ?? ""),
    );
    if (text === null) return [];
    shown.push(...chosen);
    return [text];
  });
  return { text: enumerate(parts), effects: shown };
}

/** Null where nothing is named that a reader could look for. */
export function phraseOf(verb: EffectVerb, targets: readonly string[]): string | null {
  const names = enumerate(targets.map((one) => codeSpan(one)));
  if (verb === "writes" || verb === "deletes")
    return names === "" ? null : `${verb === "writes" ? "writes" : "deletes from"} ${names}`;
  if (verb === "puts a job in line" && names !== "") return `puts ${names} in line`;
  return verb;
}
