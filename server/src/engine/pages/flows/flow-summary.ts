import type { EffectVerb } from "#server/engine/retrieval/find-effect.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import type { FlowEffect } from "./followed-flow.ts";

/** "writes `note` and `tag`, sends a message and may delete from `draft`": each kind once, what is done in every case first. */
export function summaryOf(effects: readonly FlowEffect[]): { text: string; effects: FlowEffect[] } {
  const shown: FlowEffect[] = [];
  const sure = effects.filter(({ mayBe }) => mayBe !== true);
  const told = new Set(sure.map(({ verb, target }) => `${verb} ${target ?? ""}`));
  const others = effects.filter(
    ({ verb, target, mayBe }) =>
      // That some file may be written, nobody knows which, is nothing to go by.
      mayBe === true && !told.has(`${verb} ${target ?? ""}`) && !(target === null && verb === "writes a file"),
  );
  const parts = [
    ...partsOf(sure, shown),
    ...partsOf(others, shown).map((one) =>
      one.replace(/^(?:writes|deletes|puts|sends|calls)/, (verb) => `may ${verb.slice(0, -1)}`),
    ),
  ];
  return { text: enumerate(parts), effects: shown };
}

function partsOf(effects: readonly FlowEffect[], shown: FlowEffect[]): string[] {
  return [...Map.groupBy(effects, ({ verb }) => verb)].flatMap(([verb, own]) => {
    const all = [...new Map(own.filter(({ target }) => target !== null).map((one) => [one.target, one])).values()];
    // A list that is cut says by how much: read as whole it would be false.
    const named = all.length > mostNamed ? all.slice(0, mostNamed - 1) : all;
    const chosen = named.length > 0 ? named : own.slice(0, 1);
    const text = phraseOf(
      verb,
      named.map(({ target }) => target ?? ""),
      all.length - named.length,
    );
    if (text === null) return [];
    shown.push(...chosen);
    return [text];
  });
}

const mostNamed = 4;

/** With how many targets are not named. Null where nothing is named that a reader could look for. */
export function phraseOf(verb: EffectVerb, targets: readonly string[], unnamed = 0): string | null {
  const names = enumerate([...targets.map((one) => codeSpan(one)), ...(unnamed > 0 ? [`${unnamed} more`] : [])]);
  if (verb === "writes" || verb === "deletes")
    return names === "" ? null : `${verb === "writes" ? "writes" : "deletes from"} ${names}`;
  if (verb === "puts a job in line" && names !== "") return `puts ${names} in line`;
  return verb;
}
