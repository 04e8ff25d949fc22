import type { ColumnFact, KeyFact, TableIndexFact } from "#server/code-index/ports/data-facts.ts";

import type { TokenCursor } from "./token-cursor.ts";

/** What an item of a table's definition says. */
export interface TableItems {
  columns: ColumnFact[];
  keys: KeyFact[];
  indexes: TableIndexFact[];
  primary: string[];
  like: string | null;
}

export function emptyItems(): TableItems {
  return { columns: [], keys: [], indexes: [], primary: [], like: null };
}

type LineOf = (offset: number) => number;

/** Words that end the type of a column. */
const afterType =
  /^(?:not|null|default|primary|unique|references|check|constraint|generated|collate|auto_increment|autoincrement|on|comment|identity|as|codec|ttl|materialized|alias|ephemeral|storage|compression|invisible|virtual|stored|rowguidcol|sparse|encode|first|after|using|charset|deferrable|initially|key|foreign|static|masked|persisted)$/;
const maxTypeLength = 120;
const maxDefaultLength = 200;

/** One item between the brackets of CREATE TABLE, or behind ADD. */
export function readItem(item: TokenCursor, lineOf: LineOf, into: TableItems): void {
  if (readConstraint(item, lineOf, into)) return;
  const column = readColumn(item, lineOf, into);
  if (column !== null) into.columns.push(column);
}

/** Whether it is a constraint or an index, and no column. */
function readConstraint(item: TokenCursor, lineOf: LineOf, into: TableItems): boolean {
  let name: string | null = null;
  const start = item.at;
  if (item.sees("constraint")) {
    item.at += 1;
    if (!item.sees("primary", "key") && !item.sees("foreign", "key")) name = item.name()?.name ?? null;
  }
  if (item.take("primary", "key")) {
    skipTo(item, "(");
    for (const part of item.brackets()?.parts() ?? []) into.primary.push(...keyNames(part));
    return true;
  }
  if (item.take("foreign", "key")) {
    name = item.seesSign("(") ? name : (item.name()?.name ?? name);
    const line = lineOf(item.peek()?.at ?? 0);
    const columns = item.brackets()?.names() ?? [];
    const key = item.take("references") ? readReference(item, columns, line) : null;
    if (key !== null) into.keys.push({ ...key, name });
    return true;
  }
  if (item.take("like")) {
    into.like = item.name()?.name ?? null;
    return true;
  }
  const isUnique = item.sees("unique");
  if (isUnique || isIndexItem(item)) {
    while (item.takeOneOf("unique", "fulltext", "spatial", "key", "index", "clustered", "nonclustered"));
    if (!item.seesSign("(")) name = item.name()?.name ?? name;
    skipTo(item, "(");
    into.indexes.push({ name, columns: item.brackets()?.names() ?? [], isUnique });
    return true;
  }
  if (name !== null || item.sees("exclude") || item.sees("period", "for") || item.sees("projection")) return true;
  if (item.take("check")) return item.seesSign("(");
  item.at = start;
  return false;
}

/** `KEY by_name (name)` is an index, `key varchar(20)` a column. */
function isIndexItem(item: TokenCursor): boolean {
  if (item.sees("fulltext") || item.sees("spatial")) return item.peek(1)?.kind !== "sign";
  if (!item.sees("key") && !item.sees("index")) return false;
  if (item.seesSign("(", 1)) return true;
  const isNamed = /^(?:word|name)$/.test(item.peek(1)?.kind ?? "");
  const inner = item.peek(3);
  return (
    (isNamed && item.seesSign("(", 2) && inner !== null && !/^\d|^max$/i.test(inner.text)) ||
    (isNamed && /^(?:using|nonclustered|clustered)$/i.test(item.peek(2)?.text ?? "")) ||
    // ClickHouse: `INDEX by_name lower(name) TYPE bloom_filter`
    (item.sees("index") && isNamed && [2, 3, 4, 5, 6, 7].some((ahead) => /^type$/i.test(item.peek(ahead)?.text ?? "")))
  );
}

/** Columns that say together where a row is kept stand in brackets of their own: `((harbour, day), at)`. */
function keyNames(part: TokenCursor): string[] {
  return part.seesSign("(") ? (part.brackets()?.names() ?? []) : [part.name()?.name ?? []].flat();
}

