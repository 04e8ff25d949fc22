import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

const asks = /driver|dialect|platform|engine|client|connection/i;
const names = /["'](mysql|mariadb|postgres(?:ql)?|pgsql|sqlite3?|mssql|sqlsrv|sqlserver|oracle)["']/gi;
const longestCondition = 300;

/**
 * Of a branch by the kind of database, the part that is for another kind than the one that is read, as methods are chosen
 * (see `methodsOfOthers`): what is for SQLite alone, and what stands beside the part for a server. Null for any other branch.
 */
export function branchOfOthers(s: Syntax, node: SyntaxNode): SyntaxNode | null {
  if (s.type(node) !== "if_statement") return null;
  const condition = s.child(node, "condition");
  const text = condition < 0 ? "" : s.textOf(condition).slice(0, longestCondition);
  const kinds = [...text.matchAll(names)].map(([, name = ""]) => name.toLowerCase());
  // Something else is asked as well: either part may be run.
  if (kinds.length === 0 || !asks.test(text) || text.includes("&&")) return null;
  const [first, second] = [partOf(s, node, "body", "consequence"), partOf(s, node, "alternative")];
  const isOfFile = kinds.every((kind) => kind.startsWith("sqlite"));
  const isOther = isOfFile !== /!==?|<>|\(\s*!/.test(text);
  if (isOther) return first;
  return second;
}

function partOf(s: Syntax, node: SyntaxNode, ...fields: string[]): SyntaxNode | null {
  const found = fields.map((field) => s.child(node, field)).find((one) => one >= 0);
  return found ?? null;
}
