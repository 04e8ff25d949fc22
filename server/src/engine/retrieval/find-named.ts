import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";

import { isTestSymbol, type LocatedSymbol } from "./relations.ts";
import { isUnlikelyPlace } from "./search-first.ts";
import { isBesideCode } from "./side-folder.ts";

/** Declarations of exactly this name, `Type.member` included; the code's own before those of tests, examples and mocks. */
export function findNamed(context: AnswerContext, name: string): LocatedSymbol[] {
  const parts = name.split(/[.#]|::/);
  const last = parts.at(-1) ?? name;
  const parent = parts.at(-2);
  const found = context.lookUp("find_symbol", name, () =>
    context.codebases.flatMap((codebase) =>
      codebase.index.findSymbols(last, { limit: 40 }).map(({ path, symbol }) => ({ codebase, path, symbol })),
    ),
  );
  const rank = (one: LocatedSymbol) =>
    (parent !== undefined && one.symbol.parent === parent ? -4 : 0) +
    (isInTests(one) ? 2 : 0) +
    (isBesideCode(one.path) || isUnlikelyPlace(one.path, name) ? 1 : 0) +
    // What a type only promises is done elsewhere.
    (one.symbol.parent !== null && isPromise(one) ? 0.5 : 0);
  return found.filter(({ symbol }) => symbol.name === last).sort((a, b) => rank(a) - rank(b));
}

function isPromise({ codebase, path, symbol }: LocatedSymbol): boolean {
  const around = codebase.index.facts(path)?.symbols.find(({ name }) => name === symbol.parent);
  return around?.kind === "interface" || around?.kind === "trait";
}

function isInTests({ codebase, path, symbol }: LocatedSymbol): boolean {
  return codebase.index.facts(path)?.kind === "test" || isTestSymbol(symbol);
}