function skipTo(item: TokenCursor, sign: string): void {
  while (!item.isDone && !item.seesSign(sign)) item.at += 1;
}

/** Behind REFERENCES. */
function readReference(item: TokenCursor, columns: string[], line: number): KeyFact | null {
  const target = item.name();
  if (target === null) return null;
  return { name: null, columns, target: qualified(target), targetColumns: item.brackets()?.names() ?? [], line };
}

export function readColumn(item: TokenCursor, lineOf: LineOf, into: TableItems): ColumnFact | null {
  const token = item.peek();
  if (token === null || !/^(?:word|name)$/.test(token.kind) || !/^[\p{L}_]/u.test(token.text)) return null;
  item.at += 1;
  const column: ColumnFact = {
    name: token.text,
    type: readType(item),
    isNullable: null,
    default: null,
    isPrimary: false,
    line: lineOf(token.at),
  };
  readRest(item, column, into);
  return column;
}

/** "varchar(20)", "double precision", "Nullable(String)", "integer[]". */
export function readType(item: TokenCursor): string | null {
  const parts: string[] = [];
  for (let isBehindWord = false; !item.isDone;) {
    const token = item.peek();
    if (token === null || token.kind === "text") break;
    if (token.kind === "word" && parts.length > 0 && afterType.test(token.text.toLowerCase())) break;
    if (token.kind === "word" && parts.length === 0 && /^(?:not|null|default|primary|references|generated|as|constraint|unique|check|collate|auto_increment)$/i.test(token.text)) break; // prettier-ignore
    if (token.kind === "sign" && !/^[([\].<>,]$/.test(token.text)) break;
    if (token.text === "(") parts.push(`(${textOf(item.brackets())})`);
    else {
      if (isBehindWord && token.kind !== "sign") parts.push(" ");
      parts.push(token.text);
      item.at += 1;
    }
    isBehindWord = token.kind !== "sign" || token.text === "(";
  }
  const type = parts.join("").slice(0, maxTypeLength);
  return type === "" ? null : type.toLowerCase();
}

function textOf(inside: TokenCursor | null): string {
  if (inside === null) return "";
  const parts: string[] = [];
  for (; !inside.isDone; inside.at += 1) {
    const token = inside.peek();
    parts.push(token?.kind === "text" ? `'${token.text}'` : (token?.text ?? ""));
  }
  return parts.join("").slice(0, maxTypeLength);
}

/** What stands behind the type of a column, in any order. */
function readRest(item: TokenCursor, column: ColumnFact, into: TableItems): void {
  if (column.type?.startsWith("nullable(") === true) column.isNullable = true;
  while (!item.isDone) {
    if (item.take("not", "null")) column.isNullable = false;
    else if (item.take("primary")) column.isPrimary = true;
    else if (item.take("default")) column.default = readDefault(item);
    else if (item.take("generated")) skipTo(item, "(");
    else if (item.take("set", "null") || item.take("set", "default")) continue;
    else if (item.take("null")) column.isNullable ??= true;
    else if (item.take("unique")) into.indexes.push({ name: null, columns: [column.name], isUnique: true });
    else if (item.take("references")) {
      const key = readReference(item, [column.name], column.line);
      if (key !== null) into.keys.push(key);
    } else if (item.brackets() === null) item.at += 1;
  }
}

/** A literal, a name, a call, or what is in brackets. */
export function readDefault(item: TokenCursor): string {
  const parts: string[] = [];
  for (let count = 0; !item.isDone && count < 40; count += 1) {
    const token = item.peek();
    if (token === null) break;
    if (token.kind === "word" && parts.length > 0 && afterType.test(token.text.toLowerCase())) break;
    if (token.kind === "sign" && token.text === ",") break;
    if (token.text === "(" && token.kind === "sign") parts.push(`(${textOf(item.brackets())})`);
    else {
      parts.push(token.kind === "text" ? `'${token.text}'` : token.text);
      item.at += 1;
    }
  }
  return parts.join("").slice(0, maxDefaultLength);
}

/** Schemas that everybody has say nothing. */
export function qualified({ schema, name }: { schema: string | null; name: string }): string {
  return schema === null || /^(?:public|dbo|main|default)$/i.test(schema) ? name : `${schema}.${name}`;
}
