import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** The constructs that routes are written in, found alike in the trees of several languages. */
export interface CodeView {
  readonly s: Syntax;
  /** The expression itself, without brackets, `await` and type assertions. */
  unwrap(node: SyntaxNode): SyntaxNode;
  /** A plain name; null for anything else. */
  nameOf(node: SyntaxNode): string | null;
  memberOf(node: SyntaxNode): { object: SyntaxNode; name: string } | null;
  callOf(node: SyntaxNode): RoutingCall | null;
  /** The text of a literal; null for anything else. Parts that are put in are given to `part`. */
  textOf(node: SyntaxNode, part: (expression: SyntaxNode) => string): string | null;
  /** Both sides of a concatenation. */
  sumOf(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null;
  itemsOf(node: SyntaxNode): SyntaxNode[] | null;
  /** Values by key of a literal map. */
  entriesOf(node: SyntaxNode): Map<string, SyntaxNode> | null;
  /** Functions with a name and without one. */
  functionOf(node: SyntaxNode): FunctionView | null;
  classOf(node: SyntaxNode): { name: string; body: SyntaxNode } | null;
  /** Assignments and declarations with a value. */
  assignmentsOf(node: SyntaxNode): { target: SyntaxNode; value: SyntaxNode }[] | null;
  /** What a function hands back. */
  returnOf(node: SyntaxNode): SyntaxNode | null;
  importsOf(node: SyntaxNode): ImportedName[] | null;
  /** A function or class with what is written above it. */
  decoratedOf(node: SyntaxNode): { decorators: SyntaxNode[]; definition: SyntaxNode } | null;
  /** Whether files of a folder see each other's names without imports. */
  readonly seesPackage: boolean;
}

export interface RoutingCall {
  callee: SyntaxNode;
  args: SyntaxNode[];
  named: ReadonlyMap<string, SyntaxNode>;
}

export interface FunctionView {
  /** Null for a function without a name. */
  name: string | null;
  /** The type of the object it is a method of, where it is written outside of that; else null. */
  owner: string | null;
  /** What it calls the object it is a method of. */
  self: string | null;
  /** `type` is null where none is written. */
  parameters: { name: string; type: string | null }[];
  /** An expression where the function is nothing else. */
  body: SyntaxNode;
}

export interface ImportedName {
  local: string;
  specifier: string;
  /** "*" for the module as a whole, "default" for its default export. */
  name: string;
}
