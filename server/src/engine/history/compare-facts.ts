import type { SymbolFact } from "#server/code-index/ports/facts.ts";

import type { ReadFile } from "./code-history.ts";

/** A declaration, call or setting that came, went or became another, with the lines that show it. */
export interface FactChange {
  kind: "added" | "changed" | "removed";
  what: "symbol" | "endpoint" | "setting";
  name: string;
  /** Path of the file with the lines: for a removed fact, the former path. */
  path: string;
  startLine: number;
  endLine: number;
  symbol: SymbolFact | null;
}

/** One file at both commits; null where it was not there, or could not be read. */
export interface FilePair {
  path: string;
  oldPath: string | null;
  before: ReadFile | null;
  after: ReadFile | null;
}

/**
 * What the files declare that they did not before, and the other way round; what only moved to another file is neither.
 */
export function compareFacts(pairs: readonly FilePair[]): FactChange[] {
  const found = pairs.flatMap(compareFile);
  const keyOf = ({ what, name }: FactChange) => `${what} ${name}`;
  const keysOf = (kind: FactChange["kind"]) => new Set(found.filter((one) => one.kind === kind).map(keyOf));
  const [added, removed] = [keysOf("added"), keysOf("removed")];
  return found.filter((one) => {
    if (one.kind === "changed") return true;
    return !(one.kind === "added" ? removed : added).has(keyOf(one));
  });
}

function compareFile(pair: FilePair): FactChange[] {
  const { before, after, path } = pair;
  const oldPath = pair.oldPath ?? path;
  const [old, now] = [before ? declaredIn(before) : new Map(), after ? declaredIn(after) : new Map()];
  const changes: FactChange[] = [];
  for (const [key, { fact, text }] of now) {
    const former = old.get(key);
    if (!former && !isWritten(fact, before)) changes.push({ ...fact, kind: "added", path });
    if (!former) continue;
    if (fact.what === "symbol" && former.text !== text) changes.push({ ...fact, kind: "changed", path });
  }
  for (const [key, { fact }] of old) {
    if (!now.has(key) && !isWritten(fact, after)) changes.push({ ...fact, kind: "removed", path: oldPath });
  }
  return changes;
}

/** An endpoint or setting whose name is still on the other side is merely written differently there. */
function isWritten({ what, name }: Pick<FactChange, "what" | "name">, other: ReadFile | null): boolean {
  if (what === "symbol" || other === null) return false;
  const literal = what === "endpoint" ? name.replace(/^\w+ \/?/, "") : name;
  return literal.length > 1 && other.lines.some((line) => line.includes(literal));
}

type FactsByName = Map<string, { fact: Omit<FactChange, "kind" | "path">; text: string }>;

function declaredIn({ facts, lines }: ReadFile): FactsByName {
  const declared: FactsByName = new Map();
  for (const symbol of facts.symbols.filter(isDeclaration)) {
    const { startLine, endLine, parent } = symbol;
    const name = parent ? `${parent}.${symbol.name}` : symbol.name;
    const key = `symbol ${name}`;
    const text = lines.slice(startLine - 1, endLine).join("\n");
    const known = declared.get(key);
    // Overloads are one thing to a reader.
    if (known) known.text += text;
    else declared.set(key, { fact: { what: "symbol", name, startLine, endLine, symbol }, text });
  }
  for (const { method, path, startLine, endLine } of facts.endpoints) {
    const name = `${method} ${path}`;
    declared.set(`endpoint ${name}`, {
      fact: { what: "endpoint", name, startLine, endLine, symbol: null },
      text: "",
    });
  }
  for (const { name, line } of facts.configKeys) {
    const fact = { what: "setting" as const, name, startLine: line, endLine: line, symbol: null };
    declared.set(`setting ${name}`, { fact, text: "" });
  }
  return declared;
}

/** What is inside a function is its own affair, and so are a test's parts. */
function isDeclaration({ kind, name }: SymbolFact): boolean {
  return name.length > 1 && kind !== "variable" && kind !== "module";
}
