import { lineText, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { plural } from "#server/code-index/analysis/text/word-numbers.ts";
import type { SchemaFact, SymbolFact } from "#server/code-index/ports/facts.ts";

import { annotationsAbove, eachLine, schemaOf } from "./class-body.ts";
import { extractPythonModels } from "./extract-python-models.ts";

/** Schemas that are classes or structs of the language: ORM models, entities, pydantic models, tagged structs. */
export function extractClassSchemas(source: SourceText, symbols: readonly SymbolFact[]): SchemaFact[] {
  switch (source.language ?? "") {
    case "python":
      return extractPythonModels(source, symbols);
    case "go":
      return goStructs(source, symbols);
    case "rust":
      return rustStructs(source, symbols);
    case "java":
    case "kotlin":
    case "csharp":
      return entities(source, symbols);
    case "typescript":
      return typeormEntities(source, symbols);
    case "ruby":
      return railsTables(source);
    case "php":
      return laravelTables(source);
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

/** JPA entities, Kotlin ones too, and Entity Framework classes that carry data annotations. */
function entities(source: SourceText, symbols: readonly SymbolFact[]): SchemaFact[] {
  const found: SchemaFact[] = [];
  for (const symbol of symbols.filter(({ kind }) => kind === "class")) {
    const above = `${annotationsAbove(source, symbol.startLine)}\n${symbol.signature}`;
    if (!/@(?:Entity|Document|Embeddable|MappedSuperclass)\b|\[Table\b/.test(above)) continue;
    const schema = schemaOf(symbol, "model");
    eachLine(source, symbol, (text, line) => {
      const match =
        /^\s+(?:private|protected|public|internal)\s+(?!static\b|class\b)(?:final\s+|virtual\s+|required\s+)*([\w<>[\]?,. ]+?)\s+(\w+)\s*(?:;|=|\{\s*get)/.exec(
          text,
        ) ??
        swapped(
          /^\s+(?:@[\w:().= "]+\s+)*(?:private\s+|lateinit\s+|override\s+)*va[lr]\s+(\w+)\s*:\s*([\w<>?,. ]+)/.exec(
            text,
          ),
        );
      if (match === null) return;
      schema.fields.push({ name: match[2] ?? "", type: match[1] ?? "", line });
      const target = /(?:^|<)(?:\w+,\s*)?([A-Z]\w+)>?\??$/.exec(match[1] ?? "")?.[1];
      if (
        target !== undefined &&
        !/^(?:String|Integer|Long|Boolean|Double|Float|Date|UUID|BigDecimal|Instant|LocalDate\w*|Int|DateTime\w*|Guid|Short)$/.test(
          target,
        )
      )
        schema.references.push(target);
    });
    if (schema.fields.length > 0) found.push(schema);
  }
  return found;
}

function swapped(match: RegExpExecArray | null): string[] | null {
  return match === null ? null : [match[0], (match[2] ?? "").replace(/[, ]{1,9}$/, ""), match[1] ?? ""];
}

function typeormEntities(source: SourceText, symbols: readonly SymbolFact[]): SchemaFact[] {
  const found: SchemaFact[] = [];
  for (const symbol of symbols.filter(({ kind }) => kind === "class")) {
    const above = `${annotationsAbove(source, symbol.startLine)}\n${lineText(source, symbol.startLine)}`;
    if (!/@(?:Entity|Table|Schema|ObjectType|InputType)\b|extends (?:\w*Model)\b/.test(above)) continue;
    const schema = schemaOf(symbol, "model");
    let isDecorated = false;
    eachLine(source, symbol, (text, line) => {
      if (
        /^\s*@(?:Column|PrimaryGeneratedColumn|PrimaryColumn|\w*Column|\w*To(?:One|Many)|Prop|Field|ForeignKey|BelongsTo|HasMany|HasOne|Attribute|AllowNull|Default|IsUUID|Length)\b/.test(
          text,
        )
      )
        isDecorated = true;
      const target =
        /@(?:\w*To(?:One|Many)|BelongsTo|HasMany|HasOne|ForeignKey|BelongsToMany)\(\s*\(\w*\)\s*=>\s*(\w+)/.exec(
          text,
        )?.[1];
      if (target !== undefined) schema.references.push(target);
      const match =
        /^\s*(?:@\w+(?:\((?:[^()]|\([^()]{0,200}\)){0,2000}\))?\s+)*(?:(?:public|private|readonly|declare)\s+)*(\w+)[?!]?\s*:\s*([^;=]{1,2000}?)\s*[;=]/.exec(
          text,
        );
      if (match === null || !isDecorated) return;
      schema.fields.push({ name: match[1] ?? "", type: match[2] ?? "", line });
      isDecorated = false;
    });
    if (schema.fields.length > 0) found.push(schema);
  }
  return found;
}

/** `create_table` blocks of Rails' schema file and migrations. */
function railsTables(source: SourceText): SchemaFact[] {
  return tableBlocks(source, /^[ \t]*create_table\s*\(?\s*[:"'](\w+)/gm, (text) => {
    const match = /^\s*t\.(\w+)\s*\(?\s*[:"'](\w+)/.exec(text);
    if (match === null || match[1] === "index") return null;
    return {
      type: match[1] ?? "",
      name: match[2] ?? "",
      reference: match[1] === "references" || match[1] === "belongs_to" ? plural(match[2] ?? "") : null,
    };
  });
}

/** `Schema::create` blocks of Laravel's migrations. */
function laravelTables(source: SourceText): SchemaFact[] {
  return tableBlocks(source, /\bSchema::create\(\s*['"](\w+)['"]/g, (text) => {
    const match = /\$table->(\w+)\(\s*['"](\w+)['"]/.exec(text);
    if (match === null || /^(?:index|unique|primary|dropColumn|foreign)$/.test(match[1] ?? "")) return null;
    const reference = /->(?:on|constrained)\(\s*['"](\w+)['"]/.exec(text)?.[1] ?? null;
    return { type: match[1] ?? "", name: match[2] ?? "", reference };
  });
}

function tableBlocks(
  source: SourceText,
  pattern: RegExp,
  read: (text: string) => { name: string; type: string; reference: string | null } | null,
): SchemaFact[] {
  const found: SchemaFact[] = [];
  for (const { match, line } of matchesInCode(source, pattern)) {
    const schema: SchemaFact = {
      name: match[1] ?? "",
      kind: "table",
      fields: [],
      references: [],
      startLine: line,
      endLine: line,
    };
    for (let at = line + 1; at <= Math.min(source.lines, line + 400); at += 1) {
      const text = lineText(source, at);
      schema.endLine = at;
      if (/^\s*(?:end\b|\}\);)/.test(text)) break;
      const field = source.commentLines[at - 1] === 1 ? null : read(text);
      if (field === null) continue;
      schema.fields.push({ name: field.name, type: field.type, line: at });
      if (field.reference !== null) schema.references.push(field.reference);
    }
    found.push(schema);
  }
  return found;
}
