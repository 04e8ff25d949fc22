import { limitWork } from "../extract/limit-work.ts";
import { loadGrammar } from "../extract/parse-symbols.ts";
import { readSingleFileComponent } from "../extract/read-single-file-component.ts";
import { readSourceText } from "../extract/source-text.ts";
import type { FileGraph } from "./file-graph.ts";
import { GraphBuilder } from "./graph-builder.ts";
import { tableByLanguage } from "./language-tables.ts";
import { readByTable } from "./read-by-table.ts";
import { readEcmascript } from "./read-ecmascript.ts";
import { readGo } from "./read-go.ts";
import { readPython } from "./read-python.ts";
import { Syntax } from "./syntax.ts";

/** One file may hold the parser this long. */
const parseLimitMs = 1000;
/** Larger files are generated or hostile. */
const maxGraphLength = 600_000;

/** Thrown when a parse was cut off: the compiled parser is not to be trusted afterwards. */
export class ParserBroken extends Error {}

/** What the file says about names; null for languages without a grammar and for texts beyond the bounds. */
export async function readFileGraph(text: string, language: string | null): Promise<FileGraph | null> {
  const script = language === null ? null : readSingleFileComponent(readSourceText(text, language));
  const code = script?.text ?? text;
  const spoken = script === null ? language : "typescript";
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

/** Whether names of this language can be followed; single-file components count as what their script is. */
export function isGraphLanguage(language: string | null): boolean {
  return (
    language !== null &&
    (/^(?:typescript|tsx|javascript|python|go|vue|svelte|astro)$/.test(language) ||
      Object.hasOwn(tableByLanguage, language))
  );
}

function build(syntax: Syntax, language: string): FileGraph {
  const table = tableByLanguage[language];
  const builder = new GraphBuilder(syntax, language, {
    isSequential: language === "go" || table?.isSequential === true,
    seesMembers: language === "python" ? "body" : table?.seesMembers === true ? "inside" : "nowhere",
  });
  if (language === "python") readPython(builder);
  else if (language === "go") readGo(builder);
  else if (table !== undefined) readByTable(builder, table);
  else readEcmascript(builder);
  return builder.finish();
}
