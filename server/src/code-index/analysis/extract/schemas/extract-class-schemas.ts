import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SchemaFact, SymbolFact } from "#server/code-index/ports/facts.ts";

import { annotationsAbove, eachLine, schemaOf } from "./class-body.ts";
import { extractPythonModels } from "./extract-python-models.ts";

/** Schemas that are classes or structs of the language: pydantic models and tagged structs. */
export function extractClassSchemas(source: SourceText, symbols: readonly SymbolFact[]): SchemaFact[] {
  switch (source.language ?? "") {
    case "python":
      return extractPythonModels(source, symbols);
    case "go":
      return goStructs(source, symbols);
    case "rust":
      return rustStructs(source, symbols);
    default:
      return [];
  }
}

function goStructs(source: SourceText, symbols: readonly SymbolFact[]): SchemaFact[] {
  const found: SchemaFact[] = [];
  for (const symbol of symbols.filter(({ kind }) => kind === "struct")) {
    const schema = schemaOf(symbol, "type");
    eachLine(source, symbol, (text, line) => {
      const match =
        /^\s+(\w+)\s+([\w.*[\]{}]+)\s+[`"].*?\b(?:db|json|gorm|bson|yaml|xml|toml|sql|bun|pg|dynamodbav|mapstructure):/.exec(
          text,
        );
      if (match === null) return;
      if (/\b(?:gorm|db|bun|bson|pg):/.test(text)) schema.kind = "model";
      schema.fields.push({ name: match[1] ?? "", type: match[2] ?? "", line });
      const target = /^[*[\]]*([A-Z]\w*)$/.exec(match[2] ?? "")?.[1];
      if (target !== undefined) schema.references.push(target);
    });
    if (schema.fields.length > 0) found.push(schema);
  }
  return found;
}

function rustStructs(source: SourceText, symbols: readonly SymbolFact[]): SchemaFact[] {
  const found: SchemaFact[] = [];
  for (const symbol of symbols.filter(({ kind }) => kind === "struct")) {
    const attributes = annotationsAbove(source, symbol.startLine);
    if (!/\b(?:Serialize|Deserialize|Queryable|Insertable|FromRow|DeriveEntityModel|Selectable)\b/.test(attributes))
      continue;
    const schema = schemaOf(
      symbol,
      /Queryable|Insertable|FromRow|DeriveEntityModel/.test(attributes) ? "model" : "type",
    );
    eachLine(source, symbol, (text, line) => {
      const match = /^\s+(?:pub(?:\([^)]{0,2000}\))?\s+)?(\w+)\s*:\s*(.+?),?\s*(?:\/\/.*)?$/.exec(text);
      if (match === null) return;
      schema.fields.push({ name: match[1] ?? "", type: match[2] ?? "", line });
      for (const word of (match[2] ?? "").matchAll(/\b[A-Z]\w*\b/g))
        if (
          !/^(?:Option|Vec|String|HashMap|BTreeMap|Box|Arc|PathBuf|HashSet|DateTime|Utc|Uuid|Value|Cow)$/.test(word[0])
        )
          schema.references.push(word[0]);
    });
    if (schema.fields.length > 0) found.push(schema);
  }
  return found;
}
