import { closingBracket, lineAt, lineText, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SchemaFact } from "#server/code-index/ports/facts.ts";

/** Schemas written as definitions of their own: GraphQL, protobuf, and the builder calls of zod and its kin. */
export function extractDefinitionSchemas(source: SourceText): SchemaFact[] {
  switch (source.language ?? "") {
    case "graphql":
      return blocks(source, /^(?:extend\s+)?(?:type|input|interface)\s+(\w+)[^{\n]*\{/gm, "type", graphqlField);
    case "protobuf":
      return blocks(source, /^[ \t]*message\s+(\w+)\s*\{/gm, "message", protobufField);
    case "typescript":
    case "tsx":
    case "javascript":
      return zodObjects(source);
    default:
      return [];
  }
}

interface ReadField {
  name: string;
  type: string;
  reference: string | null;
}

const plainTypes =
  /^(?:String|Int|Float|Boolean|ID|DateTime|Json|Bytes|BigInt|Decimal|Date|double|float|u?int(?:32|64)|s?fixed\d+|sint\d+|bool|string|bytes)$/;

function blocks(
  source: SourceText,
  pattern: RegExp,
  kind: SchemaFact["kind"],
  read: (line: string) => ReadField | null,
): SchemaFact[] {
  const found: SchemaFact[] = [];
  for (const { match, line, offset } of matchesInCode(source, pattern)) {
    const end = lineAt(source, closingBracket(source.text, source.text.indexOf("{", offset)));
    const schema: SchemaFact = {
      name: match[1] ?? "",
      kind,
      fields: [],
      references: [],
      startLine: line,
      endLine: end,
    };
    for (let at = line + 1; at < end; at += 1) {
      if (source.commentLines[at - 1] === 1) continue;
      const field = read(lineText(source, at));
      if (field === null) continue;
      schema.fields.push({ name: field.name, type: field.type, line: at });
      if (field.reference !== null) schema.references.push(field.reference);
    }
    found.push(schema);
  }
  return found;
}

function graphqlField(line: string): ReadField | null {
  const match = /^\s+(\w+)\s*(?:\([^)]{0,2000}\))?\s*:\s*([[\]\w!]+)/.exec(line);
  if (match === null) return null;
  const type = match[2] ?? "";
  const bare = type.replaceAll(/[[\]!]/g, "");
  return { name: match[1] ?? "", type, reference: plainTypes.test(bare) ? null : bare };
}

function protobufField(line: string): ReadField | null {
  const match = /^\s*(?:(?:optional|repeated|required)\s+)?(map<[^>]{1,2000}>|[\w.]+)\s+(\w+)\s*=\s*\d+/.exec(line);
  if (match === null) return null;
  const type = match[1] ?? "";
  const bare = type.replace(/^map<[^,]{1,2000},\s*([\w.]+)>$/, "$1");
  return { name: match[2] ?? "", type, reference: plainTypes.test(bare) ? null : (bare.split(".").at(-1) ?? null) };
}

function zodObjects(source: SourceText): SchemaFact[] {
  const found: SchemaFact[] = [];
  if (!/\.\s*(?:strictObject|looseObject|[oO]bject|type)\(/.test(source.text)) return found;
  const pattern =
    /(?:const|let)\s+(\w+)(?:\s*:[^=\n]+)?\s*=\s*(?:[\w.]+\s*)?(?:z|zod|v|yup|Joi|t|Type)\s*\.\s*(?:strictObject|looseObject|object|Object|type)\(/g;
  for (const { match, line, offset } of matchesInCode(source, pattern)) {
    const open = offset + match[0].trimStart().length - 1;
    const close = closingBracket(source.text, open);
    const pairs = topLevelPairs(source, source.text.indexOf("{", open), close);
    const references = pairs
      .flatMap(({ value }) =>
        [...value.matchAll(/\b([a-z]\w*(?:Schema)?|[A-Z]\w+)\b(?!\s*[.(:'"])/g)].map((word) => word[1] ?? ""),
      )
      .filter((word) => /Schema$|^[A-Z][a-z]/.test(word));
    found.push({
      name: match[1] ?? "",
      kind: "validation",
      fields: pairs.map(({ name, value, line: at }) => ({
        name,
        type: /^(?:z|zod|v|yup|Joi|t|Type)\s*\.\s*(\w+)/.exec(value)?.[1] ?? /^[\w.]+/.exec(value)?.[0] ?? "",
        line: at,
      })),
      references,
      startLine: line,
      endLine: lineAt(source, close),
    });
  }
  return found;
}

/** Keys and values of an object literal at its first level. */
function topLevelPairs(
  source: SourceText,
  open: number,
  limit: number,
): { name: string; value: string; line: number }[] {
  if (open < 0 || open > limit) return [];
  const close = closingBracket(source.text, open);
  const pairs: { name: string; value: string; line: number }[] = [];
  const keyPattern =
    /\s*(?:(?:\/\/[^\n]*\n|\/\*[^]{0,2000}?\*\/)\s*)*(?:["'`]?([\w$-]+)["'`]?\s*:|\.\.\.[\w$.]+\s*(?=,|\}))/y;
  let at = open + 1;
  while (at < close) {
    keyPattern.lastIndex = at;
    const key = keyPattern.exec(source.text);
    if (key === null) {
      at = nextComma(source.text, at, close) + 1;
      continue;
    }
    const valueStart = at + key[0].length;
    const end = nextComma(source.text, valueStart, close);
    if (key[1] !== undefined) {
      const nameAt = at + key[0].lastIndexOf(key[1]);
      pairs.push({ name: key[1], value: source.text.slice(valueStart, end).trim(), line: lineAt(source, nameAt) });
    }
    at = end + 1;
  }
  return pairs;
}

function nextComma(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit) {
    const char = text[at];
    if (char === ",") return at;
    if (char === "(" || char === "{" || char === "[") at = closingBracket(text, at);
    else if (char === '"' || char === "'" || char === "`") {
      const end = text.indexOf(char, at + 1);
      at = end === -1 ? limit : end;
    } else if (char === "/" && text[at + 1] === "/") {
      const end = text.indexOf("\n", at);
      at = end === -1 ? limit : end;
    }
    at += 1;
  }
  return limit;
}
