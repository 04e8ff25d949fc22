import { loadGrammar } from "#server/code-index/analysis/extract/parsing/load-grammar.ts";
import { extractEmbeddedCode } from "#server/code-index/analysis/extract/symbols/extract-embedded-code.ts";
import { parseEcmascript } from "#server/code-index/analysis/graph/languages/ecmascript/parse-ecmascript.ts";
import { parseGo } from "#server/code-index/analysis/graph/languages/go/parse-go.ts";
import { parsePython } from "#server/code-index/analysis/graph/languages/python/parse-python.ts";
import type { FileGraph } from "#server/code-index/analysis/graph/model/file-graph.ts";
import { GraphBuilder } from "#server/code-index/analysis/graph/model/graph-builder.ts";
import { Syntax } from "#server/code-index/analysis/syntax/syntax.ts";
import { limitWork } from "#server/code-index/analysis/text/limit-work.ts";
import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";

import { tableByLanguage } from "./language-tables.ts";
import { parseByTable } from "./parse-by-table.ts";

/** One file may hold the parser this long. */
const parseLimitMs = 1000;
/** Larger files are generated or hostile. */
const maxGraphLength = 600_000;

/** Thrown when a parse was cut off: the compiled parser is not to be trusted afterwards. */
export class ParserBroken extends Error {}

/** What the file says about names; null for languages without a grammar and for texts beyond the bounds. */
export async function parseFileGraph(text: string, language: string | null): Promise<FileGraph | null> {
  const embedded = language === null ? null : extractEmbeddedCode(readSourceText(text, language));
  const code = embedded?.text ?? text;
  const spoken = embedded === null ? language : embedded.language;
  if (spoken === null || code.length > maxGraphLength || !isGraphLanguage(spoken)) return null;
  const loaded = await loadGrammar(spoken);
  const grammar = loaded?.parser.language ?? null;
  if (loaded === null || grammar === null) return null;
  const tree = loaded.parser.parse(code, null, { progressCallback: limitWork(parseLimitMs) });
  if (tree === null) throw new ParserBroken();
  try {
    return build(new Syntax(tree, grammar, code), spoken);
  } finally {
    tree.delete();
  }
}

/** Whether names of this language can be followed; single-file components and notebooks count as what their code is. */
export function isGraphLanguage(language: string | null): boolean {
  return (
    language !== null &&
    (/^(?:typescript|tsx|javascript|python|go|vue|svelte|astro|jupyter)$/.test(language) ||
      Object.hasOwn(tableByLanguage, language))
  );
}

function build(syntax: Syntax, language: string): FileGraph {
  const table = tableByLanguage[language];
  const builder = new GraphBuilder(syntax, language, {
    isSequential: language === "go" || table?.isSequential === true,
    keepsTypesApart: table?.keepsTypesApart === true,
    seesMembers: language === "python" ? "body" : table?.seesMembers === true ? "inside" : "nowhere",
  });
  if (language === "python") parsePython(builder);
  else if (language === "go") parseGo(builder);
  else if (table !== undefined) parseByTable(builder, table);
  else parseEcmascript(builder);
  return builder.finish();
}
