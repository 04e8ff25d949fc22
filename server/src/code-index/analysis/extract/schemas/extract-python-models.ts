import { lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SchemaFact, SymbolFact } from "#server/code-index/ports/facts.ts";

import { annotationsAbove, eachLine, schemaOf } from "./class-body.ts";

/** Classes that describe data: pydantic, dataclasses, serializers. */
export function extractPythonModels(source: SourceText, symbols: readonly SymbolFact[]): SchemaFact[] {
  const found = new Map<string, SchemaFact>();
  for (const symbol of symbols) {
    if (symbol.kind !== "class") continue;
    const bases = /\((.*)\)/.exec(symbol.signature)?.[1] ?? "";
    // Classes of rows, which are among the tables.
    if (isStored(bases)) continue;
    const base = bases.split(",").flatMap((name) => found.get(name.trim()) ?? [])[0];
    const kind = kindByBases(bases) ?? base?.kind ?? kindByDecorators(annotationsAbove(source, symbol.startLine));
    if (kind === null) continue;
    const schema = schemaOf(symbol, kind);
    readFields(source, symbol, schema);
    if (schema.fields.length > 0) found.set(symbol.name, schema);
  }
  return [...found.values()];
}

function isStored(bases: string): boolean {
  return /\btable\s*=\s*True\b|\b(?:models\.Model|Base|DeclarativeBase|db\.Model|Model|AbstractUser|TimeStampedModel)\b/.test(
    bases,
  );
}

function kindByBases(bases: string): SchemaFact["kind"] | null {
  return /\b(?:SQLModel|\w*BaseModel|BaseSettings|TypedDict|Schema|Serializer|ModelSerializer|NamedTuple)\b/.test(bases)
    ? "validation"
    : null;
}

function kindByDecorators(decorators: string): SchemaFact["kind"] | null {
  return /@(?:dataclasses\.)?dataclass|@attrs?\b|@define/.test(decorators) ? "validation" : null;
}

function readFields(source: SourceText, symbol: SymbolFact, schema: SchemaFact): void {
  const indent = /^\s*/.exec(lineText(source, symbol.startLine))?.[0].length ?? 0;
  let fieldIndent = -1;
  eachLine(source, symbol, (text, line) => {
    const match = /^(\s+)(\w+)\s*(?::([^=#]{1,2000}))?(?:=\s*(.*))?$/.exec(text);
    if (match === null || line === symbol.startLine || match[2]?.startsWith("__")) return;
    const depth = match[1]?.length ?? 0;
    if (fieldIndent < 0 && depth > indent) fieldIndent = depth;
    const [annotation, value = ""] = [match[3]?.trim(), match[4]];
    const call = /^(?:\w+\.)*(\w+)\(([^)]{0,2000})/.exec(value);
    if (depth !== fieldIndent || (annotation === undefined && (call === null || call[1]?.endsWith("Manager")))) return;
    schema.fields.push({ name: match[2] ?? "", type: annotation ?? typeOfCall(call), line });
  });
}

function typeOfCall(call: RegExpExecArray | null): string {
  return call?.[1] ?? "";
}
