import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/**
 * The constructs that facts are written in (routes, tables, settings, jobs), found alike in the trees of several
 * languages. Nodes of other constructs give null.
 */
export interface CodeView {
  readonly s: Syntax;
  /** The expression itself, without brackets, `await` and type assertions. */
  unwrap(node: SyntaxNode): SyntaxNode;
  /** A plain name; null for anything else. */
  nameOf(node: SyntaxNode): string | null;
  memberOf(node: SyntaxNode): { object: SyntaxNode; name: string } | null;
  /** The parts of a name that leads through modules (`crate::boats::list`), where these are no members of objects. */
  pathNames?(node: SyntaxNode): string[] | null;
  callOf(node: SyntaxNode): CallView | null;
  /** A value of a named type written with its fields, as Go has it: `cobra.Command{Use: "serve"}`. */
  literalOf?(node: SyntaxNode): CallView | null;
  /** The text of a literal; null for anything else. Parts that are put in are given to `part`. */
  textOf(node: SyntaxNode, part: (expression: SyntaxNode) => string): string | null;
  /** Both sides of a concatenation. */
  sumOf(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null;
  /** Parts that a call joins to a path: `path.Join(base, "/boats")`; null for anything else. */
  joinedOf?(node: SyntaxNode): readonly SyntaxNode[] | null;
  /** What an expression is where the first part of it is nothing: `base ?? "/"`; null for anything else. */
  fallbackOf?(node: SyntaxNode): SyntaxNode | null;
  itemsOf(node: SyntaxNode): SyntaxNode[] | null;
  /** The values that an expression may have, where it decides between them: the ends of the branches of `if`, both sides of `?:`. */
  choicesOf?(node: SyntaxNode): SyntaxNode[] | null;
  /** Values by key of a literal map. */
  entriesOf(node: SyntaxNode): Map<string, SyntaxNode> | null;
  /** Functions with a name and without one. */
  functionOf(node: SyntaxNode): FunctionView | null;
  /** Classes, structs, interfaces, traits and modules. */
  classOf(node: SyntaxNode): ClassView | null;
  /** A part that is compiled for tests alone. */
  isTest?(node: SyntaxNode): boolean;
  /** What is written for a type outside of it, as a class of the type's name that extends the trait. */
  implementationOf?(node: SyntaxNode): ClassView | null;
  /**
   * What a class declares besides its methods, in order; empty for other nodes than the body of a class. Where calls
   * declare (`belongs_to :owner`, `field :name, :string`), the name is their first argument, the type the word called,
   * and the call itself the decorator.
   */
  fieldsOf(body: SyntaxNode): FieldView[];
  /** Assignments and declarations with a value. */
  assignmentsOf(node: SyntaxNode): { target: SyntaxNode; value: SyntaxNode }[] | null;
  /** What a function hands back. */
  returnOf(node: SyntaxNode): SyntaxNode | null;
  importsOf(node: SyntaxNode): ImportedName[] | null;
  /** The module that an expression loads: `require("./boats")`, whose `local` is empty. */
  moduleOf?(node: SyntaxNode): ImportedName | null;
  /** The file that an expression names, as an import would: `base_path("routes/api.php")`; `*` stands for any name. */
  fileOf?(node: SyntaxNode): string | null;
  /** The comment above a declaration, in languages that say more than words in it, and the line it begins on. */
  commentAbove?(node: SyntaxNode): { text: string; line: number } | null;
  /** What a pattern takes out of an object: `{ boats, tides: t = 1 }`. */
  partsOf?(pattern: SyntaxNode): PatternPart[] | null;
  /** A function or class with what is written above it; given the first of several, where they stand beside it. */
  decoratedOf(node: SyntaxNode): { decorators: SyntaxNode[]; definition: SyntaxNode } | null;
  /** Whether files of a folder see each other's names without imports. */
  readonly seesPackage: boolean;
  /** What stands between the names of modules and of the classes in them, where these are always called by both. */
  readonly moduleMark?: string;
  /** The type of a package that a written type names, `module` being what the file calls the package; null for all others. */
  structNamed?(type: string): { module: string | null; name: string } | null;
  /** Whether functions may be called like methods of their first parameter; absent where they may not. */
  readonly hasExtensions?: boolean;
}

export interface CallView {
  callee: SyntaxNode;
  args: SyntaxNode[];
  named: ReadonlyMap<string, SyntaxNode>;
  /** All values of names that are given more than once; absent without any. */
  repeated?: ReadonlyMap<string, SyntaxNode[]>;
  /** Arguments by a key that is no name: `get "/boats" => "boats#index"`. */
  pairs?: { key: SyntaxNode; value: SyntaxNode }[];
  /** The `do … end` behind a call, in languages that have one: a function without a name. */
  block?: SyntaxNode;
}

export interface FunctionView {
  /** Null for a function without a name. */
  name: string | null;
  /** The type of the object it is a method of, where it is written outside of that; else null. */
  owner: string | null;
  /** What it calls the object it is a method of. */
  self: string | null;
  /** `type` is null where none is written. */
  parameters: ParameterView[];
  /** Type of what it hands back, as written; null where none is. */
  returns?: string | null;
  /** Whether others than its own class may call it. */
  isPublic?: boolean;
  /** An expression where the function is nothing else; below 0 for one that has none. */
  body: SyntaxNode;
  /** Annotations, attributes or decorators: names or calls. */
  decorators?: SyntaxNode[];
}

export interface ParameterView {
  /** Empty for a pattern. */
  name: string;
  type: string | null;
  /** Where it is a pattern. */
  parts?: PatternPart[];
}

/** A member of an object that gets a name of its own. */
export interface PatternPart {
  name: string;
  local: string;
  /** What is taken where the object has none; absent where nothing is. */
  value?: SyntaxNode;
}

export interface ClassView {
  name: string;
  /** What it extends, implements or embeds, as written: names, members, or types with arguments. */
  bases: SyntaxNode[];
  body: SyntaxNode;
  /** Whether it can only be extended: interfaces, traits, abstract and open generic classes, annotations. */
  isAbstract?: boolean;
  /** Whether other declarations of the same name complete it, as `partial` says. */
  isPart?: boolean;
  /** Annotations, attributes or decorators: names or calls. */
  decorators?: SyntaxNode[];
}

export interface FieldView {
  name: string;
  /** As written; null where none is. */
  type: string | null;
  /** Null where none is given. */
  value: SyntaxNode | null;
  /** Annotations, attributes or decorators: names or calls. */
  decorators: SyntaxNode[];
  /** What Go writes behind a field, without its quotes; null in other languages. */
  tag: string | null;
  node: SyntaxNode;
}

export interface ImportedName {
  local: string;
  specifier: string;
  /** "*" for the module as a whole, "default" for its default export. */
  name: string;
}
