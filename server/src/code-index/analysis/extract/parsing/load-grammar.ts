import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { Language, Parser, Query } from "web-tree-sitter";
import type { Tree } from "web-tree-sitter";

import { grammarByLanguage } from "#server/code-index/analysis/extract/grammars/grammar-by-language.ts";
import type { Grammar } from "#server/code-index/analysis/extract/grammars/grammar.ts";
import { limitWork } from "#server/code-index/analysis/text/limit-work.ts";

/** One file may hold the parser this long. */
const parseLimitMs = 2000;

export interface LoadedGrammar {
  grammar: Grammar;
  parser: Parser;
  query: Query;
}

let isBroken = false;

/**
 * Whether a parse crashed or was cut off in this thread. The compiled runtime is then not to be trusted: a crash leaves
 * it failing for every later file, so its thread has to be replaced.
 */
export function isParserBroken(): boolean {
  return isBroken;
}

const loaded = new Map<string, Promise<LoadedGrammar>>();
let runtime: Promise<void> | null = null;

/** Loads the language's grammar once per thread; null when the language has none. */
export async function loadGrammar(language: string | null): Promise<LoadedGrammar | null> {
  if (language === null || !Object.hasOwn(grammarByLanguage, language)) return null;
  const grammar = grammarByLanguage[language];
  if (grammar === undefined) return null;
  let loading = loaded.get(grammar.wasm);
  if (loading === undefined) {
    loading = load(grammar);
    loaded.set(grammar.wasm, loading);
  }
  return loading;
}

async function load(grammar: Grammar): Promise<LoadedGrammar> {
  runtime ??= Parser.init();
  await runtime;
  const require = createRequire(import.meta.url);
  const file =
    grammar.package === undefined
      ? require.resolve("@vscode/tree-sitter-wasm")
      : require.resolve(`${grammar.package}/package.json`);
  const language = await Language.load(join(dirname(file), grammar.wasm));
  const parser = new Parser();
  parser.setLanguage(language);
  return { grammar, parser, query: new Query(language, grammar.query) };
}

/** What came of work with the parser; `problem` says in plain words why nothing did. */
export interface Guarded<T> {
  result: T | null;
  problem: string | null;
}

/** Runs the parser within its time; null from `work` says that the time ran out. */
export function guardParser<T>(work: (isOver: () => boolean) => T | null): Guarded<T> {
  try {
    const result = work(limitWork(parseLimitMs));
    if (result !== null) return { result, problem: null };
    isBroken = true;
    return { result, problem: `parsing took longer than ${parseLimitMs / 1000} s` };
  } catch (error) {
    isBroken = true;
    const reason = error instanceof Error ? (error.message.split(".")[0] ?? "") : String(error);
    return { result: null, problem: `the parser failed: ${reason}` };
  }
}

/** Null when the time ran out. */
export function parseText(text: string, { parser, grammar }: LoadedGrammar, isOver: () => boolean): Tree | null {
  return parser.parse(grammar.prepare?.(text) ?? text, null, { progressCallback: isOver });
}
