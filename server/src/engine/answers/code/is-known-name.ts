import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { isSameName } from "#server/engine/intent/question-shape.ts";

/** Whether the code has a declaration, file, setting, data shape or package of that name. */
export function isKnownName(context: AnswerContext, name: string): boolean {
  const last = name.split(/[.#]|::/).at(-1) ?? name;
  return context.codebases.some(
    ({ index }) =>
      index.findSymbols(last, { limit: 5 }).some(({ symbol }) => isSameName(last, symbol.name)) ||
      index.files().some(({ path }) => path === name || path.endsWith(`/${name}`) || path.startsWith(`${name}/`)) ||
      index.externalImports().some((found) => found.name === name) ||
      index.search(name, { limit: 5 }).some(({ path }) => {
        const { configKeys = [], schemas = [] } = index.facts(path) ?? {};
        return [...configKeys, ...schemas].some((one) => one.name === name);
      }),
  );
}
