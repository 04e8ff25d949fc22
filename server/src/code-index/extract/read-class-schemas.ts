import type { SchemaFact, SymbolFact } from "../facts.ts";
import { lineText, matchesInCode } from "./source-text.ts";
import type { SourceText } from "./source-text.ts";

/** Schemas that are classes or structs of the language: ORM models, entities, pydantic models, tagged structs. */
export function readClassSchemas(source: SourceText, symbols: readonly SymbolFact[]): SchemaFact[] {
  switch (source.language ?? "") {
    case "python":
      return pythonModels(source, symbols);
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

function schemaOf(symbol: SymbolFact, kind: SchemaFact["kind"]): SchemaFact {
  return { name: symbol.name, kind, fields: [], references: [], startLine: symbol.startLine, endLine: symbol.endLine };
}

/** Calls back for each code line inside the symbol that does not belong to a nested declaration. */
function eachLine(source: SourceText, symbol: SymbolFact, visit: (text: string, line: number) => void): void {
  for (let line = symbol.startLine; line <= symbol.endLine; line += 1) {
    if (source.commentLines[line - 1] !== 1) visit(lineText(source, line), line);
  }
}

/** Attributes and annotations on the lines above a declaration, and on its own. */
function annotationsAbove(source: SourceText, startLine: number): string {
  const lines: string[] = [];
  for (let line = startLine - 1; line >= Math.max(1, startLine - 12); line -= 1) {
    const text = lineText(source, line).trim();
    if (source.commentLines[line - 1] === 1) continue;
    if (!/^(?:[@#[]|.*[)\]]$)/.test(text) || text === "") break;
    lines.unshift(text);
  }
  return lines.join("\n");
}

function pythonModels(source: SourceText, symbols: readonly SymbolFact[]): SchemaFact[] {
  const found: SchemaFact[] = [];
  for (const symbol of symbols.filter(({ kind }) => kind === "class")) {
    const bases = /\((.*)\)/.exec(symbol.signature)?.[1] ?? "";
    const isOrm =
      /\b(?:models\.Model|Base|DeclarativeBase|db\.Model|SQLModel|Model|AbstractUser|TimeStampedModel)\b/.test(bases);
    const isValidation =
      /\b(?:\w*BaseModel|BaseSettings|TypedDict|Schema|Serializer|ModelSerializer|NamedTuple)\b/.test(bases) ||
      /@(?:dataclasses\.)?dataclass|@attrs?\b|@define/.test(annotationsAbove(source, symbol.startLine));
    if (!isOrm && !isValidation) continue;
    const schema = schemaOf(symbol, isOrm ? "model" : "validation");
    const indent = /^\s*/.exec(lineText(source, symbol.startLine))?.[0].length ?? 0;
    let fieldIndent = -1;
    eachLine(source, symbol, (text, line) => {
      const match = /^(\s+)(\w+)\s*(?::\s*([^=#]+?))?\s*(?:=\s*(.*))?$/.exec(text);
      if (match === null || line === symbol.startLine || match[2]?.startsWith("__")) return;
      const depth = match[1]?.length ?? 0;
      if (fieldIndent < 0 && depth > indent) fieldIndent = depth;
      const call = /^(?:[\w]+\.)*(\w+)\(([^)]*)/.exec(match[4] ?? "");
      if (depth !== fieldIndent || (match[3] === undefined && call === null)) return;
      const type =
        match[3]?.trim() ??
        (call?.[1] === "Column" || call?.[1] === "mapped_column"
          ? (/(?:\w+\.)?(\w+)/.exec(call[2] ?? "")?.[1] ?? "Column")
          : (call?.[1] ?? ""));
      schema.fields.push({ name: match[2] ?? "", type, line });
      const target = /(?:ForeignKey|OneToOneField|ManyToManyField|relationship)\(\s*(?:to\s*=\s*)?["']?([\w.]+)/.exec(
        match[4] ?? "",
      )?.[1];
      if (target !== undefined)
        schema.references.push(
          /^[a-z]/.test(target) ? (target.split(".")[0] ?? target) : (target.split(".").at(-1) ?? target),
        );
    });
    if (schema.fields.length > 0) found.push(schema);
  }
  return found;
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
      const match = /^\s+(?:pub(?:\([^)]*\))?\s+)?(\w+)\s*:\s*(.+?),?\s*(?:\/\/.*)?$/.exec(text);
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
  return match === null ? null : [match[0], match[2] ?? "", match[1] ?? ""];
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
        /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|private|readonly|declare)\s+)*(\w+)[?!]?\s*:\s*([^;=]+?)\s*[;=]/.exec(
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
  return tableBlocks(source, /^\s*create_table\s*\(?\s*[:"'](\w+)/gm, (text) => {
    const match = /^\s*t\.(\w+)\s*\(?\s*[:"'](\w+)/.exec(text);
    if (match === null || match[1] === "index") return null;
    return {
      type: match[1] ?? "",
      name: match[2] ?? "",
      reference: match[1] === "references" || match[1] === "belongs_to" ? `${match[2]}s` : null,
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
      const field = read(text);
      if (field === null) continue;
      schema.fields.push({ name: field.name, type: field.type, line: at });
      if (field.reference !== null) schema.references.push(field.reference);
    }
    found.push(schema);
  }
  return found;
}
