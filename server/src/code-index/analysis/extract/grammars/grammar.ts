import type { SymbolKind } from "#server/code-index/ports/facts.ts";

import type { BodyStyle } from "./cut-bodies.ts";

/** How one grammar's declarations are found and judged. */
export interface Grammar {
  /** File name in the package of compiled grammars. */
  wasm: string;
  /** Package that holds it, where it is not the one of most grammars. */
  package?: string;
  /**
   * Patterns capture the declaration under its symbol kind and its name as `@name`. `@scope` (with `@name`) holds
   * members without being a symbol itself; `@parent` names an owner declared elsewhere (a Go receiver); `@body` is where
   * the signature ends, in grammars that have no field of that name.
   */
  query: string;
  /** How deep below the root declarations are looked for: searching bodies of functions would take too long. */
  maxDepth: number;
  /** The text with what the grammar gets wrong written otherwise; as long as before, since offsets are kept. */
  prepare?(text: string): string;
  /** How function bodies are recognized, so that they need not be parsed; absent where layout is not enough. */
  bodies?: BodyStyle;
  isExported(declaration: GrammarDeclaration): boolean;
  /** Names exported by clauses apart from the declarations; read once per file. */
  exportedNames?(text: string): Set<string>;
  /** Lines whose declarations a word on a line of its own hides; read once per file. */
  hiddenLines?(text: string): Set<number>;
  /** A chance to correct the kind; the captured one stays when absent. */
  kindOf?(declaration: GrammarDeclaration): SymbolKind;
}

export interface GrammarDeclaration {
  name: string;
  kind: SymbolKind;
  parent: string | null;
  /** Text from the declaration's first character, at most 400 characters. */
  head: string;
  /** Text of the line in front of the declaration's first character. */
  lead: string;
  /** What `exportedNames` found. */
  exportedNames: Set<string>;
}
