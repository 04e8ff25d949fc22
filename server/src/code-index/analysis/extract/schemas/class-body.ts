import { lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SchemaFact, SymbolFact } from "#server/code-index/ports/facts.ts";

/** A schema for a declaration, its fields still to be read. */
export function schemaOf(symbol: SymbolFact, kind: SchemaFact["kind"]): SchemaFact {
  return { name: symbol.name, kind, fields: [], references: [], startLine: symbol.startLine, endLine: symbol.endLine };
}

/** Calls back for each line of the symbol that is no comment. */
export function eachLine(source: SourceText, symbol: SymbolFact, visit: (text: string, line: number) => void): void {
  for (let line = symbol.startLine; line <= symbol.endLine; line += 1) {
    if (source.commentLines[line - 1] !== 1) visit(lineText(source, line), line);
  }
}

/** Attributes and annotations on the lines above a declaration. */
export function annotationsAbove(source: SourceText, startLine: number): string {
  const lines: string[] = [];
  for (let line = startLine - 1; line >= Math.max(1, startLine - 12); line -= 1) {
    const text = lineText(source, line).trim();
    if (source.commentLines[line - 1] === 1) continue;
    if (!/^(?:[@#[]|.*[)\]]$)/.test(text) || text === "") break;
    lines.unshift(text);
  }
  return lines.join("\n");
}
