import type { SymbolKind } from "#server/code-index/ports/facts.ts";

import { nameOf, type ChangedDeclaration } from "./changed-declarations.ts";
import type { ChangeDigest } from "./digest-change.ts";

/** What stands for work of its own. A constant that both lengthen, or a module that holds all, tells nothing. */
const telling: ReadonlySet<SymbolKind> = new Set([
  "function",
  "method",
  "class",
  "interface",
  "type",
  "enum",
  "struct",
  "trait",
  "component",
]);

/** Declarations that two changes make different things of, those of `one`; the same by both is no clash. */
export function findSharedDeclarations(one: ChangeDigest, other: ChangeDigest): ChangedDeclaration[] {
  const theirs = new Map(other.declarations.map((declaration) => [keyOf(declaration), declaration]));
  return one.declarations.filter((declaration) => {
    const same = theirs.get(keyOf(declaration));
    return same !== undefined && telling.has(declaration.kind) && same.digest !== declaration.digest;
  });
}

function keyOf(declaration: ChangedDeclaration): string {
  return `${declaration.path}\0${nameOf(declaration)}`;
}
