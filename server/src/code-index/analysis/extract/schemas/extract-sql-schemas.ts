import { closingBracket, lineAt, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SchemaFact } from "#server/code-index/ports/facts.ts";

const identifier = String.raw`(?:["\x60[]?[\w$]+["\x60\]]?\.)?["\x60[]?([\w$]+)["\x60\]]?`;
const createTable = new RegExp(
  String.raw`\bcreate\s+(?:(?:global\s+|local\s+)?temp(?:orary)?\s+|unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?${identifier}\s*\(`,
  "gi",
);
const alterReference = new RegExp(
  String.raw`\balter\s+table\s+(?:only\s+)?(?:if\s+exists\s+)?${identifier}[^;]{0,2000}?\breferences\s+${identifier}`,
  "gi",
);

/** A column begins with its name and type; a default may be any expression. */
const maxColumnLength = 1000;

/** Tables of SQL files; foreign keys become references, those added by ALTER TABLE too. */
export function extractSqlSchemas(source: SourceText): SchemaFact[] {
  if (source.language !== "sql" || !/\btable\b/i.test(source.text)) return [];
  return tablesOf({ ...source, text: withoutComments(source.text) });
}

/** Blanks comments, so that their words are no columns; lines and offsets stay. Literals keep their dashes. */
function withoutComments(text: string): string {
  return text.replaceAll(/'[^']{0,2000}'|--[^\n]*|\/\*(?:[^]*?\*\/|[^]*)/g, (part) =>
    part.startsWith("'") ? part : part.replaceAll(/[^\n]/g, " "),
  );
}

function tablesOf(source: SourceText): SchemaFact[] {
  const schemas: SchemaFact[] = [];
  let behind = 0;
  for (const { match, line, offset } of matchesInCode(source, createTable)) {
    if (offset < behind) continue;
    const open = offset + match[0].trimStart().length - 1;
    const close = closingBracket(source.text, open);
    behind = close;
    const schema: SchemaFact = {
      name: match[1] ?? "",
      kind: "table",
      fields: [],
      references: [],
      startLine: line,
      endLine: lineAt(source, close),
    };
    for (const { text, at } of splitColumns(source.text, open + 1, close)) addColumn(source, schema, text, at);
    schemas.push(schema);
  }
  for (const { match } of matchesInCode(source, alterReference)) {
    schemas.find(({ name }) => name === match[1])?.references.push(match[2] ?? "");
  }
  return schemas;
}

/** Cuts at commas outside brackets. */
function splitColumns(text: string, start: number, end: number): { text: string; at: number }[] {
  const parts: { text: string; at: number }[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at <= end; at += 1) {
    const char = text[at];
    if (char === "(") depth += 1;
    else if (char === ")" && at < end) depth -= 1;
    if (at === end || (char === "," && depth === 0)) {
      parts.push({ text: text.slice(from, at), at: from });
      from = at + 1;
    }
  }
  return parts;
}

function addColumn(source: SourceText, schema: SchemaFact, raw: string, at: number): void {
  const text = raw.trim().replaceAll(/\s+/g, " ").slice(0, maxColumnLength);
  const reference = new RegExp(String.raw`\breferences\s+${identifier}`, "i").exec(text)?.[1];
  if (reference !== undefined) schema.references.push(reference);
  if (/^\s*(?:primary|foreign|unique|constraint|check|key|index|exclude|fulltext|like|period)\b/i.test(text)) return;
  const column =
    /^\s*["`[]?([\w$]+)["`\]]?\s+([A-Za-z][\w ]*?(?:\([^)]{0,2000}\))?(?:\[\])?)(?=\s+(?:not|null|default|primary|unique|references|check|constraint|generated|collate|auto_increment|on)\b|\s*$)/i.exec(
      text,
    );
  if (column === null) return;
  const offset = at + raw.length - raw.trimStart().length;
  schema.fields.push({
    name: column[1] ?? "",
    type: (column[2] ?? "").trim().toLowerCase(),
    line: lineAt(source, offset),
  });
}
