import { lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SchemaFact, SymbolFact } from "#server/code-index/ports/facts.ts";

import { annotationsAbove, eachLine, schemaOf } from "./class-body.ts";

/** ORM models (SQLAlchemy, Django, SQLModel) and classes that describe data (pydantic, dataclasses, serializers). */
export function extractPythonModels(source: SourceText, symbols: readonly SymbolFact[]): SchemaFact[] {
  const found = new Map<string, SchemaFact>();
  for (const symbol of symbols) {
    if (symbol.kind !== "class") continue;
    const bases = /\((.*)\)/.exec(symbol.signature)?.[1] ?? "";
    const base = bases.split(",").flatMap((name) => found.get(name.trim()) ?? [])[0];
    const kind = kindByBases(bases) ?? base?.kind ?? kindByDecorators(annotationsAbove(source, symbol.startLine));
    if (kind === null) continue;
    const schema = schemaOf(symbol, kind);
    readFields(source, symbol, schema);
    // A table holds the columns of the class it extends as well.
    if (isSqlModelTable(bases) && base !== undefined) inheritFields(schema, base);
    if (schema.fields.length > 0) found.set(symbol.name, schema);
  }
  nameReferredClasses(found);
  return [...found.values()];
}

/** SQLModel serves both ends: only with `table=True` is a class a table. */
function isSqlModelTable(bases: string): boolean {
  return /\btable\s*=\s*True\b/.test(bases);
}

function kindByBases(bases: string): SchemaFact["kind"] | null {
  if (isSqlModelTable(bases)) return "model";
  if (/\b(?:models\.Model|Base|DeclarativeBase|db\.Model|Model|AbstractUser|TimeStampedModel)\b/.test(bases))
    return "model";
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
    const target = targetOf(value, annotation ?? "");
    if (target !== null) schema.references.push(target);
  });
}

function typeOfCall(call: RegExpExecArray | null): string {
  const [, name = "", inner = ""] = call ?? [];
  if (name !== "Column" && name !== "mapped_column") return name;
  return /(?:\w+\.)?(\w+)/.exec(inner)?.[1] ?? "Column";
}

/** Class or table a field refers to; of "teams.id" the table, of "app.Team" the class. */
function targetOf(value: string, annotation: string): string | null {
  const written =
    /(?:ForeignKey|OneToOneField|ManyToManyField|relationship)\(\s*(?:to\s*=\s*)?["']?([\w.]+)(?!\w*\s*=)/.exec(
      value,
    )?.[1] ?? /\bforeign_key\s*=\s*["']([\w.]+)/.exec(value)?.[1];
  if (written !== undefined) {
    const parts = written.split(".");
    const last = parts.at(-1) ?? written;
    // A model that only the settings name, or the class itself.
    if (/^[A-Z_]+$/.test(last) || last === "self") return null;
    return /^[A-Z]/.test(last) ? last : (parts[0] ?? written);
  }
  if (!/^(?:\w+\.)?[rR]elationship\(/.test(value)) return null;
  return /([A-Z]\w+)["']?[\]| ]*(?:None\]*)?$/.exec(annotation)?.[1] ?? null;
}

function inheritFields(schema: SchemaFact, base: SchemaFact): void {
  const own = new Set(schema.fields.map(({ name }) => name));
  schema.fields.unshift(...base.fields.filter(({ name }) => !own.has(name)));
  schema.references.unshift(...base.references);
}

/** SQLModel names a table after its class, in lower case: a key to "user" refers to the class `User`. */
function nameReferredClasses(found: ReadonlyMap<string, SchemaFact>): void {
  const byTable = new Map([...found.keys()].map((name) => [name.toLowerCase(), name]));
  for (const schema of found.values()) schema.references = schema.references.map((name) => byTable.get(name) ?? name);
}
