import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SchemaFact, SymbolFact } from "#server/code-index/ports/facts.ts";

import { extractClassSchemas } from "./extract-class-schemas.ts";
import { extractDefinitionSchemas } from "./extract-definition-schemas.ts";

const maxSchemas = 500;
const maxFields = 300;

/** Shapes of data a file declares besides tables: validation schemas, messages and tagged types. */
export function extractSchemas(source: SourceText, symbols: readonly SymbolFact[]): SchemaFact[] {
  const schemas = [...extractDefinitionSchemas(source), ...extractClassSchemas(source, symbols)];
  for (const schema of schemas) {
    schema.fields = schema.fields.slice(0, maxFields);
    schema.references = [...new Set(schema.references)].filter((name) => name !== schema.name);
  }
  return schemas.sort((a, b) => a.startLine - b.startLine).slice(0, maxSchemas);
}
