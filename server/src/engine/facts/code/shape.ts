import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { fold, languageName } from "#server/engine/text/wording.ts";

import { mainSymbol, symbolEvidence } from "./describe.ts";

/** Parts below this many per cent are left out of a sentence. */
const leastPercent = 5;
const maxLanguages = 4;

/**
 * One sentence about the languages, resting on a declaration in each. Its shares are computed over all files: a text
 * that has it lists `languages`. Null without source.
 */
export function shape(scope: CodeScope): Statement | null {
  const all = scope.repository.index.languages(scope.folder);
  const shown = all.filter(({ percent }, at) => at === 0 || percent >= leastPercent).slice(0, maxLanguages);
  const evidence = shown.flatMap(({ largest }) => {
    const symbol = mainSymbol(scope, largest);
    return symbol === null ? [] : [symbolEvidence(scope, largest, symbol)];
  });
  if (evidence.length === 0) return null;
  const names = shown.map(({ language, percent }) =>
    shown.length === 1 ? languageName(language) : `${languageName(language)} (${percent} %)`,
  );
  return { text: `It is written in ${fold(names, maxLanguages)}.`, evidence };
}
